// The library's calls of "sort".
#pragma once

#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include <ladders/library_memory.hpp>
#include <strider/sort.hpp>
#include <strider/top_k.hpp>

namespace strider::ladders::sort {

template <class Policy>
class calls final : public library_on<Policy> {
public:
    using library_on<Policy>::library_on;

    void sort(element_type type, void* keys, std::uint64_t elements, std::int64_t* places) override {
        with_key(type, [&]<class T>(T) {
            auto memory = this->memory();
            const std::span all(memory.update(static_cast<T*>(keys), elements), elements);
            if (places) {
                sort_pairs(this->policy_, all, std::span(memory.update(places, elements), elements));
            } else {
                strider::sort(this->policy_, all);
            }
            memory.finish();
        });
    }

#if !defined(STRIDER_DEVICE_CODE)
    void top_places(element_type type, const void* keys, std::uint64_t elements,
                    std::span<std::int64_t> places) override {
        std::vector<std::int64_t> all(elements);
        std::iota(all.begin(), all.end(), 0);
        with_key(type, [&]<class T>(T) {
            const T* const values = static_cast<const T*>(keys);
            const auto key_at = [values](std::int64_t place) { return values[place]; };
            strider::top_k(this->policy_, all, places, std::greater<>{}, key_at);
        });
    }
#endif

private:
    template <class Function>
    static void with_key(element_type type, Function function) {
        switch (type) {
            case element_type::i32:
                return function(std::int32_t{});
            case element_type::u64:
                return function(std::uint64_t{});
            case element_type::f32:
                return function(float{});
            case element_type::f64:
                return function(double{});
            default:
                return function(std::int64_t{});
        }
    }
};

}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
