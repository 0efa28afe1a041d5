// Element types and operators by the names that the command line, records and exhibits have for them.
#pragma once

#include <string>

#include <ladders/harness/types.hpp>

namespace strider::lab {

/// The element type, or operation, by its name. Throws usage_error where there is none.
ladders::element_type type_named(const std::string& name);
ladders::operation operation_named(const std::string& name);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
