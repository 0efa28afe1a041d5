// The patterns by name, and their parameters as people write them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <lab/base/record.hpp>
#include <ladders/harness/problem.hpp>

namespace strider::lab {

/// The patterns that have a ladder, in the order in which their ideas build on each other.
/// (ladders/patterns.hpp takes long to compile, since it has all their problems: it is included once.)
extern const std::span<const ladders::pattern* const> all_patterns;

/// Their names.
std::span<const std::string_view> pattern_names();

/// Throws usage_error where there is no such pattern.
const ladders::pattern& pattern_named(std::string_view name);

/// Sets parameters of `into`, each given as NAME=VALUE. Throws usage_error where the pattern has no such parameter, or
/// the parameter no such value.
void set_parameters(const ladders::pattern& pattern, std::span<const std::string> given, ladders::instance& into);

/// The instance with every parameter settled. Throws usage_error where the pattern takes no such type or operation, has
/// no problem of just so many elements, or this machine not the memory for it.
ladders::instance settle(const ladders::pattern& pattern, const ladders::instance& asked);

/// The operation and the parameters, by name, as records hold them.
record parameters_record(const ladders::pattern& pattern, const ladders::instance& setting);

/// For people: "sum of f32", or the type alone where there is no operator, and the parameters that are not the usual.
std::string kind_of(const ladders::pattern& pattern, const ladders::instance& setting);
std::string unusual_parameters(const ladders::pattern& pattern, const ladders::instance& setting);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
