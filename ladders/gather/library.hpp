// The library's calls of "gather": items of which nothing is known but their bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <ladders/library_memory.hpp>
#include <strider/gather.hpp>

namespace strider::ladders::gather {

#if defined(__CUDACC__)
/// As the library's kernel, but a bad index is not followed, and sets `*is_bad`.
template <class Word>
__global__ void __launch_bounds__(gather_kernels::threads)
    gather_good_kernel(items_in_memory<const Word> items, const std::int64_t* indices, std::uint64_t count,
                       Word* results, unsigned* is_bad) {
    constexpr unsigned in_flight = gather_kernels::in_flight, threads = gather_kernels::threads;
    const std::uint64_t first = std::uint64_t{blockIdx.x} * (in_flight * threads) + threadIdx.x;
    std::uint64_t from[in_flight];
    Word item[in_flight] = {};
    bool all_good = true;
#pragma unroll
    for (unsigned k = 0; k < in_flight; ++k) {
        from[k] = first + k * threads < count ? static_cast<std::uint64_t>(indices[first + k * threads]) : 0;
    }
#pragma unroll
    for (unsigned k = 0; k < in_flight; ++k) {
        if (from[k] < items.count) {
            item[k] = items.data[from[k]];
        } else {
            all_good = false;
        }
    }
#pragma unroll
    for (unsigned k = 0; k < in_flight; ++k) {
        if (first + k * threads < count) results[first + k * threads] = item[k];
    }
    if (!all_good) *is_bad = 1;
}
#endif

template <class Policy>
class calls final : public library_on<Policy> {
public:
    using library_on<Policy>::library_on;

    void gather(std::size_t item_bytes, const items_in_memory<const void>& values,
                std::span<const std::int64_t> indices, void* results, index_check check) override {
        with_word(item_bytes, [&]<class Word>(Word) {
            auto memory = this->memory();
            const std::span from(memory.read(static_cast<const Word*>(values.data), values.count), values.count);
            const std::span places(memory.read(indices.data(), indices.size()), indices.size());
            const std::span to(memory.write(static_cast<Word*>(results), indices.size()), indices.size());
            if (check == index_check::never) {
                strider::gather(this->policy_, from, places, to);
            } else if (check == index_check::before || !gather_if_good(from, places, to)) {
                strider::gather(this->policy_, from, places, to, checked);
            }
            memory.finish();
        });
    }

private:
    /// Whether all indices are good. Waits. Only a GPU checks them on the way, to save a launch.
    template <class Word>
    bool gather_if_good([[maybe_unused]] std::span<const Word> from,
                        [[maybe_unused]] std::span<const std::int64_t> places, [[maybe_unused]] std::span<Word> to) {
#if defined(__CUDACC__)
        if (places.empty()) return true;
        auto* const is_bad = static_cast<unsigned*>(detail::result_slot());
        *is_bad = 0;
        constexpr std::uint64_t of_block = gather_kernels::in_flight * gather_kernels::threads;
        launch(gather_good_kernel<Word>,
               detail::launch_of(this->policy_, (places.size() - 1) / of_block + 1, gather_kernels::threads),
               items_in_memory<const Word>{from.data(), from.size()}, places.data(), places.size(), to.data(), is_bad);
        detail::wait_for(this->policy_);
        return *is_bad == 0;
#else
        return false;
#endif
    }
};

}  // namespace strider::ladders::gather
// SPDX-License-Identifier: Apache-2.0
