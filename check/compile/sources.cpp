#include "sources.hpp"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iomanip>
#include <map>
#include <optional>

#include "check/base/options.hpp"

#include "check/translate/allocation_names.hpp"
#include "check/translate/architecture.hpp"
#include "check/translate/sides.hpp"

namespace strider::kernel_check {
namespace {

namespace fs = std::filesystem;

/// Where the user's file of this name is, which `from` includes: beside it, or in one of the folders.
std::optional<fs::path> find_included(const fs::path& from, const std::string& name,
                                      const std::vector<fs::path>& folders) {
    const auto is_file = [](const fs::path& path) {
        std::error_code none;
        return fs::is_regular_file(path, none);
    };
    if (const fs::path beside = (from.parent_path() / name).lexically_normal(); is_file(beside)) return beside;
    for (const fs::path& folder : folders)
        if (const fs::path there = (folder / name).lexically_normal(); is_file(there)) return there;
    return std::nullopt;
}

/// The file and the headers of the user's that it includes, by the path they are found under.
std::map<fs::path, std::string> sources_of(const fs::path& file, const std::vector<fs::path>& folders) {
    std::map<fs::path, std::string> sources;
    std::vector<fs::path> open{file};
    while (!open.empty()) {
        const fs::path path = open.back();
        open.pop_back();
        if (sources.contains(path)) continue;
        const std::string& text = sources[path] = read_source(path);
        for (const std::string& name : included_files(text))
            if (const auto included = find_included(path, name, folders)) open.push_back(*included);
    }
    return sources;
}

}  // namespace

std::string read_source(const fs::path& path) {
    // Standard input is read once, and its text is asked for more often.
    if (path == "-") {
        static const std::string text = read_source("/dev/stdin");
        return text;
    }
    std::ifstream in(path, std::ios::binary);
    if (!in || fs::is_directory(path))
        throw unusable_file(path.string() + ": cannot be read: expected a CUDA source file");
    std::string text{std::istreambuf_iterator<char>(in), {}};
    // As Windows writes it: a mark in front, which is an error behind a #line, and lines that end in two characters.
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    std::erase(text, '\r');
    return text;
}

bool includes_foreign(const fs::path& file, const std::vector<fs::path>& include_folders, std::string_view prefix) {
    for (const auto& [path, text] : sources_of(file, include_folders))
        for (const std::string& name : included_files(text))
            if (name.starts_with(prefix) && !find_included(path, name, include_folders)) return true;
    return false;
}

translated_source translate_file(const fs::path& file, const std::vector<fs::path>& include_folders,
                                 const fs::path& folder, std::string_view head, const added_code& more) {
    const std::map<fs::path, std::string> sources = sources_of(file, include_folders);
    translated_source written;
    for (const auto& [path, text] : sources) collect_kernels(text, written.kernels);
    for (bool more = true; more;) {
        more = false;
        for (const auto& [path, text] : sources) more = collect_architecture_macros(text, written.kernels) || more;
    }
    side_names sides;
    for (const auto& [path, text] : sources) collect_sides(text, written.kernels, sides);
    for (const auto& [path, text] : sources) expect_sides(text, path.string(), written.kernels, sides);
    // The headers lie in one folder; so that their names are unique they are numbered.
    std::map<fs::path, fs::path> translated;
    for (const auto& [path, text] : sources)
        translated[path] = folder / (std::to_string(translated.size()) + "_" + path.filename().string());

    const auto name_itself = [](const std::string& name) { return name; };
    const translation added = translate(more.text, more.name, written.kernels, name_itself);
    written.file = translated[file];
    for (const auto& [path, text] : sources) {
        const std::string copy = translated[path].string(), name = path.filename().string();
        written.name_options.push_back("-fdebug-prefix-map=" + copy.substr(0, copy.size() - name.size()) + "=" +
                                       (path.parent_path() / "").string());
        const auto resolve = [&, &path = path](const std::string& name) {
            const auto found = find_included(path, name, include_folders);
            return found ? translated.at(*found).string() : name;
        };
        translation result = translate(text, path.string(), written.kernels, resolve);
        written.has_main = written.has_main || result.has_main;
        written.launches.merge(result.launches);
        written.lines[path.string()] = std::move(result.lines);
        std::ofstream out(translated[path], std::ios::binary);
        if (path == file) out << head;
        out << "#line 1 " << std::quoted(path.string()) << '\n' << result.text;
        const std::string names = allocation_names(code(text), fs::absolute(path).lexically_normal().generic_string());
        if (!names.empty()) out << '\n' << names;
        if (path == file && !more.text.empty()) out << "\n#line 1 " << std::quoted(more.name) << '\n' << added.text;
        if (!out.flush()) throw std::runtime_error("cannot write " + translated[path].string());
    }
    if (written.has_main && added.has_main)
        throw unusable_file(file.string() + ": has a main(), so that it runs as it is; nothing else can be launched");
    written.has_main = written.has_main || added.has_main;
    return written;
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
