#include "thrust.hpp"

#include <cstdlib>
#include <sstream>

namespace strider::kernel_check {
namespace {

namespace fs = std::filesystem;

/// Where CUDA toolkits are: as the environment says, where nvcc is found, and where they are by default.
std::vector<fs::path> toolkits() {
    std::vector<fs::path> all;
    for (const char* variable : {"CUDA_PATH", "CUDA_HOME"})
        if (const char* const folder = std::getenv(variable)) all.emplace_back(folder);
    std::istringstream path(std::getenv("PATH") != nullptr ? std::getenv("PATH") : "");
    for (std::string folder; std::getline(path, folder, ':');) {
        std::error_code none;
        const fs::path nvcc = fs::canonical(fs::path(folder) / "nvcc", none);
        if (!none) all.push_back(nvcc.parent_path().parent_path());
    }
    all.insert(all.end(), {"/usr/local/cuda", "/opt/cuda", "/usr"});
    return all;
}

}  // namespace

bool holds_thrust(const fs::path& folder) {
    std::error_code none;
    return fs::exists(folder / "thrust/version.h", none);
}

std::optional<fs::path> find_thrust(const std::vector<fs::path>& folders) {
    std::vector<fs::path> all = folders;
    for (const fs::path& toolkit : toolkits()) all.push_back(toolkit / "include");
    for (const fs::path& folder : all)
        for (const fs::path& one : {folder, folder / "cccl"})  // where CUDA 13 has it
            if (holds_thrust(one)) return fs::absolute(one);
    return std::nullopt;
}

std::vector<std::string> thrust_arguments(const fs::path& headers, const fs::path& folder) {
    // Links to the parts that Thrust needs: beside them may lie the toolkit's own headers, which shims replace.
    const fs::path parts = folder / "cccl";
    fs::create_directory(parts);
    for (const char* part : {"thrust", "cuda", "nv"})
        if (fs::exists(headers / part)) fs::create_directory_symlink(headers / part, parts / part);
    // Findings name the headers by their own place, marked by "/./" as a library's. CCCL's half precision would read
    // the toolkit's headers.
    return {"-I",
            parts,
            "-fdebug-prefix-map=" + parts.string() + "=" + (headers / ".").string(),
            "-DTHRUST_DEVICE_SYSTEM=4",
            "-DCCCL_DISABLE_FP16_SUPPORT",
            "-DCCCL_DISABLE_BF16_SUPPORT"};
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
