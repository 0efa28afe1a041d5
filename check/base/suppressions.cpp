#include <fnmatch.h>

#include <fstream>
#include <sstream>
#include "options.hpp"

namespace strider::kernel_check {
namespace {

bool matches(const std::string& pattern, std::string_view text) {
    return fnmatch(pattern.c_str(), std::string(text).c_str(), 0) == 0;
}

bool is_kind(const std::string& pattern) {
    for (int kind = 0; kind < emulation::finding_kinds; ++kind)
        if (matches(pattern, emulation::name(static_cast<emulation::finding_kind>(kind)))) return true;
    return false;
}

}  // namespace

std::vector<suppression> read_suppressions(const std::filesystem::path& file) {
    std::ifstream in(file);
    if (!in || std::filesystem::is_directory(file))
        throw unusable_file(file.string() + ": cannot be read: expected lines of KIND FILE [KERNEL]");
    std::vector<suppression> all;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        std::istringstream words(line.substr(0, line.find('#')));
        suppression accepted;
        std::string more;
        if (!(words >> accepted.kind)) continue;
        if (!(words >> accepted.file) || (words >> accepted.kernel && words >> more))
            throw unusable_file(file.string() + ":" + std::to_string(number) + ": expected KIND FILE [KERNEL], not \"" +
                                line + "\"");
        if (!is_kind(accepted.kind))
            throw unusable_file(file.string() + ":" + std::to_string(number) + ": no finding is of the kind \"" +
                                accepted.kind + "\" (docs/emulator.md lists all kinds)");
        all.push_back(accepted);
    }
    return all;
}

bool suppression::covers(const emulation::finding& found) const {
    return matches(kind, emulation::name(found.kind)) && matches(file, found.where.file) &&
           (kernel.empty() || matches(kernel, found.kernel));
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
