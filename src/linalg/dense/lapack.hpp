// The LAPACK that the process has loaded.
#pragma once

namespace manifact {

// Fails if it takes integers of 64 bits: the host has loaded another one with the same names before
// that of the library, and systems would count as singular.
void require_lapack();

}  // namespace manifact
