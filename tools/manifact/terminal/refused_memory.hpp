// The end of a program by a library that gets no memory where it must not throw.
#pragma once

namespace cli {

// Directory iterators and JSON end the program where an allocation within them fails: it then says
// "manifact: out of memory" and exits as for bad input. Results are the old files or the new ones,
// as after any end.
void tell_refused_memory();

}  // namespace cli
