// The sum of i32 over several GPUs.
#include <ladders/harness/ranks.hpp>
#include <strider/distributed/reduce.hpp>

namespace strider::ladders::reduce {
inline namespace STRIDER_TARGET {

struct sum_over_ranks {
    using policy = distributed<thread_communicator, device_policy>;

    const policy& all;
    std::span<std::int32_t> part;
    std::int32_t sum = 0;

    sum_over_ranks(const policy& ranks, rank_device& mine, const instance& of) : all(ranks) {
        const rank_share share(of.elements, static_cast<unsigned>(all.rank()), static_cast<unsigned>(all.size()));
        part = mine.memory<std::int32_t>(share.count);
        detail::for_each_index(all.local, share.count, fill_input{part.data(), share.first});
        detail::finish(all.local);
    }

    void operator()() { sum = strider::reduce(all, part); }

    /// As the sum of every rank's own.
    bool is_right() const {
        std::vector<std::int32_t> sums(static_cast<std::size_t>(all.size()));
        const std::int32_t own = strider::reduce(all.local, part);
        all.communicator.all_gather(serial{}, &own, sums.data(), sizeof own);
        return sum == strider::reduce(serial{}, sums);
    }
};

static const ranks_registration over_ranks{{"reduce", on_ranks<sum_over_ranks>}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
