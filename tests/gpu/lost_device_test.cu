// Calls throw where the device is lost to them: reset, which frees all memory on it, or with a context in which a
// kernel has crashed. In a program of its own, since nothing else survives either.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <strider/compact.hpp>
#include <strider/histogram.hpp>
#include <strider/reduce.hpp>
#include <strider/scan.hpp>

#include "tests/gpu/cuda_backend.hpp"

namespace strider::test {

struct is_even {
    __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

/// Calls that use scratch of either use, and memory that their results come back in.
void expect_calls_work(const gpu& at) {
    std::vector<int> numbers(100'000), sums(numbers.size());
    std::iota(numbers.begin(), numbers.end(), -3);
    inclusive_scan(serial{}, numbers, sums);
    const cuda_buffer<int> input(numbers), output(std::vector<int>(numbers.size(), -1));
    const cuda_buffer<unsigned> counts(std::vector<unsigned>(10, 1));
    const std::span<int> to(output.address(), numbers.size());

    EXPECT_EQ(reduce(at, input.range()), reduce(serial{}, numbers));
    inclusive_scan(at, input.range(), to);
    EXPECT_EQ(output.values(), sums);
    EXPECT_EQ(compact(at, input.range(), to, is_even{}), 50'000u);
    std::vector<unsigned> right(10);
    const even_bins bins{10, 0, 50'000};
    EXPECT_EQ(histogram(at, input.range(), bins, std::span<unsigned>(counts.address(), 10)),
              histogram(serial{}, numbers, bins, right));
    EXPECT_EQ(counts.values(), right);
}

/// Somebody else's memory, which takes the addresses that were the library's.
class others_memory {
public:
    others_memory() {
        for (std::size_t bytes = std::size_t{1} << 9; bytes <= std::size_t{1} << 24; bytes *= 2) {
            for (int i = 0; i < 8; ++i) {
                memory_.push_back(std::make_unique<cuda_buffer<unsigned char>>(std::vector<unsigned char>(bytes, 99)));
            }
        }
    }
    void expect_untouched() const {
        for (const auto& one : memory_) {
            const std::vector<unsigned char> bytes = one->values();
            EXPECT_EQ(bytes, std::vector<unsigned char>(bytes.size(), 99));
        }
    }

private:
    std::vector<std::unique_ptr<cuda_buffer<unsigned char>>> memory_;
};

TEST(LostDevice, CallsWorkAgainAfterAReset) {
    auto own = std::make_unique<workspace>();
    expect_calls_work({});
    expect_calls_work({nullptr, own.get()});
    for (int time = 0; time < 2; ++time) {
        check(cudaDeviceReset(), "cudaDeviceReset");
        const others_memory others;
        expect_calls_work({});
        expect_calls_work({nullptr, own.get()});
        others.expect_untouched();
    }
    check(cudaDeviceReset(), "cudaDeviceReset");
    const others_memory others;
    own.reset();  // frees nothing that is not its own
    others.expect_untouched();
    expect_calls_work({});
}

__global__ void crash_kernel() {
#if defined(__CUDA_ARCH__)
    __trap();
#endif
}

/// Says what the call said and ends the program as any other ends: 0 where the call was refused well, twice.
[[noreturn]] void call_after_a_crash() {
    const gpu at{};
    const auto input = std::make_unique<cuda_buffer<int>>(std::vector<int>(100'000, 1));
    reduce(at, input->range());
    launch(crash_kernel, {dim3(1), dim3(1)});
    for (int time = 0; time < 2; ++time) {
        try {
            reduce(at, input->range());
            std::exit(1);
        } catch (const cuda_error& error) {
            std::cerr << error.what() << '\n';
            if (std::string(error.what()).find("start it again") == std::string::npos) std::exit(2);
        }
    }
    std::exit(0);
}

TEST(LostDeviceDeathTest, CallsAfterACrashSaySo) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");  // a process of its own, which has not used CUDA yet
    EXPECT_EXIT(call_after_a_crash(), testing::ExitedWithCode(0), "A kernel has crashed");
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
