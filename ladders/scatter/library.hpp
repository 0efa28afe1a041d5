// The library's calls of "scatter": items of which nothing is known but their bytes, and sums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <ladders/library.hpp>
#include <ladders/library_memory.hpp>
#include <strider/scatter.hpp>

namespace strider::ladders::scatter {

template <class Policy>
class calls final : public library {
public:
    explicit calls(const Policy& policy) : policy_(policy) {}

    void scatter(std::size_t item_bytes, const void* values, std::span<const std::int64_t> indices,
                 const items_in_memory<void>& results) override {
        with_word(item_bytes, [&]<class Word>(Word) {
            strider::scatter(policy_, std::span(static_cast<const Word*>(values), indices.size()), indices,
                             std::span(static_cast<Word*>(results.data), results.count), checked);
        });
    }

    void scatter_add(element_type type, const void* values, std::span<const std::int64_t> indices,
                     const items_in_memory<void>& results) override {
        const auto add = [&]<class T>(T) {
            scatter_reduce(policy_, std::span(static_cast<const T*>(values), indices.size()), indices,
                           std::span(static_cast<T*>(results.data), results.count), plus{}, checked);
        };
        if (type == element_type::f32) return add(float{});
        type == element_type::f64 ? add(double{}) : add(std::int64_t{});
    }

private:
    Policy policy_;
};

}  // namespace strider::ladders::scatter
