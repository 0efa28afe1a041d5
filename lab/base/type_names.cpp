#include <lab/base/type_names.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <string_view>

#include <lab/base/errors.hpp>
#include <lab/base/suggest.hpp>

namespace strider::lab {
namespace {

/// The place of `name` in a list of names. Throws usage_error that lists them where it is not there.
std::size_t position_in(std::span<const std::string_view> names, std::string_view name, std::string_view what) {
    const auto match = std::find(names.begin(), names.end(), name);
    if (match != names.end()) return static_cast<std::size_t>(match - names.begin());
    throw usage_error(fmt::format("{} \"{}\" is not known; it is one of: {}{}", what, name, fmt::join(names, ", "),
                                  did_you_mean(name, names)));
}

}  // namespace

ladders::element_type type_named(const std::string& name) {
    return static_cast<ladders::element_type>(position_in(ladders::element_type_names, name, "type"));
}

ladders::operation operation_named(const std::string& name) {
    return static_cast<ladders::operation>(position_in(ladders::operation_names, name, "operator"));
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
