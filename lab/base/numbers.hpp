// Numbers for people: as many digits as are worth reading, thousands in groups.
#pragma once

#include <cstdint>
#include <string>

namespace strider::lab {

/// 1,048,576
std::string grouped(std::uint64_t value);

/// Three or four digits that count: 0.268, 5.21, 71.6, 653.7, 4,530. Empty for NaN.
std::string measured(double value);

/// Six digits at most, without zeros at the end: figures of others, as they were printed. Empty for NaN.
std::string as_printed(double value);

/// 1.59x; 7.4x and 12,345x where more digits would say nothing. Empty for NaN.
std::string factor(double value);

/// A fraction as 81%; 9.4% below ten. Empty for NaN.
std::string percent(double fraction);

/// A counter in a narrow column: in full below 10,000, else three digits and a unit: 389 k, 1.31 M.
std::string compact(double value);

/// A counter: an integer in full, a ratio with two decimals. Empty for NaN.
std::string counted(double value);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
