// Shared memory without bank conflicts at strides that are powers of two.
#pragma once

#include <strider/launch.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

/// Where element i stands when an empty one is left after every 128 bytes, a row of the banks: neighbours in a column
/// of the rows then lie in different banks.
template <class T>
STRIDER_HOST_DEVICE constexpr unsigned padded(unsigned i) {
    return i + i / static_cast<unsigned>(128 / sizeof(T));
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
