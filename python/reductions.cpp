// strider._library: reductions and scans.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "calls.hpp"

namespace strider::python {

/// reduce(op, x, axis, place): of all elements, a number of the type of `x`. None where there is an axis or no element,
/// `x` must be converted first, or the place is no text.
PyObject* reduce(arguments given) {
    if (given[2] != Py_None || !PyUnicode_Check(given[3])) return nullptr;
    const array x(given[1], access::read_if_possible);
    const std::optional<element_type> type = x.known_type();
    if ((type != element_type::f32 && type != element_type::f64 && type != element_type::i64) || x.size() == 0) {
        return nullptr;
    }
    const auto calls = calls_of(given[3], "segmented-reduce");
    const operation op = operation_of(given[0]);
    const std::uint64_t offsets[] = {0, x.size()};
    union {
        float f32;
        double f64;
        std::int64_t i64;
    } result;
    {
        const others_run others(x);
        calls->reduce_segments(*type, op, x.data<void>(), offsets, &result);
    }
    const owned number(
        type == element_type::i64
            ? PyLong_FromLongLong(result.i64)
            : PyFloat_FromDouble(type == element_type::f32 ? static_cast<double>(result.f32) : result.f64));
    static PyObject* const names[] = {PyUnicode_InternFromString("dtype"), PyUnicode_InternFromString("type")};
    const owned dtype(PyObject_GetAttr(given[1], names[0])), made(PyObject_GetAttr(dtype.get(), names[1]));
    return PyObject_CallFunctionObjArgs(made.get(), number.get(), nullptr);
}

/// reduce_to(place, op, x, result)
PyObject* reduce_to(arguments given) {
    const array x(given[2]), result(given[3], access::write);
    const auto calls = calls_of(given[0], x.is_on_gpu() ? "reduce" : "segmented-reduce");
    const operation op = operation_of(given[1]);
    const element_type type = x.type();
    const others_run others(x);
    if (x.is_on_gpu()) {
        calls->reduce(type, op, {x.data<void>(), x.size()}, result.data<void>());
    } else {
        const std::uint64_t offsets[] = {0, x.size()};
        calls->reduce_segments(type, op, x.data<void>(), offsets, result.data<void>());
    }
    return nullptr;
}

/// reduce_segments(place, op, x, offsets, results)
PyObject* reduce_segments(arguments given) {
    const array x(given[2]), offsets(given[3]), results(given[4], access::write);
    const auto calls = calls_of(given[0], "segmented-reduce");
    const operation op = operation_of(given[1]);
    const element_type type = x.type();
    const others_run others(x);
    if (x.is_on_gpu()) {
        calls->reduce_between(type, op, {x.data<void>(), x.size()}, offsets.elements<const std::int64_t>(),
                              results.data<void>());
        return nullptr;
    }
    const std::span ends = offsets.elements<const std::uint64_t>();  // a negative one is more than there are elements
    if (ends.back() > x.size() || !std::ranges::is_sorted(ends)) {
        throw std::invalid_argument("offsets: give numbers that ascend from 0 at least to " + std::to_string(x.size()) +
                                    " at most");
    }
    calls->reduce_segments(type, op, x.data<void>(), ends, results.data<void>());
    return nullptr;
}

/// reduce_rows(place, op, x, results): of the rows of a matrix.
PyObject* reduce_rows(arguments given) {
    const array x(given[2]), results(given[3], access::write);
    const auto calls = calls_of(given[0], "segmented-reduce");
    const operation op = operation_of(given[1]);
    const element_type type = x.type();
    const others_run others(x);
    if (x.is_on_gpu()) {
        calls->reduce_rows(type, op, {x.data<void>(), x.rows(), x.columns()}, results.data<void>());
        return nullptr;
    }
    std::vector<std::uint64_t> offsets(x.rows() + 1);
    for (std::uint64_t row = 0; row <= x.rows(); ++row) offsets[row] = row * x.columns();
    calls->reduce_segments(type, op, x.data<void>(), offsets, results.data<void>());
    return nullptr;
}

/// reduce_columns(place, op, x, results): of its columns.
PyObject* reduce_columns(arguments given) {
    const array x(given[2]), results(given[3], access::write);
    const auto calls = calls_of(given[0], "segmented-reduce");
    const operation op = operation_of(given[1]);
    const element_type type = x.type();
    const others_run others(x);
    calls->reduce_columns(type, op, {x.data<void>(), x.rows(), x.columns()}, results.data<void>());
    return nullptr;
}

/// extremes(place, x): where the least and where the greatest element is.
PyObject* extremes(arguments given) {
    const array x(given[1]);
    const auto calls = calls_of(given[0], "reduce");
    const element_type type = x.type();
    summary found;
    {
        const others_run others(x);
        const std::unique_ptr<streamed_summary> made = calls->summarize(type, x.size());
        made->add(x.data<void>(), x.size());
        found = made->finish();
    }
    return Py_BuildValue("(KK)", static_cast<unsigned long long>(found.argmin),
                         static_cast<unsigned long long>(found.argmax));
}

/// dot(place, a, b, result)
PyObject* dot(arguments given) {
    const array a(given[1]), b(given[2]), result(given[3], access::write);
    const auto calls = calls_of(given[0], "reduce");
    const element_type type = a.type();
    const others_run others(a);
    calls->dot(type, a.data<void>(), b.data<void>(), a.size(), result.data<void>());
    return nullptr;
}

/// scan(place, op, exclusive, x, results): each row. On a GPU, exclusive only where results are rounded.
PyObject* scan(arguments given) {
    const array x(given[3]), results(given[4], access::write);
    const auto calls = calls_of(given[0], "scan");
    const operation op = operation_of(given[1]);
    const bool exclusive = number(given[2]) != 0;
    const element_type type = x.type();
    const std::uint64_t columns = x.columns(), row_bytes = columns * x.item_bytes();
    const others_run others(x);
    for (std::uint64_t at = 0; at < x.bytes(); at += row_bytes) {
        const std::byte* const from = x.data<std::byte>() + at;
        std::byte* const to = results.data<std::byte>() + at;
        if (x.is_on_gpu()) {
            calls->scan_at_once(type, op, exclusive, {from, columns}, to);
        } else {
            if (from != to) std::copy_n(from, row_bytes, to);
            calls->scan(type, op, exclusive, columns)->scan(to, columns);
        }
    }
    return nullptr;
}

}  // namespace strider::python
// SPDX-License-Identifier: Apache-2.0
