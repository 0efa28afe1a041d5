// The patterns that have a ladder, in the order in which their ideas build on each other.
#pragma once

#include <ladders/gather/problem.hpp>
#include <ladders/map/problem.hpp>
#include <ladders/problem.hpp>
#include <ladders/reduce/problem.hpp>
#include <ladders/scatter/problem.hpp>
#include <ladders/transpose/problem.hpp>

namespace strider::ladders {

inline constexpr const pattern* patterns[] = {
    &map::description, &gather::description, &scatter::description, &reduce::description, &transpose::description,
};

}  // namespace strider::ladders
