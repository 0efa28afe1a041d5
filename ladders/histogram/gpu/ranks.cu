// The histogram of i32, 256 bins, over several GPUs.
#include <ladders/harness/ranks.hpp>
#include <strider/distributed/histogram.hpp>

namespace strider::ladders::histogram {
inline namespace STRIDER_TARGET {

struct histogram_over_ranks {
    using policy = distributed<thread_communicator, device_policy>;
    static constexpr std::uint64_t bins = 256;
    static constexpr even_bins<std::int64_t> all_values{bins, -(std::int64_t{1} << 31), std::int64_t{1} << 31};

    const policy& all;
    std::span<std::int32_t> part;
    std::span<std::uint64_t> counts;

    histogram_over_ranks(const policy& ranks, rank_device& mine, const instance& of) : all(ranks) {
        const rank_share share(of.elements, static_cast<unsigned>(all.rank()), static_cast<unsigned>(all.size()));
        part = mine.memory<std::int32_t>(share.count);
        counts = mine.memory<std::uint64_t>(bins);
        detail::for_each_index(all.local, share.count, fill_input{part.data(), share.first});
        detail::finish(all.local);
    }

    void operator()() { strider::histogram(all, part, all_values, counts); }

    /// As the sum of every rank's own.
    bool is_right() {
        std::vector<std::uint64_t> found(bins), own(bins);
        std::vector<std::uint64_t> of_ranks(bins * static_cast<std::size_t>(all.size()));
        detail::copy_to_host(all.local, found.data(), counts.data(), bins * sizeof(std::uint64_t));
        strider::histogram(all.local, part, all_values, counts);
        detail::copy_to_host(all.local, own.data(), counts.data(), bins * sizeof(std::uint64_t));
        all.communicator.all_gather(serial{}, own.data(), of_ranks.data(), bins * sizeof(std::uint64_t));
        std::vector<std::uint64_t> right(bins);
        for (std::size_t i = 0; i < of_ranks.size(); ++i) right[i % bins] += of_ranks[i];
        return found == right;
    }
};

static const ranks_registration over_ranks{{"histogram", on_ranks<histogram_over_ranks>}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
