// The library's calls of "compact".
#pragma once

#include <cstdint>
#include <span>

#include <ladders/compact/problem.hpp>
#include <ladders/library_memory.hpp>
#include <strider/compact.hpp>
#include <strider/views.hpp>

namespace strider::ladders::compact {

/// Whether the mark of a place is not 0.
struct marked {
    const std::uint8_t* marks;
    STRIDER_HOST_DEVICE bool operator()(std::int64_t place) const { return marks[place] != 0; }
};

template <class Policy>
class calls final : public library_on<Policy> {
public:
    using library_on<Policy>::library_on;

    std::uint64_t compact_below(std::uint32_t limit, std::span<const std::uint32_t> values,
                                std::span<std::uint32_t> kept) override {
        auto memory = this->memory();
        const std::span from(memory.read(values.data(), values.size()), values.size());
        const std::span to(memory.write(kept.data(), values.size()), values.size());
        const std::uint64_t count = strider::compact(this->policy_, from, to, below<std::uint32_t>{limit});
        memory.finish();
        return count;
    }

#if !defined(STRIDER_SIMT)
    std::uint64_t places_of(std::span<const std::uint8_t> marks, std::span<std::int64_t> places) override {
        auto memory = this->memory();
        const marked is_marked{memory.read(marks.data(), marks.size())};
        const std::span to(memory.write(places.data(), places.size()), places.size());
        const auto all = views::iota<std::int64_t>(0, static_cast<std::int64_t>(marks.size()));
        const std::uint64_t count = strider::compact(this->policy_, all, to, is_marked);
        memory.finish();
        return count;
    }
#endif
};

}  // namespace strider::ladders::compact
// SPDX-License-Identifier: Apache-2.0
