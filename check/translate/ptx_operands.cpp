#include "ptx_operands.hpp"

#include <algorithm>
#include <cctype>

namespace strider::kernel_check::ptx {
namespace {

const std::map<std::string, std::string, std::less<>> special_registers{
    {"laneid", "::strider::emulation::lane_index()"},
    {"lanemask_eq", "(1u << ::strider::emulation::lane_index())"},
    {"lanemask_lt", "::strider::emulation::ptx::lanes_before()"},
    {"lanemask_le", "(::strider::emulation::ptx::lanes_before() << 1 | 1u)"},
    {"lanemask_gt", "~(::strider::emulation::ptx::lanes_before() << 1 | 1u)"},
    {"lanemask_ge", "~::strider::emulation::ptx::lanes_before()"},
    {"warpid", "(::strider::emulation::ptx::thread_in_block() / 32)"},
    {"nwarpid", "64u"},
    {"smid", "::strider::emulation::ptx::multiprocessor()"},
    {"nsmid", "::strider::emulation::multiprocessors()"},
    {"gridid", "0ull"},
    {"clock", "static_cast<unsigned>(clock64())"},
    {"clock_hi", "static_cast<unsigned>(clock64() >> 32)"},
    {"clock64", "static_cast<unsigned long long>(clock64())"},
    {"globaltimer", "strider::emulation::host_clock()"},
    {"globaltimer_lo", "static_cast<unsigned>(strider::emulation::host_clock())"},
    {"globaltimer_hi", "static_cast<unsigned>(strider::emulation::host_clock() >> 32)"},
    {"tid", "::strider::emulation::thread_index()"},
    {"ntid", "::strider::emulation::block_extent()"},
    {"ctaid", "::strider::emulation::block_index()"},
    {"nctaid", "::strider::emulation::grid_extent()"},
    {"clusterid", "::strider::emulation::this_cluster().index"},
    {"nclusterid", "::strider::emulation::this_cluster().grid"},
    {"cluster_ctaid", "::strider::emulation::this_cluster().block"},
    {"cluster_nctaid", "::strider::emulation::this_cluster().blocks"},
    {"cluster_ctarank", "::strider::emulation::this_cluster().rank"},
    {"cluster_nctarank", "__clusterSizeInBlocks()"},
    {"is_explicit_cluster", "(::strider::emulation::in_cluster_launch())"},
};

}  // namespace

std::string register_variable(std::string name) {
    std::erase(name, '%');
    if (name.empty()) throw not_in_table();
    if (name.find_first_not_of("0123456789") == std::string::npos) return "strider_" + name;
    std::replace(name.begin(), name.end(), '$', '_');
    if (std::ranges::any_of(name, [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; }))
        throw not_in_table();
    return "strider_ptx_" + name;
}

namespace {
bool is_number(const std::string& operand) {
    return std::isdigit(static_cast<unsigned char>(operand[operand[0] == '-' && operand.size() > 1 ? 1 : 0])) != 0;
}
}  // namespace

std::string value(const std::string& operand) {
    if (operand.empty()) throw not_in_table();
    if (operand[0] == '%' && std::isdigit(static_cast<unsigned char>(operand[1])) == 0) {
        const std::size_t dot = operand.find('.');
        const auto special = special_registers.find(operand.substr(1, dot - 1));
        if (special != special_registers.end())
            return special->second + (dot == std::string::npos ? "" : operand.substr(dot));
        for (const char* other :
             {"pm", "envreg", "dynamic_smem", "total_smem", "aggr_smem", "reserved_smem", "current_graph_exec"})
            if (operand.substr(1).starts_with(other)) throw not_in_table();
    }
    if (operand.starts_with("0f") || operand.starts_with("0F"))
        return "__builtin_bit_cast(float, 0x" + operand.substr(2) + "u)";
    if (operand.starts_with("0d") || operand.starts_with("0D"))
        return "__builtin_bit_cast(double, 0x" + operand.substr(2) + "ull)";
    if (is_number(operand)) return operand;
    if (operand[0] == '!') return "!" + register_variable(operand.substr(1));
    return register_variable(operand);
}
std::string typed(const std::string& type, const std::string& operand) {
    // A decimal fraction is rounded to the instruction's type; other numbers are bits.
    if (!operand.empty() && is_number(operand) && !operand.starts_with("0x") && !operand.starts_with("0X") &&
        operand[1 % operand.size()] != 'f' && operand[1 % operand.size()] != 'F' &&
        operand.find_first_of(".eE") != std::string::npos)
        return "static_cast<" + type + ">(" + operand + ")";
    return "::strider::emulation::ptx::as<" + type + ">(" + value(operand) + ")";
}
std::string assign(const std::string& operand, const std::string& expression) {
    if (operand == "_") return "static_cast<void>(" + expression + "); ";
    return "::strider::emulation::ptx::put(" + register_variable(operand) + ", " + expression + "); ";
}

bool has(const instruction& i, std::string_view modifier) {
    return std::find(i.modifiers.begin(), i.modifiers.end(), modifier) != i.modifiers.end();
}
const std::string& type_name(const instruction& i, std::size_t from_last) {
    for (auto m = i.modifiers.rbegin(); m != i.modifiers.rend(); ++m)
        if (register_types.contains(*m) && from_last-- == 0) return *m;
    throw not_in_table();
}
const std::string& type(const instruction& i, std::size_t from_last) {
    return register_types.find(type_name(i, from_last))->second;
}
const std::string& operand(const instruction& i, std::size_t n) {
    if (n >= i.operands.size()) throw not_in_table();
    return i.operands[n];
}

std::vector<std::string> parts_of(const std::string& operand) {
    if (operand.size() < 2 || operand[0] != '{') throw not_in_table();
    return split(operand.substr(1, operand.size() - 2), ',');
}
std::pair<std::string, std::string> destinations(const instruction& i) {
    std::vector<std::string> both = split(operand(i, 0), '|');
    if (both.empty() || both.size() > 2) throw not_in_table();
    both.resize(2);
    return {both[0], both[1]};
}

std::string pointer_to(const std::string& type, const std::string& operand, bool shared) {
    if (operand.size() < 3 || operand[0] != '[') throw not_in_table();
    const std::string inner = operand.substr(1, operand.size() - 2);
    const std::size_t plus = inner.find('+');
    const std::string base = trimmed(inner.substr(0, plus));
    const std::string offset = plus == std::string::npos ? "0" : trimmed(inner.substr(plus + 1));
    if (offset.empty() || !is_number(offset)) throw not_in_table();
    std::string address = typed("unsigned long long", base);
    if (shared) address = "reinterpret_cast<unsigned long long>(__cvta_shared_to_generic(" + address + "))";
    return "::strider::emulation::ptx::at<" + type + ">(" + address + ", " + offset + ")";
}

}  // namespace strider::kernel_check::ptx
// SPDX-License-Identifier: Apache-2.0
