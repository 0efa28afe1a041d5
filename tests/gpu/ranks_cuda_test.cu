// Calls over ranks whose kernels run on GPUs: threads, each with a stream of its own, on as many GPUs as there are. The
// suites themselves run over ranks in the executor (tests/distributed/).
#include <cstring>
#include <thread>

#include <gtest/gtest.h>

#include "tests/distributed/ranks.hpp"
#include "tests/gpu/cuda_places.hpp"

namespace strider::test {
namespace {

using ranks_on_gpus = distributed<thread_communicator, cuda>;

/// work(policy, first, end) on three ranks, or on as many as there are GPUs, for the cut of this seed.
template <class Work>
void on_ranks(std::uint64_t elements, unsigned seed, Work work) {
    int gpus = 0;
    check(cudaGetDeviceCount(&gpus), "cudaGetDeviceCount");
    const int ranks = std::max(gpus, 3);
    const std::vector<std::uint64_t> first = test_cut(elements, ranks, seed);
    thread_group group(ranks, std::chrono::seconds(60));
    std::vector<std::thread> threads;
    for (int r = 0; r < ranks; ++r) {
        threads.emplace_back([&, r, mine = group.rank(r)]() mutable {
            try {
                check(cudaSetDevice(r % gpus), "cudaSetDevice");
                const own_stream own;
                const auto at = static_cast<std::size_t>(r);
                work(ranks_on_gpus{std::move(mine), cuda{own.stream}}, first[at], first[at + 1]);
            } catch (const std::exception& error) {
                ADD_FAILURE() << "rank " << r << ": " << error.what();
            }
        });
    }
    for (std::thread& one : threads) one.join();
}

struct odd {
    STRIDER_HOST_DEVICE bool operator()(std::uint8_t x) const { return x % 2 != 0; }
};

template <class T>
std::span<const T> part_of(const std::vector<T>& all, std::uint64_t first, std::uint64_t end) {
    return {all.data() + first, end - first};
}

/// The elements from `first` on are those of the buffer, to the last bit.
template <class T>
void expect_part(const cuda_buffer<T>& found, const std::vector<T>& right, std::uint64_t first) {
    const std::vector<T> values = found.values();
    EXPECT_EQ(std::memcmp(values.data(), right.data() + first, values.size() * sizeof(T)), 0) << "from " << first;
}

TEST(RanksCuda, Reduce) {
    const std::vector<float> elements = random_elements<float>(3'000'017, 5);
    const std::vector<affine> steps = random_elements<affine>(300'017, 5);
    const float sum = reduce(serial{}, elements);
    const affine all_steps = reduce(serial{}, steps, compose{}, affine{1, 0});
    const std::uint64_t greatest = argmax(serial{}, elements).index;
    for (unsigned seed = 0; seed < 9; ++seed) {
        on_ranks(elements.size(), seed, [&](const auto& all, std::uint64_t first, std::uint64_t end) {
            const cuda_buffer<float> mine(part_of(elements, first, end));
            for (int turn = 0; turn < 3; ++turn) EXPECT_TRUE(same_bits(reduce(all, mine.range()), sum)) << seed;
            EXPECT_EQ(argmax(all, mine.range()).index, greatest);
        });
        on_ranks(steps.size(), seed, [&](const auto& all, std::uint64_t first, std::uint64_t end) {
            const cuda_buffer<affine> mine(part_of(steps, first, end));
            EXPECT_EQ(reduce(all, mine.range(), compose{}, affine{1, 0}) == all_steps, true) << seed;
        });
    }
}

TEST(RanksCuda, Scan) {
    const std::vector<float> elements = random_elements<float>(3'000'017, 5);
    std::vector<float> right(elements.size());
    inclusive_scan(serial{}, elements, right);
    for (unsigned seed = 0; seed < 9; ++seed) {
        on_ranks(elements.size(), seed, [&](const auto& all, std::uint64_t first, std::uint64_t end) {
            const cuda_buffer<float> mine(part_of(elements, first, end));
            inclusive_scan(all, mine.range(), std::span(mine.address(), end - first));
            expect_part(mine, right, first);
        });
    }
}

TEST(RanksCuda, HistogramAndCompact) {
    const std::vector<std::uint8_t> samples = random_elements<std::uint8_t>(1'000'003, 5);
    std::vector<std::uint64_t> counts(256);
    histogram(serial{}, samples, counts);
    std::vector<std::uint8_t> kept(samples.size());
    kept.resize(compact(serial{}, samples, kept, odd{}));
    for (unsigned seed = 0; seed < 6; ++seed) {
        on_ranks(samples.size(), seed, [&](const auto& all, std::uint64_t first, std::uint64_t end) {
            const cuda_buffer<std::uint8_t> mine(part_of(samples, first, end));
            const cuda_buffer<std::uint64_t> found(std::vector<std::uint64_t>(256, 7));
            histogram(all, mine.range(), std::span(found.address(), 256));
            expect_part(found, counts, 0);
            const cuda_buffer<std::uint8_t> to(std::vector<std::uint8_t>(samples.size(), 0));
            const auto here = compact(all, mine.range(), std::span(to.address(), samples.size()), odd{}, balanced{});
            EXPECT_EQ(here.total, kept.size());
            const std::vector<std::uint8_t> values = to.values();
            EXPECT_TRUE(std::equal(values.begin(), values.begin() + static_cast<long>(here.kept),
                                   kept.begin() + static_cast<long>(here.before)));
        });
    }
}

TEST(RanksCuda, Transpose) {
    constexpr std::uint64_t rows = 1003, columns = 517;
    const std::vector<float> elements = random_elements<float>(rows * columns, 5);
    std::vector<float> right(elements.size());
    transpose(serial{}, matrix_view<const float>(elements.data(), rows, columns),
              matrix_view<float>(right.data(), columns, rows));
    for (unsigned seed = 0; seed < 6; ++seed) {
        on_ranks(rows, seed, [&](const auto& all, std::uint64_t first, std::uint64_t end) {
            const std::vector<std::uint64_t> cut = test_cut(columns, all.size(), seed + 1);
            const auto r = static_cast<std::size_t>(all.rank());
            const std::uint64_t own = cut[r + 1] - cut[r];
            const cuda_buffer<float> mine(part_of(elements, first * columns, end * columns));
            const cuda_buffer<float> to(std::vector<float>(own * rows, 0));
            transpose(all, matrix_view<const float>(mine.address(), end - first, columns),
                      matrix_view<float>(to.address(), own, rows));
            expect_part(to, right, cut[r] * rows);
        });
    }
}

}  // namespace
}  // namespace strider::test
