#include <lab/base/output/place.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <vector>

#include <lab/base/errors.hpp>

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
    to.exists = (to.descriptor >= 0 ? ::fstat(to.descriptor, &to.status) : ::stat(to.path.c_str(), &to.status)) == 0;
    return to;
}

std::vector<std::string> if_source(const std::string& path) {
    constexpr std::string_view endings[] = {".cu", ".cuh", ".c",   ".cc",  ".cpp", ".cxx",
                                            ".h",  ".hh",  ".hpp", ".hxx", ".inl", ".toml"};
    const std::string ending = std::filesystem::path(path).extension();
    return std::ranges::find(endings, ending) != std::end(endings) ? std::vector{path} : std::vector<std::string>();
}

void require_apart(std::span<const std::string> inputs, const named_path& output) {
    const place to = place_of(output.path);
    if (!to.exists || !to.is_file()) return;
    for (const std::string& input : inputs) {
        struct stat status{};
        const bool standard = input == standard_stream;
        if ((standard ? ::fstat(STDIN_FILENO, &status) : ::stat(input.c_str(), &status)) != 0) continue;
        if (!same_file(status, to.status)) continue;
        throw usage_error(fmt::format("{}: would overwrite the input {}; name another file, or give --force",
                                      in_words(output), standard ? "standard input" : input));
    }
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
