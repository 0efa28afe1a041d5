// Kernels: their definitions, clusters, and addresses.
#include <utility>

#include "translator.hpp"

namespace strider::kernel_check {

/// A kernel that is defined here is known to the program by its name, and says so when a lane has entered it.
void translator::kernel(std::size_t global) {
    const auto name = name_behind(in_, global);
    if (!name) return;
    std::size_t brace = behind_closing(in_, *name + 1, "(", ")");
    while (brace < in_.size() && !in_.is(brace, "{") && !in_.is(brace, ";")) ++brace;
    if (!in_.is(brace, "{") || brace == body_) return;
    body_ = brace;
    parameters_ = template_arguments(global);
    kernel_ = in_.tokens[*name].text;
    is_c_ = scopes_.in_c(global);
    replace(in_.end(brace), in_.end(brace), " ::strider::emulation::program::entered(\"" + kernel_ + "\");");
    guard_parameters(*name + 1, brace);
}

/// The parameters of the template that is declared here, as its own instance has them: "Size, T, More..."
std::string translator::template_arguments(std::size_t i) const {
    while (i > 0 && !in_.is(i - 1, ";") && !in_.is(i - 1, "}") && !in_.is(i - 1, "{") && !in_.is(i, "template")) --i;
    if (!in_.is(i, "template") || !in_.is(i + 1, "<")) return "";
    std::string all;
    std::string_view name;
    bool is_pack = false, has_default = false;
    const std::size_t end = behind_closing(in_, i + 1, "<", ">") - 1;
    for (std::size_t k = i + 2, depth = 0; k <= end; ++k) {
        if (depth == 0 && (k == end || in_.is(k, ","))) {
            all.append(all.empty() ? "" : ", ").append(name) += is_pack ? "..." : "";
            is_pack = has_default = false;
            continue;
        }
        depth += in_.is(k, "<") || in_.is(k, "(");
        depth -= depth > 0 && (in_.is(k, ">") || in_.is(k, ")"));
        has_default = has_default || in_.is(k, "=");
        is_pack = is_pack || in_.is(k, "...") || (in_.is(k, ".") && in_.is(k + 1, "."));
        if (in_.is_identifier(k) && !has_default) name = in_.tokens[k].text;
    }
    return all;
}

/// __cluster_dims__(2, 1, 1) void kernel(...)   is registered by the kernel's name, behind its definition; of a
/// template each instance by its address, in its body.
void translator::cluster(std::size_t i) {
    if (!in_.is(i + 1, "(")) return;
    const std::size_t behind = behind_closing(in_, i + 1, "(", ")");
    cluster_ = in_.line(i + 2, behind - 2);
    replace(in_.begin(i), in_.end(behind - 1), "");
}

/// __launch_bounds__(threads, ...) before a body is registered as clusters are; not of a template, whose parameters it
/// may name.
void translator::bounds(std::size_t i) {
    if (!in_.is(i + 1, "(")) return;
    const std::size_t behind = behind_closing(in_, i + 1, "(", ")");
    std::size_t body = behind, comma = i + 2;
    while (body < in_.size() && !in_.is(body, "{") && !in_.is(body, ";")) ++body;
    for (; comma < behind - 1 && !in_.is(comma, ","); ++comma)
        if (in_.is(comma, "(")) comma = behind_closing(in_, comma, "(", ")") - 1;
    if (in_.is(body, "{")) bounds_ = in_.line(i + 2, comma - 1);
}

void translator::end_kernel(std::size_t brace) {
    if (kernels_.templates.contains(kernel_)) bounds_.clear();
    if (!cluster_.empty() && !parameters_.empty())
        replace(in_.begin(brace), in_.begin(brace),
                "STRIDER_EMULATOR_PROGRAM_INSTANCE_CLUSTER(&" + kernel_ + "<" + parameters_ + ">, " +
                    std::exchange(cluster_, "") + ");");
    if (std::exchange(has_block_, false)) replace(in_.begin(brace), in_.begin(brace), "}");
    replace(in_.end(brace), in_.end(brace),
            (is_c_ ? " STRIDER_EMULATOR_PROGRAM_C_KERNEL(" + kernel_ + ");"
                   : " STRIDER_EMULATOR_PROGRAM_KERNEL(\"" + kernel_ + "\");") +
                (cluster_.empty() ? "" : " STRIDER_EMULATOR_PROGRAM_CLUSTER(\"" + kernel_ + "\", " + cluster_ + ")") +
                (bounds_.empty() ? "" : " STRIDER_EMULATOR_PROGRAM_BOUNDS(\"" + kernel_ + "\", " + bounds_ + ")"));
    cluster_.clear();
    bounds_.clear();
}

/// (void*)kernel   becomes   (void*)emulation::runtime::handle(kernel), which cudaLaunchKernel knows.
void translator::kernel_as_address(std::size_t of_void) {
    const std::size_t star = in_.is(of_void + 1, "const") ? of_void + 2 : of_void + 1;
    if (!in_.is(star, "*") || !(in_.is(star + 1, ")") || in_.is(star + 1, ">"))) return;
    const bool by_call = in_.is(star + 1, ">") && in_.is(star + 2, "(");  // reinterpret_cast<void*>(
    const std::size_t first = star + (by_call ? 3 : 2);
    std::size_t name = in_.is(first, "&") ? first + 1 : first;
    while (in_.is_identifier(name) && in_.is(name + 1, ":") && in_.is(name + 2, ":")) name += 3;
    if (!in_.is_identifier(name)) return;
    const bool is_template = kernels_.templates.contains(in_.tokens[name].text);
    if (!is_template && !kernels_.plain.contains(in_.tokens[name].text)) return;
    const std::size_t behind =
        in_.is(name + 1, "<") && is_template ? behind_closing(in_, name + 1, "<", ">") : name + 1;
    if (in_.is(behind, "(")) return;  // a call
    replace(in_.begin(first), in_.begin(first), "::strider::emulation::runtime::handle(");
    replace(in_.end(behind - 1), in_.end(behind - 1), ")");
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
