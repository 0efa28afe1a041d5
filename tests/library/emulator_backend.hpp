// The emulator as a backend for the conformance suites; every test in a file that includes this ends without findings.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include <strider/cuda/policy.hpp>
#include <strider/emulator/memory.hpp>
#include <strider/emulator/session.hpp>

namespace strider::test {

/// A copy of some elements in the emulator's device memory, `offset` elements after an aligned address.
template <class T>
class emulator_buffer {
public:
    explicit emulator_buffer(std::span<const T> elements, std::size_t offset = 0)
        : memory_(emulation::allocate((elements.size() + offset) * sizeof(T))),
          first_(static_cast<T*>(memory_) + offset),
          size_(elements.size()) {
        assign(elements);
    }
    explicit emulator_buffer(const std::vector<T>& elements, std::size_t offset = 0)
        : emulator_buffer(std::span<const T>(elements), offset) {}
    emulator_buffer(const emulator_buffer&) = delete;
    emulator_buffer& operator=(const emulator_buffer&) = delete;
    ~emulator_buffer() { emulation::release(memory_); }

    std::span<const T> range() const { return {first_, size_}; }
    T* address() const { return first_; }
    T value() const { return *first_; }
    std::vector<T> values() const { return {first_, first_ + size_}; }
    void assign(std::span<const T> elements) const {
        std::memcpy(static_cast<void*>(first_), elements.data(), elements.size_bytes());
        emulation::mark_written(first_, elements.size_bytes());
    }

private:
    void* memory_;
    T* first_;
    std::size_t size_;
};

struct emulator_backend {
    static constexpr bool every_pair = false;
    static constexpr std::uint64_t largest = 70'000;  // eighteen blocks
    static constexpr std::uint64_t largest_scan = 140'001;
    static constexpr std::uint64_t largest_histogram = 20'000;
    static emulator policy() { return {}; }
    static emulator policy_with(workspace* scratch) { return {scratch}; }
    template <class Work>
    static void on_a_stream_of_its_own(workspace* scratch, Work work) {
        work(policy_with(scratch));  // every thread of the host is one
    }
    template <class T>
    using buffer = emulator_buffer<T>;
};

using device_backend = emulator_backend;

/// Every test of the suite runs under the emulator's checks, and ends without findings.
class no_findings : public testing::EmptyTestEventListener {
    void OnTestStart(const testing::TestInfo&) override {
        session_ = std::make_unique<emulation::session>(emulation::options{.speed = emulation::speed::check});
    }
    void OnTestEnd(const testing::TestInfo&) override {
        for (const emulation::finding& found : session_->report().findings) ADD_FAILURE() << emulation::text(found);
        session_.reset();
    }
    std::unique_ptr<emulation::session> session_;
};

/// Once in a program, whatever its files.
[[maybe_unused]] inline const bool watched = [] {
    testing::UnitTest::GetInstance()->listeners().Append(new no_findings);
    return true;
}();

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
