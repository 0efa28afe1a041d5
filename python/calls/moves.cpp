// Elements by their indices, and the places of marks. Of items nothing is known but their bytes.
#include <python/calls/typed.hpp>
#include <strider/compact.hpp>
#include <strider/gather.hpp>
#include <strider/scatter.hpp>
#include <strider/views.hpp>

namespace strider::python {
namespace {

/// Whether the mark of a place is not 0.
struct marked {
    const std::uint8_t* marks;
    STRIDER_HOST_DEVICE bool operator()(std::int64_t place) const { return marks[place] != 0; }
};

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

/// Whether all indices are good. Waits. Only a GPU checks them on the way, to save a launch.
template <class Policy, class Word>
bool gather_if_good([[maybe_unused]] const Policy& policy, [[maybe_unused]] std::span<const Word> from,
                    [[maybe_unused]] indices at, [[maybe_unused]] std::span<Word> to) {
#if defined(__CUDACC__)
    if (at.empty()) return true;
    auto* const is_bad = static_cast<unsigned*>(detail::result_slot());
    *is_bad = 0;
    constexpr std::uint64_t of_block = gather_kernels::in_flight * gather_kernels::threads;
    launch(gather_good_kernel<Word>, detail::launch_of(policy, (at.size() - 1) / of_block + 1, gather_kernels::threads),
           items_in_memory<const Word>{from.data(), from.size()}, at.data(), at.size(), to.data(), is_bad);
    detail::wait_for(policy);
    return *is_bad == 0;
#else
    return false;
#endif
}

}  // namespace

template <class Policy>
void add_moves(calls& to) {
    to.places_of = [](void* stream, std::span<const std::uint8_t> marks, std::span<std::int64_t> places) {
        const auto all = views::iota<std::int64_t>(0, static_cast<std::int64_t>(marks.size()));
        return std::uint64_t{compact(policy_of<Policy>(stream), all, places, marked{marks.data()})};
    };
    to.gather = [](void* stream, std::size_t item_bytes, const items& values, indices at, void* results,
                   index_check check) {
        with_word(item_bytes, [&]<class Word>(Word) {
            const Policy policy = policy_of<Policy>(stream);
            const std::span from = span_of<Word>(values);
            const std::span into = span_of<Word>(results, at.size());
            if (check == index_check::never) {
                strider::gather(policy, from, at, into);
            } else if (check == index_check::before || !gather_if_good(policy, from, at, into)) {
                strider::gather(policy, from, at, into, checked);
            }
        });
    };
    to.scatter = [](void* stream, std::size_t item_bytes, const void* values, indices at,
                    const items_in_memory<void>& results) {
        with_word(item_bytes, [&]<class Word>(Word) {
            strider::scatter(policy_of<Policy>(stream), span_of<Word>({values, at.size()}), at,
                             span_of<Word>(results.data, results.count), checked);
        });
    };
    to.scatter_add = [](void* stream, element_type type, const void* values, indices at,
                        const items_in_memory<void>& results) {
        with_number(type, [&]<class T>(T) {
            scatter_reduce(policy_of<Policy>(stream), span_of<T>({values, at.size()}), at,
                           span_of<T>(results.data, results.count), plus{}, checked);
        });
    };
}

}  // namespace strider::python

STRIDER_AT_EVERY_PLACE(add_moves);
// SPDX-License-Identifier: Apache-2.0
