#include "allocation_names.hpp"

#include <map>

namespace strider::kernel_check {
namespace {

bool allocates(const code& in, std::size_t i) {
    return in.is_identifier(i) && in.is(i + 1, "(") &&
           (in.tokens[i].text.starts_with("cudaMalloc") || in.is(i, "cudaHostAlloc"));
}

/// What the address is taken of in the argument that begins at token i: `d.in` in `(void**)&d.in, bytes`.
std::string variable(const code& in, std::size_t i) {
    std::size_t name = in.size(), end = i;
    int depth = 0;
    for (; end < in.size() && !(depth == 0 && (in.is(end, ",") || in.is(end, ")"))); ++end) {
        if (in.is(end, "(") || in.is(end, "[")) ++depth;
        if (in.is(end, ")") || in.is(end, "]")) --depth;
        if (name == in.size() && in.is(end, "&")) name = end + 1;
    }
    while (end > name && in.is(end - 1, ")")) --end;  // of reinterpret_cast<void**>(&d)
    return name < end && in.is_identifier(name) ? in.line(name, end - 1) : "";
}

/// Whether the scope around token i gives the variable to its caller, who knows it by another name.
bool returned(const code& in, std::size_t i, const std::string& variable) {
    int depth = 0;
    for (; i < in.size() && depth >= 0; ++i) {
        if (in.is(i, "{")) ++depth;
        if (in.is(i, "}")) --depth;
        if (in.is(i, "return") && in.is(i + 1, variable)) return true;
    }
    return false;
}

}  // namespace

std::string allocation_names(const code& in, const std::string& file) {
    std::map<int, std::string> names;
    for (std::size_t i = 0; i < in.size(); ++i) {
        if (!allocates(in, i)) continue;
        const std::string name = variable(in, i + 2);
        const auto [known, first] = names.emplace(in.tokens[i].line, name);
        if (!first || returned(in, i, name)) known->second.clear();  // of several in one line it is not known which
    }
    std::string all;
    for (const auto& [line, name] : names)
        if (!name.empty()) (all += '{').append(std::to_string(line)).append(", \"").append(name).append("\"}, ");
    return all.empty() ? "" : "STRIDER_EMULATOR_PROGRAM_ALLOCATIONS(\"" + file + "\", " + all + ");\n";
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
