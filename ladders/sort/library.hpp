// The library's calls of "sort".
#pragma once

#include <cstdint>
#include <span>

#include <ladders/library.hpp>
#include <ladders/library_memory.hpp>
#include <strider/sort.hpp>

namespace strider::ladders::sort {

template <class Policy>
class calls final : public library {
public:
    explicit calls(const Policy& policy) : policy_(policy) {}

    void sort(element_type type, void* keys, std::uint64_t elements, std::int64_t* places) override {
        const auto ascending = [&]<class T>(T) {
            const std::span all(static_cast<T*>(keys), elements);
            places ? sort_pairs(policy_, all, std::span(places, elements)) : strider::sort(policy_, all);
        };
        switch (type) {
            case element_type::i32:
                return ascending(std::int32_t{});
            case element_type::u64:
                return ascending(std::uint64_t{});
            case element_type::f32:
                return ascending(float{});
            case element_type::f64:
                return ascending(double{});
            default:
                return ascending(std::int64_t{});
        }
    }

private:
    Policy policy_;
};

}  // namespace strider::ladders::sort
