// The inclusive sum of i32 over several GPUs.
#include <ladders/harness/ranks.hpp>
#include <strider/distributed/scan.hpp>
#include <strider/reduce.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

/// Whether result i of a part that starts with element `first`, behind a sum of `before`, is wrong.
struct is_no_prefix {
    const std::int32_t* results;
    std::uint64_t first;
    std::int32_t before;

    STRIDER_HOST_DEVICE constexpr std::uint64_t operator()(std::int32_t found, std::uint64_t i) const {
        const std::int32_t left = i == 0 ? before : results[i - 1];
        return found == plus{}(left, input_of_ranks{}(first + i)) ? 0 : 1;
    }
};

struct scan_over_ranks {
    using policy = distributed<thread_communicator, device_policy>;

    const policy& all;
    rank_share share;
    std::span<std::int32_t> input, output;

    scan_over_ranks(const policy& ranks, rank_device& mine, const instance& of)
        : all(ranks),
          share(of.elements, static_cast<unsigned>(ranks.rank()), static_cast<unsigned>(ranks.size())),
          input(mine.memory<std::int32_t>(share.count)),
          output(mine.memory<std::int32_t>(share.count)) {
        detail::for_each_index(all.local, share.count, fill_input{input.data(), share.first});
        detail::for_each_index(all.local, share.count, fill_input{output.data(), share.first + 1});  // not one is right
        detail::finish(all.local);
    }

    void operator()() { inclusive_scan(all, input, output); }

    /// Each result by the one before it, the first by the sums of the ranks before.
    bool is_right() const {
        std::vector<std::int32_t> sums(static_cast<std::size_t>(all.size()));
        const std::int32_t own = strider::reduce(all.local, input);
        all.communicator.all_gather(serial{}, &own, sums.data(), sizeof own);
        const std::int32_t before =
            strider::reduce(serial{}, std::span(sums).first(static_cast<std::size_t>(all.rank())));
        return transform_reduce(all.local, output,
                                strider::with_index{is_no_prefix{output.data(), share.first, before}}, plus{},
                                std::uint64_t{0}) == 0;
    }
};

static const ranks_registration over_ranks{{"scan", on_ranks<scan_over_ranks>}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
