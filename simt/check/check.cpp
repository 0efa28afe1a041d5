#include <strider/simt/check.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iomanip>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "process.hpp"
#include "translate.hpp"

namespace strider::kernel_check {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for one check, removed with everything in it.
class temporary_folder {
public:
    temporary_folder() {
        std::string name = (fs::temp_directory_path() / "strider-check-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr)
            throw std::runtime_error("cannot make a folder in " + fs::temp_directory_path().string() + ": " +
                                     std::strerror(errno));
        path_ = name;
    }
    ~temporary_folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;

    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

std::string read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in || fs::is_directory(path))
        throw unusable_file(path.string() + ": cannot be read: expected a CUDA source file");
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The file and the local headers that it includes, by the path they are found under.
std::map<fs::path, std::string> sources_of(const fs::path& file) {
    std::map<fs::path, std::string> sources;
    std::vector<fs::path> open{file};
    while (!open.empty()) {
        const fs::path path = open.back();
        open.pop_back();
        if (sources.contains(path)) continue;
        const std::string& text = sources[path] = read_file(path);
        for (const std::string& name : local_includes(text)) {
            const fs::path included = (path.parent_path() / name).lexically_normal();
            if (fs::is_regular_file(included)) open.push_back(included);
        }
    }
    return sources;
}

struct translated_sources {
    fs::path main;                          // what the compiler is to read
    std::vector<std::string> name_options;  // by which the compiler names the user's files in what it writes
};

/// Writes the translated sources into `folder`. The headers lie in one folder; so that their names are unique they are
/// numbered.
translated_sources write_translated(const fs::path& file, const fs::path& folder) {
    const std::map<fs::path, std::string> sources = sources_of(file);
    kernel_names kernels;
    for (const auto& [path, text] : sources) collect_kernels(text, kernels);
    std::map<fs::path, fs::path> translated;
    for (const auto& [path, text] : sources)
        translated[path] = folder / (std::to_string(translated.size()) + "_" + path.filename().string());

    bool has_main = false;
    translated_sources written{translated[file], {}};
    for (const auto& [path, text] : sources) {
        const std::string copy = translated[path].string(), name = path.filename().string();
        written.name_options.push_back("-fdebug-prefix-map=" + copy.substr(0, copy.size() - name.size()) + "=" +
                                       (path.parent_path() / "").string());
        const auto resolve = [&, &path = path](const std::string& name) {
            const auto found = translated.find((path.parent_path() / name).lexically_normal());
            return found == translated.end() ? name : found->second.string();
        };
        const translation result = translate(text, path.string(), kernels, resolve);
        has_main = has_main || result.has_main;
        std::ofstream out(translated[path], std::ios::binary);
        out << "#line 1 " << std::quoted(path.string()) << '\n' << result.text;
        if (!out.flush()) throw std::runtime_error("cannot write " + translated[path].string());
    }
    if (!has_main) {
        std::string names;
        for (const auto* set : {&kernels.plain, &kernels.templates})
            for (const std::string& name : *set) names += (names.empty() ? "" : ", ") + name;
        throw unusable_file(file.string() +
                            ": no main(): whole programs are checked; add a main() that fills device "
                            "memory, launches " +
                            (names.empty() ? "a kernel" : names) + " and compares the result");
    }
    return written;
}

std::string first_error(const std::string& compiler_output) {
    std::istringstream lines(compiler_output);
    std::string first;
    for (std::string line; std::getline(lines, line);) {
        if (line.find("error:") != std::string::npos || line.find("undefined reference") != std::string::npos)
            return line;
        if (first.empty()) first = line;
    }
    return first;
}

void run_compiler(const options& how, const std::vector<std::string>& arguments) {
    std::vector<std::string> command{how.tools.compiler};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const process_result compiled = run_process(command, {}, std::chrono::minutes(5));
    if (compiled.timed_out)
        throw unusable_file(how.file.string() + ": the compiler did not finish within five minutes");
    if (compiled.status != 0 || compiled.signal != 0)
        throw unusable_file(how.file.string() + ": does not compile: " + first_error(compiled.output));
}

/// Compiling and linking are two steps: the instrumentation's flags would link the compiler's own runtime.
fs::path compile(const options& how, const translated_sources& sources, const fs::path& folder) {
    const fs::path object = folder / "program.o", program = folder / "program";
    std::vector<std::string> arguments{"-std=c++20", "-w", "-DSTRIDER_SIMT"};
    const auto add = [&](const auto& more) { arguments.insert(arguments.end(), std::begin(more), std::end(more)); };
    add(how.tools.compile_flags);
    const fs::path home = how.file.parent_path();
    add(std::vector<std::string>{"-I", home.empty() ? "." : home.string()});
    for (const fs::path& include : how.tools.include_folders) add(std::vector<std::string>{"-I", include});
    add(how.compiler_arguments);
    add(sources.name_options);
    add(std::vector<std::string>{"-include", "strider/simt/program.hpp", "-x", "c++", "-c", sources.main, "-o",
                                 object});
    run_compiler(how, arguments);

    arguments = {object.string()};
    add(how.tools.link_inputs);
    add(std::vector<std::string>{"-o", program});
    run_compiler(how, arguments);
    return program;
}

simt::source_line to_source_line(const nlohmann::json& line, const char* key) {
    if (!line.contains(key)) return {};
    return {line[key]["file"].get<std::string>(), line[key]["line"].get<int>()};
}

simt::finding to_finding(const nlohmann::json& line) {
    simt::finding result;
    const std::string kind = line["finding"];
    for (int i = 0; i <= static_cast<int>(simt::finding_kind::unsupported); ++i)
        if (simt::name(static_cast<simt::finding_kind>(i)) == kind) result.kind = static_cast<simt::finding_kind>(i);
    result.kernel = line["kernel"];
    result.where = to_source_line(line, "where");
    result.other = to_source_line(line, "other");
    result.message = line["message"];
    result.fix = line["fix"];
    result.occurrences = line["occurrences"];
    return result;
}

void read_report(const fs::path& report, const std::vector<suppression>& suppressions, result& into) {
    std::ifstream in(report);
    for (std::string text; std::getline(in, text);) {
        const nlohmann::json line = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
        if (line.is_discarded()) continue;  // the program was stopped while it wrote this line
        if (line.contains("not_run")) {
            into.not_run.push_back(line["not_run"]);
            continue;
        }
        if (line.contains("finding")) {
            const simt::finding found = to_finding(line);
            if (std::any_of(suppressions.begin(), suppressions.end(), [&](auto& one) { return one.covers(found); })) {
                ++into.suppressed;
                continue;
            }
            into.findings.push_back(found);
        } else {
            into.kernels.push_back(line["kernel"]);
        }
        into.records.push_back(text);
    }
}

std::string failure_of(const process_result& ran, const result& checked, std::chrono::seconds limit) {
    if (ran.timed_out)
        return "the program did not finish within " + std::to_string(limit.count()) +
               " s; give it less to do, or more time";
    if (ran.signal != 0)
        return std::string("the program died of signal ") + std::to_string(ran.signal) + " (" + strsignal(ran.signal) +
               ")";
    if (ran.status != 0) return "the program ended with status " + std::to_string(ran.status);
    if (checked.kernels.empty()) return "the program launched no kernel, so nothing was checked";
    return "";
}

}  // namespace

result check(const options& how) {
    const temporary_folder folder;
    fs::path program;
    try {
        program = compile(how, write_translated(how.file, folder.path()), folder.path());
    } catch (const translation_error& error) {
        throw unusable_file(error.what());
    }
    const fs::path report = folder.path() / "report.jsonl";
    std::vector<std::string> command{program.string()};
    command.insert(command.end(), how.program_arguments.begin(), how.program_arguments.end());
    const process_result ran = run_process(
        command,
        {{"STRIDER_CHECK_REPORT", report.string()},
         {"STRIDER_CHECK_SPEED", how.speed == simt::speed::count ? "count" : "check"},
         {"STRIDER_CHECK_SCHEDULE", how.schedule == simt::schedule::lock_step ? "lock-step" : "independent"}},
        how.time_limit);
    result checked;
    read_report(report, how.suppressions, checked);
    checked.output = ran.output;
    checked.failure = failure_of(ran, checked, how.time_limit);
    return checked;
}

std::string verdict(const result& checked) {
    const auto count = [](std::size_t n, const char* thing) {
        return std::to_string(n) + " " + thing + (n == 1 ? "" : "s");
    };
    std::string all =
        count(checked.kernels.size(), "kernel") + " checked, " + count(checked.findings.size(), "finding");
    if (checked.suppressed != 0) all += " beside " + std::to_string(checked.suppressed) + " suppressed";
    if (!checked.failure.empty()) all += "; " + checked.failure;
    for (std::size_t at = 0; at < checked.not_run.size(); ++at)
        all += (at == 0 ? "; not run, so not checked: " : ", ") + checked.not_run[at];
    return all;
}

std::string text(const result& checked) {
    std::string all;
    for (const simt::finding& found : checked.findings) all += simt::text(found) + "\n";
    return all + verdict(checked) + "\n";
}

}  // namespace strider::kernel_check
