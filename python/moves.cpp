// strider._library: elements by their indices, and in order.
#include <cstddef>
#include <cstdint>
#include <optional>

#include "arguments.hpp"
#include "calls.hpp"

namespace strider::python {

/// places(backend, marks, places): how many marks are not 0; `places` begins with where.
PyObject* places(arguments given) {
    const array marks(given[1]), found(given[2], access::write);
    const backend on = backend_of(given[0]);
    std::uint64_t count = 0;
    {
        const others_run others(marks);
        count = on(&calls::places_of, marks.elements<const std::uint8_t>(), found.elements<std::int64_t>());
    }
    return PyLong_FromUnsignedLongLong(count);
}

/// gather(backend, values, indices, results, check): the number of an index_check.
PyObject* gather(arguments given) {
    const array values(given[1]), indices(given[2]), results(given[3], access::write);
    const backend on = backend_of(given[0]);
    const auto check = static_cast<index_check>(number(given[4]));
    const others_run others(indices);
    on(&calls::gather, values.item_bytes(), values.items(), indices.elements<const std::int64_t>(),
       results.data<void>(), check);
    return nullptr;
}

/// scatter(backend, values, indices, results)
PyObject* scatter(arguments given) {
    const array values(given[1]), indices(given[2]), results(given[3], access::write);
    const backend on = backend_of(given[0]);
    const others_run others(indices);
    on(&calls::scatter, values.item_bytes(), values.data<void>(), indices.elements<const std::int64_t>(),
       items_in_memory<void>{results.data<void>(), results.size()});
    return nullptr;
}

/// scatter_add(backend, values, indices, results)
PyObject* scatter_add(arguments given) {
    const array values(given[1]), indices(given[2]), results(given[3], access::write);
    const backend on = backend_of(given[0]);
    const element_type type = values.type();
    const others_run others(indices);
    on(&calls::scatter_add, type, values.data<void>(), indices.elements<const std::int64_t>(),
       items_in_memory<void>{results.data<void>(), results.size()});
    return nullptr;
}

/// sort(backend, keys, places): in place; places that are not None move along.
PyObject* sort(arguments given) {
    const array keys(given[1], access::write);
    std::optional<array> moved;
    if (given[2] != Py_None) moved.emplace(given[2], access::write);
    const backend on = backend_of(given[0]);
    const element_type type = keys.type();
    const others_run others(keys);
    on(&calls::sort, type, items_in_memory<void>{keys.data<void>(), keys.size()},
       moved ? moved->data<std::int64_t>() : nullptr);
    return nullptr;
}

/// top_k(backend, keys, greatest, places): of each row as many as it has places.
PyObject* top_k(arguments given) {
    const array keys(given[1]), greatest(given[2], access::write), found(given[3], access::write);
    const backend on = backend_of(given[0]);
    const element_type type = keys.type();
    const others_run others(keys);
    on(&calls::top_k, type, keys.matrix(), greatest.data<void>(), found.elements<std::int64_t>());
    return nullptr;
}

/// transpose(backend, x, results)
PyObject* transpose(arguments given) {
    const array x(given[1]), results(given[2], access::write);
    const backend on = backend_of(given[0]);
    const others_run others(x);
    on(&calls::transpose, x.item_bytes(), x.matrix(), results.data<void>());
    return nullptr;
}

}  // namespace strider::python
// SPDX-License-Identifier: Apache-2.0
