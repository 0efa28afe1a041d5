// Calls and the scratch memory of a workspace, on a GPU and in the emulator; and that they fail well
// where there is none. For each pattern that is listed (every_call.hpp) at `device_backend`, which has, besides
// buffers, `policy_with(workspace*)` and `on_a_stream_of_its_own`.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include <strider/cuda/policy.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

/// Memory of the device that counts allocations, and refuses them after some.
class counting_resource final : public memory_resource {
public:
    unsigned allocations = 0;
    unsigned refused = 0;
    unsigned left = ~0u;  ///< allocations that will succeed

    void* allocate(std::size_t bytes, stream_handle stream) override {
        const std::lock_guard lock(mutex_);
        if (left == 0) {
            ++refused;
            throw std::bad_alloc();
        }
        --left;
        ++allocations;
        void* const memory = device_.allocate(bytes, stream);
        sizes_[memory] = bytes;
        return memory;
    }
    void deallocate(void* memory, std::size_t bytes, stream_handle stream) noexcept override {
        const std::lock_guard lock(mutex_);
        EXPECT_EQ(sizes_[memory], bytes);
        sizes_.erase(memory);
        device_.deallocate(memory, bytes, stream);
    }
    std::size_t alive() const { return sizes_.size(); }

private:
    device_memory device_;
    std::mutex mutex_;
    std::map<void*, std::size_t> sizes_;
};

class WorkspaceConformance : public testing::TestWithParam<pattern_calls<device_backend>> {
protected:
    static call_list<device_backend> calls(std::uint64_t elements = 20'000) { return GetParam().calls(elements); }

    static void expect_right(const device_policy& at, const prepared_call<device_policy>& call) {
        call.reset();
        call.run(at);
        detail::wait_for(at);
        EXPECT_TRUE(call.is_right()) << call.name;
    }
};

TEST_P(WorkspaceConformance, ABufferOfTheCallersSufficesThatHasWhatAWorkspaceTook) {
    for (const auto& call : calls()) {
        std::size_t bytes = 0;
        {
            workspace scratch;
            EXPECT_EQ(scratch.bytes(), 0u);
            expect_right(device_backend::policy_with(&scratch), call);
            bytes = scratch.bytes();
        }
        const device_backend::buffer<std::uint64_t> memory(std::vector<std::uint64_t>(bytes / 8 + 32));
        auto* const first = reinterpret_cast<unsigned char*>(memory.address());
        void* const aligned = first + (256 - reinterpret_cast<std::uintptr_t>(first) % 256) % 256;
        {
            buffer_memory buffer(aligned, bytes);
            workspace scratch(buffer);
            for (int time = 0; time < 2; ++time) expect_right(device_backend::policy_with(&scratch), call);
            EXPECT_EQ(scratch.bytes(), bytes) << call.name;
        }
        if (bytes == 0) continue;
        buffer_memory less(aligned, bytes - 256);
        workspace scratch(less);
        EXPECT_THROW(call.run(device_backend::policy_with(&scratch)), out_of_scratch) << call.name;
    }
}

TEST_P(WorkspaceConformance, TheSecondCallAllocatesNothingAndTheEndFreesAll) {
    for (const auto& call : calls()) {
        counting_resource memory;
        {
            workspace scratch(memory);
            EXPECT_EQ(memory.allocations, 0u);
            expect_right(device_backend::policy_with(&scratch), call);
            EXPECT_EQ(memory.allocations, call.scratch) << call.name;
            expect_right(device_backend::policy_with(&scratch), call);
            EXPECT_EQ(memory.allocations, call.scratch) << call.name;
            EXPECT_EQ(memory.alive(), call.scratch);
        }
        EXPECT_EQ(memory.alive(), 0u) << call.name;
    }
}

TEST_P(WorkspaceConformance, AllCallsShareWhatOneNeeds) {
    counting_resource memory;
    workspace scratch(memory);
    const auto all = calls();
    for (int time = 0; time < 2; ++time) {
        for (const auto& call : all) expect_right(device_backend::policy_with(&scratch), call);
    }
    EXPECT_EQ(memory.allocations, all.most_scratch());
}

TEST_P(WorkspaceConformance, GrowsAndKeepsWhatAGraphMayUse) {
    counting_resource memory;
    {
        workspace scratch(memory);
        const auto at = device_backend::policy_with(&scratch);
        const scratch_memory first = detail::scratch_of(at, 1);
        EXPECT_EQ(first.slot_bytes, scratch_memory::usual_slot_bytes);
        EXPECT_EQ(detail::scratch_of(at, first.slot_bytes).slots, first.slots);
        const scratch_memory second = detail::scratch_of(at, first.slot_bytes + 1);
        EXPECT_EQ(second.slot_bytes, 2 * first.slot_bytes);
        EXPECT_NE(second.slots, first.slots);
        EXPECT_EQ(detail::scratch_of(at).slots, second.slots);
        EXPECT_EQ(memory.allocations, 2u);
        EXPECT_EQ(memory.alive(), 2u);
        for (const auto& call : calls()) expect_right(at, call);
    }
    EXPECT_EQ(memory.alive(), 0u);
}

TEST_P(WorkspaceConformance, ServesSeveralThreadsAtOnce) {
    counting_resource memory;
    {
        workspace shared(memory);
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&, t] {
                device_backend::on_a_stream_of_its_own(&shared, [&](const auto& at) {
                    const auto mine = calls();
                    for (std::size_t i = 0; i < 2 * mine.size(); ++i) {
                        expect_right(at, mine[(i + t) % mine.size()]);
                    }
                });
            });
        }
        for (std::thread& one : threads) one.join();
        EXPECT_GE(memory.allocations, std::min(1u, calls().most_scratch()));  // the next thread may use a handle again
        EXPECT_LE(memory.allocations, 4 * calls().most_scratch());
    }
    EXPECT_EQ(memory.alive(), 0u);
}

TEST_P(WorkspaceConformance, WithoutMemoryACallSaysSoAndTheNextOneWorks) {
    for (const auto& call : calls()) {
        for (unsigned succeeding = 0; succeeding < call.scratch; ++succeeding) {
            counting_resource memory;
            {
                workspace scratch(memory);
                const auto at = device_backend::policy_with(&scratch);
                memory.left = succeeding;
                try {
                    call.run(at);
                    ADD_FAILURE() << call.name << " did with " << succeeding << " of " << call.scratch;
                } catch (const std::bad_alloc& error) {
                    EXPECT_NE(std::string(error.what()).find("give the policy a workspace"), std::string::npos)
                        << call.name << ": " << error.what();
                }
                EXPECT_EQ(memory.refused, 1u) << call.name;
                EXPECT_EQ(memory.alive(), succeeding) << call.name;
                memory.left = call.scratch - succeeding;
                expect_right(at, call);
            }
            EXPECT_EQ(memory.alive(), 0u) << call.name;
        }
    }
}

TEST_P(WorkspaceConformance, MoreThanAnyMemoryIsRefused) {
    workspace scratch;
    const auto at = device_backend::policy_with(&scratch);
    EXPECT_THROW(detail::scratch_of(at, ~std::size_t{0}), out_of_scratch);
    for (const auto& call : calls()) expect_right(at, call);
}

TEST_P(WorkspaceConformance, WrongCallsAllocateNothingAndSayWhatToDo) {
    counting_resource memory;
    workspace scratch(memory);
    const auto at = device_backend::policy_with(&scratch);
    GetParam().wrong_calls().expect_refused(at);
    EXPECT_EQ(memory.allocations, 0u);
    for (const auto& call : calls()) expect_right(at, call);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
