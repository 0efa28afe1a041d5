// A table of calls that leave their results as they are.
#include <python/calls/table.hpp>

extern "C" __attribute__((visibility("default"))) const strider::python::calls* strider_calls_at(const char*, int) {
    using namespace strider::python;
    static const calls table = [] {
        calls all{};
        all.reduce_segments = [](void*, element_type, operation, const items&, indices, void*) {};
        all.reduce_rows = all.reduce_columns = [](void*, element_type, operation, const rows&, void*) {};
        all.dot = [](void*, element_type, const items&, const void*, void*) {};
        all.scan = [](void*, element_type, operation, bool, const items&, void*) {};
        return all;
    }();
    return &table;
}
// SPDX-License-Identifier: Apache-2.0
