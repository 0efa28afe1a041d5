// From a rung's arguments, which name type and operation at run time, to the call of a typed kernel.
#pragma once

#include <ladders/harness/rung.hpp>
#include <ladders/segmented_reduce/problem.hpp>

namespace strider::ladders::segmented_reduce {

/// The input of a rung: segment s has the elements from offsets[s] up to offsets[s + 1], and goes to output[s].
template <class T>
struct typed_segments {
    const T* input;
    const offset* offsets;
    T* output;
    std::uint64_t segments;
};

template <class T>
typed_segments<T> segments_in(const arguments& with) {
    return {static_cast<const T*>(with.input), static_cast<const offset*>(with.side_input),
            static_cast<T*>(with.output), segments_of(with)};
}

}  // namespace strider::ladders::segmented_reduce
// SPDX-License-Identifier: Apache-2.0
