#include <lab/grade/submission.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <unistd.h>
#include "check/base/confinement.hpp"
#include "check/base/process.hpp"
#include "check/base/supervision.hpp"
#include "check/check.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include <lab/base/errors.hpp>
#include <lab/base/interruption.hpp>
#include <lab/grade/calls.hpp>

namespace strider::lab {
namespace {

namespace fs = std::filesystem;
using kernel_check::confinement;

/// Its call of the system was refused.
struct forbidden : std::runtime_error {
    using runtime_error::runtime_error;
};

/// The libraries that a program is linked to, where the compiler finds them.
std::vector<fs::path> library_folders() {
    std::vector<fs::path> folders{"/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/etc/ld.so.cache"};
    for (std::string input : kernel_check::default_toolchain().link_inputs) {
        for (const std::string_view option : {"-L", "-Wl,-rpath,"})
            if (input.starts_with(option)) input.erase(0, option.size());
        if (input.starts_with('/'))
            folders.push_back(fs::is_directory(input) ? fs::path(input) : fs::path(input).parent_path());
    }
    return folders;
}

/// How much work, as limit_work() counts it, is a second's. No clock decides: a busy machine gives the same points.
constexpr std::uint64_t work_of_second = std::uint64_t{1} << 23;

/// What the compiler may do; what its program may do is less.
confinement of_compiler(const assignment& task, const fs::path& folder, bool by_landlock) {
    confinement limits;
    limits.executed = library_folders();
    for (const char* const one : {"/usr", "/bin", "/etc/alternatives", "/etc/ld.so.conf", "/etc/ld.so.conf.d"})
        limits.executed.emplace_back(one);
    const kernel_check::toolchain tools = kernel_check::default_toolchain();
    limits.executed.push_back(fs::path(tools.compiler).parent_path());
    limits.read = tools.include_folders;
    for (const fs::path& folder : tools.include_folders)  // in a build tree, its headers stand beside their sources
        if (fs::is_symlink(folder / "strider/check")) limits.read.push_back(fs::canonical(folder / "strider/check"));
    if (!tools.cache.empty()) limits.read.push_back(tools.cache);
    limits.written = {folder};
    limits.memory_bytes = std::uint64_t{task.memory_mib} << 20;
    limits.cpu_seconds = 60 + 4 * task.seconds;  // of a program beyond what the work allows
    limits.changes_modes = true;
    limits.by_landlock = by_landlock;
    return limits;
}

confinement of_program(const fs::path& folder, bool by_landlock) {
    confinement limits;
    // The emulator asks addr2line for the lines of findings.
    limits.executed = {"/usr/bin/addr2line", "/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"};
    limits.read = library_folders();
    limits.written = {folder};
    limits.by_landlock = by_landlock;
    return limits;
}

/// Throws usage_error where the assignment lies in what a submission may read.
void require_hidden(const assignment& task, const confinement& from) {
    const fs::path folder = fs::weakly_canonical(task.folder);
    for (const auto* const list : {&from.executed, &from.read}) {
        for (const fs::path& readable : *list) {
            const fs::path above = fs::weakly_canonical(readable);
            if (std::mismatch(above.begin(), above.end(), folder.begin(), folder.end()).first != above.end()) continue;
            throw usage_error(fmt::format("{} lies in {}, which submissions can read: move it", task.folder.string(),
                                          readable.string()));
        }
    }
}

/// The file of a test in the folder of a submission.
std::string file_of(const char* what, std::size_t test) { return fmt::format("{}-{}", what, test); }

record to_record(const kernel_check::result& checked) {
    record row = {{"failure", checked.failure}, {"endless", checked.endless}, {"records", record::array()}};
    if (checked.failure.find("(Bad system call)") != std::string::npos)
        row["failure"] = "the program opened a socket or made another call of the system that grading forbids";
    for (const std::string& line : checked.records) row["records"].push_back(record::parse(line));
    return row;
}

/// What the compiler says, without the file that the student never sees.
std::string refusal_of(const assignment& task, std::string said) {
    if (said.starts_with(program_file)) said.erase(0, std::strlen(program_file) + 2);
    if (said.find("undefined reference to `" + task.entry + "(") == std::string::npos) return said;
    std::vector<std::string> declarations;
    for (const parameter& declared : task.parameters) declarations.push_back(declared.declaration);
    return fmt::format("has no {} {}({})", task.is_kernel ? "kernel" : "function", task.entry,
                       fmt::join(declarations, ", "));
}

/// The work of the confined process, in its folder.
record build_and_run(const assignment& task, const std::string& source, const fs::path& folder, trust in,
                     bool by_landlock) {
    kernel_check::options options;
    options.file = program_file;
    options.run.session.speed = emulation::speed::count;
    options.run.session.workers = 1;  // one order of blocks, so that everybody gets the same points
    options.blocks = 0;
    options.run.most_work = task.seconds * work_of_second;
    options.time_limit = std::chrono::seconds(60 * (1 + task.seconds));  // of one that sleeps
    kernel_check::end_processes_where(&interruption::is_noted);
    std::vector<std::vector<std::string>> runs;
    for (std::size_t i = 0; i < task.tests.size(); ++i) runs.push_back({file_of("input", i), file_of("output", i)});
    record answer = {{"refused", ""}, {"tests", record::array()}};
    const auto built = [&](const fs::path& object) {
        if (in == trust::reference) return;
        if (const std::string call = forbidden_call(object, source, task); !call.empty()) throw forbidden(call);
        kernel_check::confine(of_program(folder, by_landlock));
    };
    try {
        kernel_check::confine(of_compiler(task, folder, by_landlock));
        if (const std::string call = forbidden_include(source, task); in == trust::submission && !call.empty())
            throw forbidden(call);
        kernel_check::check_runs(options, runs, built, [&](const kernel_check::result& checked) {
            answer["tests"].push_back(to_record(checked));
            return !checked.endless;
        });
    } catch (const kernel_check::unusable_file& error) {
        answer["refused"] = refusal_of(task, one_line(error.what()));
    } catch (const forbidden& error) {
        answer["refused"] = error.what();
    } catch (const std::exception& error) {
        answer["unconfined"] = error.what();
    }
    return answer;
}

/// What the process says, which it forks for `work`; empty where it died, or the command is interrupted.
template <class Work>
std::string answer_of_child(const Work& work) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        throw std::runtime_error(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
    kernel_check::supervised child([&](const sigset_t& mask) {
        const pid_t forked = fork();
        if (forked != 0) return forked < 0 ? -errno : forked;
        sigprocmask(SIG_SETMASK, &mask, nullptr);
        // It has nothing open but its answer: neither the input of the command nor the answers of others.
        const int nothing = open("/dev/null", O_RDWR);
        for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, stream);
        const int answer = dup2(ends[1], STDERR_FILENO + 1);
        close_range(static_cast<unsigned>(answer) + 1, ~0u, 0);
        fcntl(answer, F_SETFD, FD_CLOEXEC);
        const std::string said = work();
        for (std::size_t sent = 0; sent < said.size();) {
            const ssize_t written = write(answer, said.data() + sent, said.size() - sent);
            if (written <= 0) break;
            sent += static_cast<std::size_t>(written);
        }
        _exit(0);
    });
    close(ends[1]);
    if (child.id() < 0) throw std::runtime_error(fmt::format("cannot start a process: {}", std::strerror(-child.id())));
    std::string said;
    char buffer[4096];
    for (;;) {
        pollfd readable{ends[0], POLLIN, 0};
        if (interruption::is_noted()) break;
        if (poll(&readable, 1, 100) <= 0) continue;
        const ssize_t got = read(ends[0], buffer, sizeof(buffer));
        if (got == 0 || (got < 0 && errno != EINTR)) break;
        if (got > 0) said.append(buffer, static_cast<std::size_t>(got));
    }
    close(ends[0]);
    return said;
}

/// A folder with the source, the program around it, and the inputs.
void fill_folder(const fs::path& folder, const fs::path& source, const assignment& task) {
    const std::string name = source.filename().string();
    std::error_code failed;
    fs::copy_file(source, folder / name, failed);
    if (failed) throw usage_error(fmt::format("{}: {}", source.string(), failed.message()));
    fs::create_directory(folder / "tmp");
    std::ofstream(folder / program_file) << program_around(name, task, source.extension() != ".cu");
    for (std::size_t i = 0; i < task.tests.size(); ++i)
        std::ofstream(folder / file_of("input", i), std::ios::binary) << input_of(task.tests[i], task);
}

}  // namespace

