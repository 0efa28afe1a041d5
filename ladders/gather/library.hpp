// The library's calls of "gather": items of which nothing is known but their bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <ladders/library_memory.hpp>
#include <strider/gather.hpp>

namespace strider::ladders::gather {

/// The item of an index. An index without an item sets `*is_bad`.
template <class Word>
struct item_if_good {
    const Word* items;
    std::uint64_t count;
    unsigned* is_bad;
    STRIDER_HOST_DEVICE Word operator()(std::int64_t index) const {
        if (static_cast<std::uint64_t>(index) < count) return items[index];
        *is_bad = 1;
        return {};
    }
};

template <class Policy>
class calls final : public library_on<Policy> {
public:
    using library_on<Policy>::library_on;

    void gather(std::size_t item_bytes, const items_in_memory<const void>& values,
                std::span<const std::int64_t> indices, void* results, index_check check) override {
        with_word(item_bytes, [&]<class Word>(Word) {
            auto memory = this->memory();
            const std::span from(memory.read(static_cast<const Word*>(values.data), values.count), values.count);
            const std::span places(memory.read(indices.data(), indices.size()), indices.size());
            const std::span to(memory.write(static_cast<Word*>(results), indices.size()), indices.size());
            if (check == index_check::never) {
                strider::gather(this->policy_, from, places, to);
            } else if (check == index_check::before || !gather_if_good(from, places, to)) {
                strider::gather(this->policy_, from, places, to, checked);
            }
            memory.finish();
        });
    }

private:
    /// Whether all indices are good. Waits. Only a GPU checks them on the way, to save a launch.
    template <class Word>
    bool gather_if_good([[maybe_unused]] std::span<const Word> from,
                        [[maybe_unused]] std::span<const std::int64_t> places, [[maybe_unused]] std::span<Word> to) {
#if defined(__CUDACC__)
        auto* const is_bad = static_cast<unsigned*>(detail::result_slot());
        *is_bad = 0;
        transform(this->policy_, places, to, item_if_good<Word>{from.data(), from.size(), is_bad});
        detail::wait_for(this->policy_);
        return *is_bad == 0;
#else
        return false;
#endif
    }
};

}  // namespace strider::ladders::gather
// SPDX-License-Identifier: Apache-2.0
