// The segmented scan on all cores: the scan of elements with their heads.
#pragma once

#include <strider/core/heads.hpp>
#include <strider/cpu/offsets.hpp>
#include <strider/cpu/scan.hpp>

namespace strider::cpu_backend {

// No product that an addition could be contracted with: an element is what was read, or the operator's result.
template <class T, class Operator, class Heads>
inline constexpr bool is_rounded<headed_elements<T, Operator, Heads>> = true;

}  // namespace strider::cpu_backend
