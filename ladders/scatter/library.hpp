// The library's calls of "scatter": items of which nothing is known but their bytes, and sums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <ladders/library_memory.hpp>
#include <strider/scatter.hpp>

namespace strider::ladders::scatter {

template <class Policy>
class calls final : public library_on<Policy> {
public:
    using library_on<Policy>::library_on;

    void scatter(std::size_t item_bytes, const void* values, std::span<const std::int64_t> indices,
                 const items_in_memory<void>& results) override {
        with_word(item_bytes, [&]<class Word>(Word) {
            auto memory = this->memory();
            const arrays<Word> of(memory, values, indices, results);
            strider::scatter(this->policy_, of.values, of.indices, of.results, checked);
            memory.finish();
        });
    }

    void scatter_add(element_type type, const void* values, std::span<const std::int64_t> indices,
                     const items_in_memory<void>& results) override {
        const auto add = [&]<class T>(T) {
            auto memory = this->memory();
            const arrays<T> of(memory, values, indices, results);
            scatter_reduce(this->policy_, of.values, of.indices, of.results, plus{}, checked);
            memory.finish();
        };
        if (type == element_type::f32) return add(float{});
        type == element_type::f64 ? add(double{}) : add(std::int64_t{});
    }

private:
    /// What a call takes, where its policy reads it.
    template <class T>
    struct arrays {
        arrays(memory_for<Policy>& memory, const void* from, std::span<const std::int64_t> places,
               const items_in_memory<void>& to)
            : values(memory.read(static_cast<const T*>(from), places.size()), places.size()),
              indices(memory.read(places.data(), places.size()), places.size()),
              results(memory.update(static_cast<T*>(to.data), to.count), to.count) {}

        std::span<const T> values;
        std::span<const std::int64_t> indices;
        std::span<T> results;
    };
};

}  // namespace strider::ladders::scatter
// SPDX-License-Identifier: Apache-2.0
