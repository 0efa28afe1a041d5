// Rung 4: no lock, atomic additions.
#include <atomic>
#include <type_traits>

#include <ladders/critical_section/cpu/sections.hpp>

namespace strider::ladders::critical_section {
namespace {

/// Integers are added as unsigned ones, which wrap; what the processor has no atomic addition for, the standard library
/// makes of compare-and-swap.
template <class T>
void add(T& to, T value) {
    if constexpr (std::is_integral_v<T>) {
        using bits = std::make_unsigned_t<T>;
        std::atomic_ref(reinterpret_cast<bits&>(to)).fetch_add(static_cast<bits>(value), std::memory_order_relaxed);
    } else {
        std::atomic_ref(to).fetch_add(value, std::memory_order_relaxed);
    }
}

void run(const arguments& with) {
    run_in_pieces(with, [](const auto* input, std::uint64_t first, std::uint64_t last, auto& shared) {
        for (std::uint64_t i = first; i < last; ++i) {
            add(shared.total, input[i]);
            add(shared.number, std::remove_reference_t<decltype(shared.number)>(1));
        }
    });
}

const registration here{{
    .pattern = "critical-section",
    .number = 4,
    .follows = 3,
    .name = "atomic additions",
    .idea = "Sections that are additions need no lock: two atomic additions.",
    .hypothesis =
        "No thread waits for another one that has the lock; the line with the tally still goes from core to core.",
    .source = "ISO C++20, [atomics.ref.float]; lecture on atomics and patterns",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
