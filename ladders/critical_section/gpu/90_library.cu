// 90: the library's own lock, strider::critical_section
#include <ladders/critical_section/gpu/sections.hpp>
#include <strider/lock.hpp>

namespace strider::ladders::critical_section {
inline namespace STRIDER_TARGET {

using library_lock = spin_lock<thread_scope::device>;

template <class T>
__global__ void under_library_lock(const T* input, std::uint64_t elements, tally<T>* shared, library_lock* lock) {
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < elements; i += threads) {
        const T value = input[i];
        strider::critical_section(*lock, [&] { run_section(*shared, value); });
    }
}

static const registration library_rung{{
    .pattern = "critical-section",
    .number = 90,
    .follows = 3,
    .name = "strider::critical_section",
    .fault = "one lane runs all sections",
    .change = "each lane runs its own",
    .idea = "The lanes of a warp that ask together take the lock once. Each lane then runs its own section, in lane "
            "order. A waiting lane reads the lock, and leaves the memory to others in between.",
    .hypothesis = "Any section may run, also one that a leader cannot run for others. A warp synchronises once per "
                  "section: warp syncs and time rise.",
    .expectations = {{"warp_syncs", direction::rises}, {"time", direction::rises}},
    .source = "include/strider/lock.hpp",
    .kind = rung_kind::library,
    .block = block_size,
    .most_elements = std::uint64_t{1} << 16,
    .scratch_bytes = scratch_of_lock,
    .run =
        [](const arguments& with) {
            with_tally(with, [&]<class T>(const T*, tally<T>*) {
                static_assert(sizeof(library_lock) == sizeof(int));  // open where it is zero
                launch_sections<T>(with, under_library_lock<T>, reinterpret_cast<library_lock*>(open_lock(with)));
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
