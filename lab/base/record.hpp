// Records: one measured, counted or computed result each. All output is made from them.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace strider::lab {

/// One JSON object of schema 1, its fields in the order of the schema. What does not apply is left out, never null.
using record = nlohmann::ordered_json;

inline constexpr int record_schema = 1;

/// The beginning of each record of a command.
record record_of(std::string_view command);

/// A number as JSON holds it: NaN and the infinities, which JSON cannot say, become "nan", "inf" and "-inf".
record number(double value);

/// A counter: counts are integers, and are written as such; ratios are not.
record count_or_ratio(double value);

/// The value at a path such as "time/kernel_us/median"; null where the record does not have it.
const record* find(const record& in, std::string_view path);

/// The number at a path; NaN where there is none, or where it is no number.
double number_at(const record& in, std::string_view path);

/// The text at a path; empty where there is none, or where it is no text.
std::string text_at(const record& in, std::string_view path);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
