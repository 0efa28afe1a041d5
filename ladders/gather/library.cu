// The calls of arrays, which rung 90 and the executor do without.
#include <ladders/gather/library.hpp>

namespace strider::ladders::gather {
inline namespace STRIDER_TARGET {

static const library_registration for_arrays(device_library<calls>("gather"));

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::gather
// SPDX-License-Identifier: Apache-2.0
