// Rung 4: rung 3 on every core, in two passes: the totals of the cores' chunks, then their scans. Chunks are so small
// that the second pass finds them in the cache, and reads no memory again.
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <vector>

#include <ladders/scan/dispatch.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ladders/scan/cpu/04_simd_all_cores.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "ladders/reduce/cpu/simd_fold-inl.hpp"
#include "ladders/scan/cpu/simd_scan-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::scan::HWY_NAMESPACE {

struct scan_on_all_cores {
    template <class T, class Operator, class Exclusive>
    void operator()(const T* input, T* output, std::uint64_t elements, Operator op, Exclusive exclusive) const {
        constexpr std::uint64_t chunk = (std::uint64_t{512} << 10) / sizeof(T);  // half of a core's second-level cache
        const std::uint64_t cores = static_cast<std::uint64_t>(tbb::this_task_arena::max_concurrency());
        std::vector<T> prefixes(cores);
        T prefix = identity<Operator, T>::value;
        for (std::uint64_t start = 0; start < elements; start += cores * chunk) {
            const auto for_each_chunk = [&](auto work) HWY_ATTR {
                const std::uint64_t chunks = std::min(cores, (elements - start + chunk - 1) / chunk);
                tbb::parallel_for(
                    std::uint64_t{0}, chunks,
                    [&](std::uint64_t c) HWY_ATTR {
                        const std::uint64_t first = start + c * chunk;
                        work(c, input + first, output + first, std::min(chunk, elements - first));
                    },
                    tbb::static_partitioner{});  // the same core takes the same chunk in both passes
            };
            for_each_chunk([&](std::uint64_t c, const T* from, T*, std::uint64_t count)
                               HWY_ATTR { prefixes[c] = reduce::HWY_NAMESPACE::simd_fold(from, count, op); });
            for (T& one : prefixes) {
                const T total = one;
                one = prefix;
                prefix = op(prefix, total);
            }
            for_each_chunk([&](std::uint64_t c, const T* from, T* to, std::uint64_t count)
                               HWY_ATTR { simd_scan(from, to, count, prefixes[c], op, exclusive); });
        }
    }
};

void run_on_all_cores(const arguments& with) { with_typed_scan(with, scan_on_all_cores{}); }

}  // namespace strider::ladders::scan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::ladders::scan {
namespace {

HWY_EXPORT(run_on_all_cores);

void run(const arguments& with) { HWY_DYNAMIC_DISPATCH(run_on_all_cores)(with); }

const registration here{{
    .pattern = "scan",
    .number = 4,
    .follows = 3,
    .name = "SIMD, all cores",
    .idea = "Every core folds a chunk, the totals are scanned, then every core scans its chunk from the right start "
            "while it is still in its cache.",
    .hypothesis = "Each element is read from memory once, as by one core, and worked on twice: the time falls until "
                  "the memory bus is full.",
    .expectations = {},
    .source = "Blelloch 1990, Prefix Sums and Their Applications; Zhang, Wang and Ross 2020 (partitions that fit the "
              "cache)",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::scan
#endif
