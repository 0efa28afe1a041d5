#include "precompiled.hpp"

#include "check/base/process.hpp"

#include <chrono>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>
#include <system_error>
#include <utility>

namespace strider::kernel_check {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A line for each file, with its time and size: another text once one has changed, or is gone.
std::string state_of(const std::vector<fs::path>& files) {
    std::ostringstream text;
    std::error_code gone;
    for (const fs::path& file : files)
        text << fs::last_write_time(file, gone).time_since_epoch().count() << ' ' << fs::file_size(file, gone) << ' '
             << file.string() << '\n';
    return text.str();
}

bool is_still(const std::string& state) {
    std::istringstream lines(state);
    std::vector<fs::path> files;
    std::string time, size, file;
    while (lines >> time >> size && std::getline(lines.ignore(), file)) files.emplace_back(file);
    return !files.empty() && state_of(files) == state;
}

/// The files behind the colon of a rule of make, where a backslash stands before blanks in names and ends of lines.
std::vector<fs::path> prerequisites(const std::string& rule) {
    std::vector<fs::path> files;
    std::string name;
    for (std::size_t i = rule.find(": ") + 1; i < rule.size(); ++i) {
        const bool is_escaped = rule[i] == '\\' && i + 1 < rule.size();
        if (is_escaped) ++i;
        if (rule[i] == '\n' || (rule[i] == ' ' && !is_escaped)) {
            if (!name.empty()) files.emplace_back(std::exchange(name, {}));
        } else {
            name += rule[i];
        }
    }
    return files;
}

/// Removes what was made more than a month ago: of versions or places that are gone, perhaps.
void remove_old(const fs::path& cache) {
    for (const fs::directory_entry& one : fs::directory_iterator(cache))
        if (fs::file_time_type::clock::now() - one.last_write_time() > std::chrono::days(30))
            fs::remove_all(one.path());
}

/// g++ checks that the compiler is the same, and its options but for some; of the files it checks nothing.
void make(const fs::path& folder, std::vector<std::string> command, const fs::path& header, const fs::path& include) {
    const temporary_folder fresh(folder);
    const fs::path made = fresh.path() / "header", rule = fresh.path() / "rule", state = fresh.path() / "state";
    command.insert(command.end(), {"-w", "-MD", "-MF", rule, "-x", "c++-header", header, "-o", made});
    const auto begin = fs::last_write_time(fresh.path());
    if (!run_process(command, {}, compiler_limit).succeeded()) return;
    const std::vector<fs::path> files = prerequisites(contents(rule));
    for (const fs::path& file : files)
        if (fs::last_write_time(file) >= begin) return;  // changed while it was compiled
    if (!(std::ofstream(state) << state_of(files)).flush()) return;
    const fs::path place = folder / (include.string() + ".gch");
    fs::create_directories(place.parent_path());
    // Shims include the header once more: g++ takes a precompiled one only in front of everything else.
    std::ofstream(folder / include) << "#include_next <" << include.string() << ">\n";
    fs::rename(made, place);
    fs::rename(state, folder / "state");
}

}  // namespace

std::optional<fs::path> precompiled_header(const fs::path& cache, const std::vector<std::string>& command,
                                           const fs::path& header, const fs::path& include) {
    if (cache.empty()) return std::nullopt;
    std::string words;
    for (const std::string& word : command) words += word + '\n';
    const fs::path folder = cache / std::to_string(std::hash<std::string>()(words + header.string()));
    try {
        if (fs::create_directories(folder)) return std::nullopt;
        const auto is_fresh = [&] { return is_still(contents(folder / "state")); };
        if (!is_fresh()) {
            remove_old(cache);
            make(folder, command, header, include);
        }
        return is_fresh() ? std::optional(folder) : std::nullopt;
    } catch (const std::exception&) {  // it cannot be written: then without
        return std::nullopt;
    }
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
