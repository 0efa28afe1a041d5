// The host as a backend for the conformance suites.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <strider/core/policy.hpp>

namespace strider::test {

/// A copy of some elements, `offset` elements after a 64-byte boundary.
template <class T>
class host_buffer {
public:
    explicit host_buffer(std::span<const T> elements, std::size_t offset = 0)
        : memory_(new(std::align_val_t{64}) unsigned char[(elements.size() + offset) * sizeof(T) + 1]),
          first_(reinterpret_cast<T*>(memory_.get()) + offset),
          size_(elements.size()) {
        std::uninitialized_copy(elements.begin(), elements.end(), first_);
    }
    explicit host_buffer(const std::vector<T>& elements, std::size_t offset = 0)
        : host_buffer(std::span<const T>(elements), offset) {}

    std::span<const T> range() const { return {first_, size_}; }
    T* address() const { return first_; }
    T value() const { return *first_; }
    std::vector<T> values() const { return {first_, first_ + size_}; }
    void assign(std::span<const T> elements) const { std::ranges::copy(elements, first_); }

private:
    struct free_aligned {
        void operator()(unsigned char* memory) const { ::operator delete[](memory, std::align_val_t{64}); }
    };
    std::unique_ptr<unsigned char[], free_aligned> memory_;
    T* first_;
    std::size_t size_;
};

struct serial_backend {
    static constexpr bool every_pair = STRIDER_TEST_ALL;
    static constexpr std::uint64_t largest = (std::uint64_t{1} << 20) + 1;
    static constexpr std::uint64_t largest_scan = 2'500'003;
    static constexpr std::uint64_t largest_histogram = 100'000;
    static serial policy() { return {}; }
    template <class T>
    using buffer = host_buffer<T>;
};

struct cpu_backend {
    static constexpr bool every_pair = true;
    static constexpr std::uint64_t largest = (std::uint64_t{1} << 20) + 1;
    static constexpr std::uint64_t largest_scan = 2'500'003;
    static constexpr std::uint64_t largest_histogram = 100'000;
    static cpu policy() { return {}; }
    template <class T>
    using buffer = host_buffer<T>;
};

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
