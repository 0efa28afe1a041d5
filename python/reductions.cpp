// strider._library: reductions and scans.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "arguments.hpp"
#include "calls.hpp"

namespace strider::python {

/// reduce(place, op, x): of all elements, a number of Python. None where `x` must be converted first.
PyObject* reduce(arguments given) {
    const array x(given[2], access::read_if_possible);
    const std::optional<element_type> type = x.known_type();
    if (type != element_type::f32 && type != element_type::f64 && type != element_type::i64) return nullptr;
    const auto calls = calls_of(given[0], "segmented-reduce");
    const operation op = operation_of(given[1]);
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
    if (type == element_type::i64) return PyLong_FromLongLong(result.i64);
    return PyFloat_FromDouble(type == element_type::f32 ? static_cast<double>(result.f32) : result.f64);
}

/// reduce_to(place, op, x, result): on a GPU.
PyObject* reduce_to(arguments given) {
    const array x(given[2]), result(given[3], access::write);
    const auto calls = calls_of(given[0], "reduce");
    const operation op = operation_of(given[1]);
    const element_type type = x.type();
    const others_run others(x);
    calls->reduce(type, op, {x.data<void>(), x.size()}, result.data<void>());
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
    } else {
        calls->reduce_segments(type, op, x.data<void>(), offsets.elements<const std::uint64_t>(), results.data<void>());
    }
    return nullptr;
}

namespace {

PyObject* reduce_lines(arguments given, decltype(&library::reduce_rows) reduce) {
    const array x(given[2]), results(given[3], access::write);
    const auto calls = calls_of(given[0], "segmented-reduce");
    const operation op = operation_of(given[1]);
    const element_type type = x.type();
    const others_run others(x);
    (calls.get()->*reduce)(type, op, {x.data<void>(), x.rows(), x.columns()}, results.data<void>());
    return nullptr;
}

}  // namespace

/// reduce_rows(place, op, x, results): of the rows of a matrix, on a GPU.
PyObject* reduce_rows(arguments given) { return reduce_lines(given, &library::reduce_rows); }

/// reduce_columns(place, op, x, results): of its columns.
PyObject* reduce_columns(arguments given) { return reduce_lines(given, &library::reduce_columns); }

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

/// scan_to(place, op, exclusive, x, results): the same on a GPU.
PyObject* scan_to(arguments given) {
    const array x(given[3]), results(given[4], access::write);
    const auto calls = calls_of(given[0], "scan");
    const operation op = operation_of(given[1]);
    const bool exclusive = number(given[2]) != 0;
    const element_type type = x.type();
    const std::size_t row_bytes = x.columns() * x.item_bytes();
    const others_run others(x);
    for (std::uint64_t at = 0; at < x.bytes(); at += row_bytes) {
        calls->scan_at_once(type, op, exclusive, {x.data<std::byte>() + at, x.columns()},
                            results.data<std::byte>() + at);
    }
    return nullptr;
}

/// scan(place, op, exclusive, x): each row of `x` becomes its scan.
PyObject* scan(arguments given) {
    const array x(given[3], access::write);
    const auto calls = calls_of(given[0], "scan");
    const operation op = operation_of(given[1]);
    const bool exclusive = number(given[2]) != 0;
    const element_type type = x.type();
    const std::uint64_t columns = x.columns();
    const others_run others(x);
    for (std::uint64_t row = 0; columns != 0 && row < x.rows(); ++row) {
        calls->scan(type, op, exclusive, columns)->scan(x.data<std::byte>() + row * columns * x.item_bytes(), columns);
    }
    return nullptr;
}

}  // namespace strider::python
// SPDX-License-Identifier: Apache-2.0
