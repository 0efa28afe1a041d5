// Compaction over ranks whose kernels run in the emulator.
#include <new>

#include "tests/distributed/compact_ranks.hpp"
#include "tests/library/emulator_backend.hpp"

namespace strider::test {

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CompactOnlyConformance);  // over threads alone
INSTANTIATE_TYPED_TEST_SUITE_P(EmulatorRanks, CompactOverRanks, emulator_backend);

/// Has no more than 8 MiB at a time.
class little_memory final : public memory_resource {
public:
    void* allocate(std::size_t bytes, stream_handle stream) override {
        if (bytes > std::size_t{8} << 20) throw std::bad_alloc();
        return device_.allocate(bytes, stream);
    }
    void deallocate(void* memory, std::size_t bytes, stream_handle stream) noexcept override {
        device_.deallocate(memory, bytes, stream);
    }

private:
    device_memory device_;
};

TEST(EmulatorRanks, ARankWithoutMemoryForItsPartThrowsOnAll) {
    const auto thrown = each_rank<emulator_backend>(3, [](const auto& here) {
        little_memory memory;
        workspace scratch(memory);
        const distributed with_scratch(here.communicator, emulator_backend::policy_with(&scratch));
        const emulator_buffer<std::uint8_t> part(std::vector<std::uint8_t>(here.rank() == 1 ? 9 << 20 : 0)),
            output(std::vector<std::uint8_t>(1));
        compact(with_scratch, part.range(), std::span<std::uint8_t>(output.address(), 1), keeps{128}, balanced{});
    });
    EXPECT_TRUE(thrown[1].starts_with("no memory for ")) << thrown[1];
    EXPECT_EQ(thrown[0], "rank 1: " + thrown[1]);
    EXPECT_EQ(thrown[2], thrown[0]);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
