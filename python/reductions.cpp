// strider._library: reductions and scans.
#include <cstddef>
#include <cstdint>
#include <optional>

#include "arguments.hpp"
#include "calls.hpp"

namespace strider::python {

/// reduce(op, x, axis, backend): of all elements, a number of the type of `x`. None where there is an axis or no
/// element, `x` must be converted first, or the backend is no text.
PyObject* reduce(arguments given) {
    if (given[2] != Py_None || !PyUnicode_Check(given[3])) return nullptr;
    const array x(given[1], access::read_if_possible);
    const std::optional<element_type> type = x.known_type();
    if ((type != element_type::f32 && type != element_type::f64 && type != element_type::i64) || x.size() == 0) {
        return nullptr;
    }
    const backend on = backend_of(given[3]);
    const operation op = operation_of(given[0]);
    union {
        float f32;
        double f64;
        std::int64_t i64;
    } result;
    {
        const others_run others(x);
        on(&calls::reduce, *type, op, x.items(), &result);
    }
    const owned number(
        type == element_type::i64
            ? PyLong_FromLongLong(result.i64)
            : PyFloat_FromDouble(type == element_type::f32 ? static_cast<double>(result.f32) : result.f64));
    static PyObject* const names[] = {PyUnicode_InternFromString("dtype"), PyUnicode_InternFromString("type")};
    const owned dtype(PyObject_GetAttr(given[1], names[0])), made(PyObject_GetAttr(dtype.get(), names[1]));
    return PyObject_CallFunctionObjArgs(made.get(), number.get(), nullptr);
}

/// reduce_to(backend, op, x, result)
PyObject* reduce_to(arguments given) {
    const array x(given[2]), result(given[3], access::write);
    const backend on = backend_of(given[0]);
    const operation op = operation_of(given[1]);
    const element_type type = x.type();
    const others_run others(x);
    on(&calls::reduce, type, op, x.items(), result.data<void>());
    return nullptr;
}

/// reduce_segments(backend, op, x, offsets, results)
PyObject* reduce_segments(arguments given) {
    const array x(given[2]), offsets(given[3]), results(given[4], access::write);
    const backend on = backend_of(given[0]);
    const operation op = operation_of(given[1]);
    const element_type type = x.type();
    const others_run others(x);
    on(&calls::reduce_segments, type, op, x.items(), offsets.elements<const std::int64_t>(), results.data<void>());
    return nullptr;
}

/// reduce_rows(backend, op, x, results): of the rows of a matrix.
PyObject* reduce_rows(arguments given) {
    const array x(given[2]), results(given[3], access::write);
    const backend on = backend_of(given[0]);
    const operation op = operation_of(given[1]);
    const element_type type = x.type();
    const others_run others(x);
    on(&calls::reduce_rows, type, op, x.matrix(), results.data<void>());
    return nullptr;
}

/// reduce_columns(backend, op, x, results): of its columns.
PyObject* reduce_columns(arguments given) {
    const array x(given[2]), results(given[3], access::write);
    const backend on = backend_of(given[0]);
    const operation op = operation_of(given[1]);
    const element_type type = x.type();
    const others_run others(x);
    on(&calls::reduce_columns, type, op, x.matrix(), results.data<void>());
    return nullptr;
}

/// extreme(backend, op, x): where the least element is, or the greatest.
PyObject* extreme(arguments given) {
    const array x(given[2]);
    const backend on = backend_of(given[0]);
    const operation op = operation_of(given[1]);
    const element_type type = x.type();
    std::uint64_t found = 0;
    {
        const others_run others(x);
        found = on(&calls::extreme, type, op, x.items());
    }
    return PyLong_FromUnsignedLongLong(found);
}

/// dot(backend, a, b, result)
PyObject* dot(arguments given) {
    const array a(given[1]), b(given[2]), result(given[3], access::write);
    const backend on = backend_of(given[0]);
    const element_type type = a.type();
    const others_run others(a);
    on(&calls::dot, type, a.items(), b.data<void>(), result.data<void>());
    return nullptr;
}

/// scan(backend, op, exclusive, x, results): each row. Exclusive only where results are rounded.
PyObject* scan(arguments given) {
    const array x(given[3]), results(given[4], access::write);
    const backend on = backend_of(given[0]);
    const operation op = operation_of(given[1]);
    const bool exclusive = number(given[2]) != 0;
    const element_type type = x.type();
    const std::uint64_t columns = x.columns(), row_bytes = columns * x.item_bytes();
    const others_run others(x);
    for (std::uint64_t row = 0; row < x.bytes(); row += row_bytes) {
        on(&calls::scan, type, op, exclusive, items{x.data<std::byte>() + row, columns},
           results.data<std::byte>() + row);
    }
    return nullptr;
}

}  // namespace strider::python
// SPDX-License-Identifier: Apache-2.0