submission_run run_source(const assignment& task, const fs::path& source, trust in, bool confined) {
    const kernel_check::temporary_folder scratch;
    const fs::path& folder = scratch.path();
    fill_folder(folder, source, task);
    if (confined) require_hidden(task, of_compiler(task, folder, confined));  // looks for the compiler, too
    const std::string said = answer_of_child([&] {
        clearenv();  // which may hold secrets
        setenv("PATH", "/usr/local/bin:/usr/bin:/bin", 1);
        setenv("TMPDIR", (folder / "tmp").c_str(), 1);
        if (chdir(folder.c_str()) != 0) _exit(1);
        return build_and_run(task, source.filename().string(), folder, in, confined)
            .dump(-1, ' ', false, record::error_handler_t::replace);
    });
    submission_run result;
    const record answer = record::parse(said, nullptr, /*allow_exceptions=*/false);
    if (answer.is_discarded()) {
        result.refused = "takes more time or memory to compile than the assignment allows";
        return result;
    }
    if (answer.contains("unconfined")) throw usage_error(text_at(answer, "unconfined"));
    result.refused = text_at(answer, "refused");
    for (std::size_t i = 0; i < answer["tests"].size(); ++i) {
        test_run run;
        run.failure = text_at(answer["tests"][i], "failure");
        run.endless = answer["tests"][i]["endless"];
        for (const record& line : answer["tests"][i]["records"])
            (line.contains("finding") ? run.findings : run.kernels).push_back(line);
        run.output = read_output(folder / file_of("output", i), task.tests[i], task);
        result.tests.push_back(std::move(run));
    }
    return result;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
