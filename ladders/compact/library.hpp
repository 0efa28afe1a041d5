// The library's calls of "compact".
#pragma once

#include <cstdint>
#include <span>

#include <ladders/compact/problem.hpp>
#include <ladders/library_memory.hpp>
#include <strider/compact.hpp>

namespace strider::ladders::compact {

template <class Policy>
class calls final : public library {
public:
    explicit calls(const Policy& policy) : policy_(policy) {}

    std::uint64_t compact_below(std::uint32_t limit, std::span<const std::uint32_t> values,
                                std::span<std::uint32_t> kept) override {
        memory_for<Policy> memory(policy_);
        const std::span from(memory.read(values.data(), values.size()), values.size());
        const std::span to(memory.write(kept.data(), values.size()), values.size());
        const std::uint64_t count = strider::compact(policy_, from, to, below<std::uint32_t>{limit});
        memory.finish();
        return count;
    }

private:
    Policy policy_;
};

}  // namespace strider::ladders::compact
