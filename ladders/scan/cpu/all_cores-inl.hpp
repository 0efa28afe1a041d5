// What rungs 4 and 5 share: the scan by vectors on every core. (Included once for each instruction set.)
#if defined(STRIDER_LADDERS_SCAN_ALL_CORES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef STRIDER_LADDERS_SCAN_ALL_CORES_INL_HPP
#undef STRIDER_LADDERS_SCAN_ALL_CORES_INL_HPP
#else
#define STRIDER_LADDERS_SCAN_ALL_CORES_INL_HPP
#endif

#include <tbb/task_arena.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <ladders/scan/cpu/every_chunk.hpp>

#include "ladders/reduce/cpu/simd_fold-inl.hpp"
#include "ladders/scan/cpu/simd_scan-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::scan::HWY_NAMESPACE {

/// Every core takes a chunk: first their totals, then their scans. Chunks are so small that the second pass finds them
/// in the cache, and reads no memory again.
template <storing How>
struct scan_on_all_cores {
    template <class T, class Operator, class Exclusive>
    void operator()(const T* input, T* output, std::uint64_t elements, Operator op, Exclusive exclusive) const {
        constexpr std::uint64_t chunk = (std::uint64_t{512} << 10) / sizeof(T);  // half of a core's second-level cache
        const std::uint64_t cores = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
        std::vector<T> prefixes(cores);
        T prefix = identity<Operator, T>::value;
        for (std::uint64_t start = 0; start < elements; start += cores * chunk) {
            const std::uint64_t chunks = std::min(cores, (elements - start + chunk - 1) / chunk);
            const auto first = [&](std::uint64_t c) { return start + c * chunk; };
            const auto count = [&](std::uint64_t c) { return std::min(chunk, elements - first(c)); };
            for_every_chunk(chunks, [&](std::uint64_t c) HWY_ATTR {
                prefixes[c] = reduce::HWY_NAMESPACE::simd_fold(input + first(c), count(c), op);
            });
            for (std::uint64_t c = 0; c < chunks; ++c) {
                const T total = prefixes[c];
                prefixes[c] = prefix;
                prefix = op(prefix, total);
            }
            for_every_chunk(chunks, [&](std::uint64_t c) HWY_ATTR {
                simd_scan<How>(input + first(c), output + first(c), count(c), prefixes[c], op, exclusive);
            });
        }
    }
};

}  // namespace strider::ladders::scan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
// SPDX-License-Identifier: Apache-2.0
