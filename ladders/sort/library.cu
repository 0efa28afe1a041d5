// The calls of arrays, which the executor does not need.
#include <ladders/sort/library.hpp>

namespace strider::ladders::sort {
inline namespace STRIDER_TARGET {

static const library_registration for_arrays(device_library<calls>("sort"));

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
