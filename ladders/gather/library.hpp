// The library's calls of "gather": items of which nothing is known but their bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <ladders/library.hpp>
#include <ladders/library_memory.hpp>
#include <strider/gather.hpp>

namespace strider::ladders::gather {

template <class Policy>
class calls final : public library {
public:
    explicit calls(const Policy& policy) : policy_(policy) {}

    void gather(std::size_t item_bytes, const items_in_memory<const void>& values,
                std::span<const std::int64_t> indices, void* results) override {
        with_word(item_bytes, [&]<class Word>(Word) {
            strider::gather(policy_, std::span(static_cast<const Word*>(values.data), values.count), indices,
                            std::span(static_cast<Word*>(results), indices.size()), checked);
        });
    }

private:
    Policy policy_;
};

}  // namespace strider::ladders::gather
