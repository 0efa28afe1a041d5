// The calls of arrays, which rung 90 and the executor do without.
#include <ladders/scatter/library.hpp>

namespace strider::ladders::scatter {
inline namespace STRIDER_TARGET {

static const library_registration for_arrays(device_library<calls>("scatter"));

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scatter
// SPDX-License-Identifier: Apache-2.0
