// The functions of strider._library: each takes the arguments that its comment names, and its null pointer is None.
#pragma once

#include "arguments.hpp"

namespace strider::python {

// reductions.cpp
PyObject* reduce(arguments given);
PyObject* reduce_to(arguments given);
PyObject* reduce_segments(arguments given);
PyObject* reduce_rows(arguments given);
PyObject* reduce_columns(arguments given);
PyObject* extreme(arguments given);
PyObject* dot(arguments given);
PyObject* scan(arguments given);

// tensors.cpp
PyObject* tensors(arguments given);
PyObject* reduce_tensor(arguments given);
PyObject* scan_tensor(arguments given);
PyObject* take_tensor(arguments given);
PyObject* reduce_segments_tensor(arguments given);

// moves.cpp
PyObject* places(arguments given);
PyObject* gather(arguments given);
PyObject* scatter(arguments given);
PyObject* scatter_add(arguments given);
PyObject* sort(arguments given);
PyObject* top_k(arguments given);
PyObject* transpose(arguments given);

// bins.cpp
PyObject* histogram(arguments given);
PyObject* convolve(arguments given);

}  // namespace strider::python
// SPDX-License-Identifier: Apache-2.0
