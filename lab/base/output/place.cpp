#include <lab/base/output/place.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <utility>
#include <vector>

#include <lab/base/errors.hpp>
#include <lab/base/file_name.hpp>

namespace strider::lab {
namespace {

namespace fs = std::filesystem;

/// N of /dev/fd/N, where /dev/stdout leads too. Opened by such a name, a file would be written from its start.
int descriptor_at(const fs::path& path) {
    if (path.parent_path() != "/dev/fd" && path.parent_path() != "/proc/self/fd") return -1;
    const std::string number = path.filename().string();
    int descriptor = -1;
    const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), descriptor);
    return error == std::errc{} && *stop == '\0' ? descriptor : -1;
}

bool same_file(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

/// Whether what is written to one of them is lost or mixed with the other. Terminals and /dev/null take both.
bool collide(const place& a, const place& b) {
    if (a.descriptor >= 0 && a.descriptor == b.descriptor) return true;
    if (a.exists && b.exists) return !S_ISCHR(a.found.st_mode) && same_file(a.found, b.found);
    if (a.exists || b.exists) return false;
    std::error_code none;  // of a folder that is not there: opening it says so
    return fs::weakly_canonical(a.path, none) == fs::weakly_canonical(b.path, none);
}

std::string in_words(const named_path& of) { return of.option.empty() ? "standard output" : of.option + " " + of.path; }

}  // namespace

place place_of(const std::string& output) {
    place to;
    fs::path path = output;
    std::error_code none;
    constexpr int most_links = 40;  // as in the kernel; then opening it says that they are too many
    for (int links = 0; links < most_links; ++links) {
        to.descriptor = path == standard_stream && links == 0 ? STDOUT_FILENO : descriptor_at(path);
        if (to.descriptor >= 0 || !fs::is_symlink(path, none)) break;
        path = path.parent_path() / fs::read_symlink(path, none);
    }
    to.path = path.string();
    to.exists = (to.descriptor >= 0 ? ::fstat(to.descriptor, &to.found) : ::stat(to.path.c_str(), &to.found)) == 0;
    return to;
}

bool is_standard_output(const std::string& output) { return place_of(output).descriptor == STDOUT_FILENO; }

std::string wanted_results::ending(std::string_view usual) const {
    if (!format.empty()) return format;
    const std::string name = path.substr(path.rfind('/') + 1);
    const std::size_t dot = name.rfind('.');
    if (dot != std::string::npos) {
        std::string ending = name.substr(dot + 1);
        for (char& letter : ending) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        return ending;
    }
    const place to = place_of(path);
    const bool is_nameless = to.descriptor >= 0 || (to.exists && !to.is_file());
    return is_nameless ? std::string(usual) : std::string();
}

std::vector<std::string> if_source(const std::string& path) {
    constexpr std::string_view endings[] = {".cu", ".cuh", ".c",   ".cc",  ".cpp", ".cxx",
                                            ".h",  ".hh",  ".hpp", ".hxx", ".inl", ".toml"};
    const std::string ending = std::filesystem::path(path).extension();
    return std::ranges::find(endings, ending) != std::end(endings) ? std::vector{path} : std::vector<std::string>();
}

void require_apart(std::span<const std::string> inputs, std::span<const named_path> outputs, bool forced) {
    std::vector<std::pair<place, const named_path*>> before;
    for (const named_path& output : outputs) {
        if (output.path.empty()) continue;
        const place to = place_of(output.path);
        for (const auto& [other, name] : before) {
            if (!collide(to, other)) continue;
            throw usage_error(
                fmt::format("{}: is the same file as {}; name another file", in_words(output), in_words(*name)));
        }
        before.emplace_back(to, &output);
        if (forced || !to.exists || !to.is_file()) continue;
        for (const std::string& input : inputs) {
            struct stat found{};
            const bool standard = input == standard_stream;
            if ((standard ? ::fstat(STDIN_FILENO, &found) : ::stat(file_named(input).c_str(), &found)) != 0) continue;
            if (!same_file(found, to.found)) continue;
            throw usage_error(fmt::format("{}: would overwrite the input {}; name another file, or give --force",
                                          in_words(output), standard ? "standard input" : input));
        }
    }
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
