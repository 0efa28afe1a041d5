// Calls over ranks whose kernels run on GPUs: threads, each with a stream of its own, on as many GPUs as there are.
#include <thread>

#include <gtest/gtest.h>

#include <strider/distributed/threads.hpp>

#include "tests/distributed/bits_over_ranks.hpp"
#include "tests/gpu/cuda_backend.hpp"

namespace strider::test {

struct gpu_ranks {
    static constexpr std::uint64_t elements = 3'000'017;
    template <class T>
    using buffer = cuda_buffer<T>;

    /// On three ranks, or on as many as there are GPUs.
    template <class Work>
    static void on_ranks(std::uint64_t all, unsigned seed, Work work) {
        int gpus = 0;
        check(cudaGetDeviceCount(&gpus), "cudaGetDeviceCount");
        const int ranks = std::max(gpus, 3);
        const std::vector<std::uint64_t> first = test_cut(all, ranks, seed);
        thread_group group(ranks, std::chrono::seconds(60));
        std::vector<std::thread> threads;
        for (int r = 0; r < ranks; ++r) {
            threads.emplace_back([&, r, mine = group.rank(r)]() mutable {
                try {
                    check(cudaSetDevice(r % gpus), "cudaSetDevice");
                    const own_stream own;
                    const auto at = static_cast<std::size_t>(r);
                    work(distributed(std::move(mine), gpu{own.stream}), first[at], first[at + 1]);
                } catch (const std::exception& error) {
                    ADD_FAILURE() << "rank " << r << ": " << error.what();
                }
            });
        }
        for (std::thread& one : threads) one.join();
    }
};

INSTANTIATE_TYPED_TEST_SUITE_P(RanksCuda, BitsOverRanks, gpu_ranks);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
