// The library's calls of "compact".
#pragma once

#include <cstdint>
#include <span>

#include <ladders/compact/problem.hpp>
#include <ladders/library_memory.hpp>
#include <strider/compact.hpp>
#include <strider/views.hpp>

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

#if !defined(STRIDER_DEVICE_CODE)
    std::uint64_t places_of(std::span<const std::uint8_t> marks, std::span<std::int64_t> places) override {
        const auto all = static_cast<std::int64_t>(marks.size());
        const auto is_marked = [marks = marks.data()](std::int64_t place) { return marks[place] != 0; };
        return strider::compact(policy_, views::iota<std::int64_t>(0, all), places, is_marked);
    }
#endif

private:
    Policy policy_;
};

}  // namespace strider::ladders::compact
