// Parameters of a source's functions, as it writes them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strider::kernel_check {

struct declared_parameter {
    std::string type;  ///< "const float*"
    std::string name;  ///< may be empty
};

/// The parameters in the first declaration of the function; `name` may have scopes and template arguments, which are
/// left out.
std::optional<std::vector<declared_parameter>> declared_parameters(std::string_view source, std::string_view name);

/// The name of a function without its scopes and template arguments: step of a::step<int>.
std::string plain_name(std::string_view name);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
