#include <lab/records/instructions.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include <lab/base/location.hpp>
#include <lab/base/record.hpp>
#include <lab/records/details.hpp>

namespace strider::lab {
namespace {

/// FNV-1a of a file up to a rung's registration or the licence's line, without comments and blanks, as
/// tools/sass_weights.py writes it down; empty where there is no file.
std::string checksum(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) return "";
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    std::uint64_t hash = 0xcbf29ce484222325;
    const std::string code = text.substr(0, std::min(text.find("static const registration"), text.find("// SPDX-")));
    for (std::size_t at = 0; at < code.size(); ++at) {
        if (code.compare(at, 2, "//") == 0) at = code.find('\n', at);
        if (at == std::string::npos) break;
        if (code[at] != ' ') hash = (hash ^ static_cast<unsigned char>(code[at])) * 0x100000001b3;
    }
    return fmt::format("{:016x}", hash);
}

/// What nvcc makes of a kernel.
struct machine_code {
    std::map<std::string, double> weights;  ///< by "file:line", the instructions that a step stands for
    double registers, static_shared_bytes;
};

/// And the kernel's instance.
using instance_code = std::map<std::string, machine_code>::value_type;

/// results/sass.json: the machine code of the kernels of a rung.
class weight_table {
public:
    weight_table() {
        const std::filesystem::path file = data_path("results/sass.json");
        std::ifstream in(file);
        if (file.empty() || !in) return;
        const record table = record::parse(in);
        mean_ = table.at("instructions_per_step");
        // An installed copy has no sources beside it, and is of one commit.
        const std::filesystem::path tree = file.parent_path().parent_path();
        for (const auto& [source, sum] : table.at("sources").items()) {
            const std::string now = checksum(tree / source);
            changed_[source] = !now.empty() && now != sum.get<std::string>();
        }
        for (const record& kernel : table.at("kernels")) add(kernel);
    }

    double mean() const { return mean_; }

    /// Of the kernel, or of the same for another type, where the rung has only that; a null pointer where no code
    /// holds.
    const instance_code* of(std::string_view pattern, int rung, const std::string& kernel,
                            const std::string& instance) const {
        const auto found = kernels_.find(key(pattern, rung, kernel));
        if (found == kernels_.end()) return nullptr;
        const auto same = found->second.find(instance);
        return same == found->second.end() ? &*found->second.begin() : &*same;
    }

private:
    static std::string key(std::string_view pattern, int rung, std::string_view kernel) {
        return fmt::format("{} {} {}", pattern, rung, kernel);
    }

    void add(const record& kernel) {
        machine_code code{{}, kernel.at("registers"), kernel.at("static_shared_bytes")};
        for (const auto& [source, lines] : kernel.at("weights").items()) {
            if (changed_[source]) return;
            for (const auto& [line, weight] : lines.items()) code.weights[source + ":" + line] = weight;
        }
        kernels_[key(text_at(kernel, "pattern"), kernel.at("rung"), text_at(kernel, "kernel"))]
                [text_at(kernel, "instance")] = std::move(code);
    }

    double mean_ = 1;
    std::map<std::string, bool> changed_;
    std::map<std::string, std::map<std::string, machine_code>> kernels_;  ///< and by instance
};

/// The instance of a kernel that was launched under this name.
std::string instance_of(const emulation::details& seen, const std::string& kernel) {
    const auto found =
        std::ranges::find(seen.launches, kernel, [](const emulation::launch_counters& one) { return one.kernel; });
    return found == seen.launches.end() ? kernel : found->instance;
}

}  // namespace

issued_instructions instructions_of(std::string_view pattern, int rung, const emulation::details& seen) {
    static const weight_table table;
    issued_instructions result;
    result.by = "sass";
    double all_threads = 0;
    for (const auto& [kernel, lines] : seen.lines) {
        const std::string instance = instance_of(seen, kernel);
        const instance_code* const found = table.of(pattern, rung, kernel, instance);
        const machine_code* const code = found ? &found->second : nullptr;
        const bool is_exact = found && found->first == instance;
        if (!is_exact) result.by = "estimated";
        double instructions = 0, threads = 0, steps = 0;
        for (const emulation::line_counters& line : lines) {
            double weight = table.mean();
            if (code != nullptr) {
                const auto own =
                    code->weights.find(fmt::format("{}:{}", in_source_tree(line.where.file), line.where.line));
                if (own != code->weights.end()) weight = own->second;
            }
            steps += static_cast<double>(line.seen.warp_steps);
            instructions += weight * static_cast<double>(line.seen.warp_steps);
            threads += weight * static_cast<double>(line.seen.thread_steps);
        }
        result.instructions += instructions;
        all_threads += threads;
        if (instructions == 0) continue;
        issued_instructions::kernel& issued = result.kernels[kernel];
        issued = {
            .per_step = instructions / steps, .threads_per_instruction = threads / instructions, .is_exact = is_exact};
        if (code == nullptr) continue;
        issued.registers = code->registers;
        issued.static_shared_bytes = code->static_shared_bytes;
    }
    if (result.instructions != 0) result.threads_per_instruction = all_threads / result.instructions;
    return result;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
