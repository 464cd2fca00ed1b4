// Manifact for C++17: handles that release themselves, exceptions, strings and containers in place
// of pointers and lengths. Header-only; it needs only the C library.
//
//   manifact::Context context;
//   manifact::Matrix X = manifact::Matrix::read(context, "documents.mtx");
//   manifact::Solver solver(context, "lccf");
//   solver.set("lambda", 1.0).set("seed", 1);
//   manifact::Model model = solver.fit(X, 10);
//   for (std::int32_t label : model.labels()) std::cout << label << '\n';
//
// manifact/manifact.h documents each function: shapes, units, errors, sources and the version that
// added it. A member has the name of its function without the name of the handle: Solver::fit() is
// manifact_solver_fit(). The differences are listed here and in the comments:
//
//   Errors.     A status below 0 is thrown as manifact::Error. A status above 0, a result with a
//               condition, is not: Model::status(), Constraints::status().
//   Handles.    Context and Solver can be moved; the others, whose C handles are counted, can also
//               be copied, which shares the object. A handle that was moved from is empty, and
//               every call on it is Error(MANIFACT_ERROR_NULL).
//   Arrays in.  Span<const T> takes a vector, an array or another container with data() and
//               size(). Its size is checked by the library, or here if the library takes no size.
//               Texts are any range of strings.
//   Arrays out. Filled arrays are returned as vectors. Span and Array of a const method are views
//               that live as long as the handle, or a copy of it.
//   Callbacks.  Functions may throw: the call is stopped, and the exception is rethrown.
//               But runners, allocators and the release of borrowed arrays must not throw.
//   Threads.    As for the C handles: a Context and a Solver serve one call at a time.
//
// All names are in the inline namespace manifact::cxx, so that they do not clash with names inside
// the library, with which a program may be linked statically.
//
// Since 0.2.
#ifndef MANIFACT_HPP
#define MANIFACT_HPP

#include <manifact/cxx/context.hpp>
#include <manifact/cxx/core.hpp>
#include <manifact/cxx/evidence.hpp>
#include <manifact/cxx/graph.hpp>
#include <manifact/cxx/listing.hpp>
#include <manifact/cxx/matrix.hpp>
#include <manifact/cxx/model.hpp>
#include <manifact/cxx/solver.hpp>
#include <manifact/cxx/table.hpp>
#include <manifact/cxx/text.hpp>

#endif
