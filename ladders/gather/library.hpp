// The library's calls of "gather": items of which nothing is known but their bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <ladders/library_memory.hpp>
#include <strider/gather.hpp>

namespace strider::ladders::gather {

template <class Policy>
class calls final : public library_on<Policy> {
public:
    using library_on<Policy>::library_on;

    void gather(std::size_t item_bytes, const items_in_memory<const void>& values,
                std::span<const std::int64_t> indices, void* results, bool known) override {
        with_word(item_bytes, [&]<class Word>(Word) {
            auto memory = this->memory();
            const std::span from(memory.read(static_cast<const Word*>(values.data), values.count), values.count);
            const std::span places(memory.read(indices.data(), indices.size()), indices.size());
            const std::span to(memory.write(static_cast<Word*>(results), indices.size()), indices.size());
            if (known) {
                strider::gather(this->policy_, from, places, to);
            } else {
                strider::gather(this->policy_, from, places, to, checked);
            }
            memory.finish();
        });
    }
};

}  // namespace strider::ladders::gather
// SPDX-License-Identifier: Apache-2.0
