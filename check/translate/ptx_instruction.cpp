#include "ptx_instruction.hpp"

#include <algorithm>

namespace strider::kernel_check::ptx {

std::string trimmed(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string::npos) return "";
    return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (const char c : text) {
        if (c == '{' || c == '[') ++depth;
        if (c == '}' || c == ']') --depth;
        if (c == at && depth == 0)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    for (std::string& part : parts) part = trimmed(part);
    if (parts.size() == 1 && parts[0].empty()) parts.clear();
    return parts;
}

instruction parse_instruction(const std::string& statement) {
    instruction result{statement, {}, {}, {}, {}};
    std::string rest = statement;
    if (rest[0] == '@') {
        const std::size_t end = rest.find_first_of(" \t");
        result.predicate = rest.substr(1, end - 1);
        rest = end == std::string::npos ? "" : trimmed(rest.substr(end));
    }
    const std::size_t end = std::min(rest.find_first_of(" \t\n"), rest.size());
    result.modifiers = split(rest.substr(0, end), '.');
    if (!result.modifiers.empty()) {
        result.op = result.modifiers.front();
        result.modifiers.erase(result.modifiers.begin());
    }
    result.operands = split(trimmed(rest.substr(end)), ',');
    return result;
}

const std::map<std::string, std::string, std::less<>> register_types{
    {"b8", "unsigned char"},
    {"u8", "unsigned char"},
    {"s8", "signed char"},
    {"b16", "unsigned short"},
    {"u16", "unsigned short"},
    {"s16", "short"},
    {"b32", "unsigned"},
    {"u32", "unsigned"},
    {"s32", "int"},
    {"b64", "unsigned long long"},
    {"u64", "unsigned long long"},
    {"s64", "long long"},
    {"u16x2", "unsigned"},
    {"s16x2", "unsigned"},
    {"f32", "float"},
    {"f64", "double"},
    {"tf32", "unsigned"},
    {"f16", "::strider::emulation::small_float<::strider::emulation::binary16>"},
    {"bf16", "::strider::emulation::small_float<::strider::emulation::bfloat16>"},
    {"f16x2", "::strider::emulation::small_pair<::strider::emulation::binary16>"},
    {"bf16x2", "::strider::emulation::small_pair<::strider::emulation::bfloat16>"},
    {"e4m3x2", "::strider::emulation::ptx::fp8_pair<::strider::emulation::e4m3>"},
    {"e5m2x2", "::strider::emulation::ptx::fp8_pair<::strider::emulation::e5m2>"},
    {"pred", "bool"}};

}  // namespace strider::kernel_check::ptx
// SPDX-License-Identifier: Apache-2.0
