// A call of a kernel or a function, as the process that answers calls is told of it.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace strider::emulation::program {

/// Where the caller listens: a socket of whole messages, of this number.
inline constexpr int calls_socket = 3;

/// An array in the file of a call.
struct call_array {
    std::string name;
    std::size_t offset = 0, bytes = 0;
    std::size_t element_bytes = 1;  ///< for findings, which count elements
    bool written = true;            ///< it is copied back
};

/// An array's address, so many bytes behind its begin; else a value.
struct call_argument {
    std::optional<std::size_t> array = {};
    std::ptrdiff_t offset = 0;
    std::vector<unsigned char> bytes = {};
};

struct call_request {
    std::size_t callable = 0;  ///< among those that the process has told of
    std::vector<unsigned> grid{1, 1, 1}, block{1, 1, 1};
    std::size_t shared_bytes = 0, most_shared_bytes = 0;  ///< dynamic; what the kernel is allowed, 0: the default
    bool cooperative = false;
    std::string file;  ///< holds the arrays
    std::size_t file_bytes = 0;
    std::vector<call_array> arrays;
    std::vector<call_argument> arguments;
};

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(call_array, name, offset, bytes, element_bytes, written)
inline void from_json(const nlohmann::json& line, call_argument& one) {
    if (line.contains("array")) one.array = line["array"].get<std::size_t>();
    one.offset = line.value("offset", std::ptrdiff_t{0});
    one.bytes = line.value("bytes", std::vector<unsigned char>());
}
inline void from_json(const nlohmann::json& line, call_request& request) {
    const call_request none;
    request.callable = line.value("callable", none.callable);
    request.grid = line.value("grid", none.grid);
    request.block = line.value("block", none.block);
    request.shared_bytes = line.value("shared_bytes", none.shared_bytes);
    request.most_shared_bytes = line.value("most_shared_bytes", none.most_shared_bytes);
    request.cooperative = line.value("cooperative", none.cooperative);
    request.file = line.value("file", none.file);
    request.file_bytes = line.value("file_bytes", none.file_bytes);
    request.arrays = line.value("arrays", none.arrays);
    request.arguments = line.value("arguments", none.arguments);
}

}  // namespace strider::emulation::program
// SPDX-License-Identifier: Apache-2.0
