#include <lab/readers/columns.hpp>

#include <fmt/format.h>

#include <cstdlib>

#include <lab/errors.hpp>
#include <lab/load_module.hpp>

namespace strider::lab {
namespace {

constexpr const char* columns_module = "strider_arrow";

}  // namespace

std::unique_ptr<stored_columns> open_columns(const byte_input& input, std::string_view format) {
    std::string why;
    const auto open = reinterpret_cast<open_columns_function>(
        load_module(columns_module, open_columns_symbol, STRIDER_BUILDS_ARROW, why));
    if (!open) {
        throw usage_error(
            fmt::format("is a file of {}, and what reads it is not here ({}); install Apache Arrow (pip "
                        "install pyarrow has it), configure and build again, or export it as CSV",
                        format, why));
    }
    return std::unique_ptr<stored_columns>(open(input.from.descriptor(), format));
}

bool are_columns_read() {
    return is_module_built(columns_module) || (STRIDER_BUILDS_ARROW && std::getenv("STRIDER_BUILDER") != nullptr);
}

}  // namespace strider::lab
