// The session of a translated program, which runs and reports as check/base/run_options.hpp says.
#include <strider/check/runtime/program.hpp>

#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <strider/emulator/alignment.hpp>
#include <strider/emulator/crash.hpp>
#include <strider/emulator/host_watch.hpp>
#include <strider/emulator/memory.hpp>
#include <strider/emulator/session.hpp>

#include "check/base/run_options.hpp"
#include "defects.hpp"
#include "division.hpp"
#include "known_memory.hpp"
#include "report.hpp"

namespace strider::emulation::program {

namespace {

/// `strider check` shows lines as they come, though it reads them from a pipe.
[[maybe_unused]] const bool writes_lines =
    !asked().report.empty() && std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ) == 0;

[[maybe_unused]] const bool tells_of_crashes = !asked().report.empty() && (tell_crashes(asked().report.c_str()), true);

[[noreturn]] void ask_for_alignment();
[[noreturn]] void ask_for_uninstrumented_host(const std::vector<std::uintptr_t>& functions);

/// All of the program: a session for each thread that launches kernels, from its first launch on, and the kernels of
/// the sources.
class whole_program {
public:
    whole_program() {
        divide_as_a_gpu();
        if (asked().may_ask_for_alignment) alignment_is_unknown = ask_for_alignment;
        if (asked().may_ask_for_uninstrumented_host) when_host_is_busy(ask_for_uninstrumented_host);
        if (asked().multiprocessors != 0) set_multiprocessors(asked().multiprocessors);
    }

    /// A defect has been met for the first time: what is not in the report yet is added.
    void report_new() {
        const std::lock_guard guard(mutex_);
        for (const auto& one : sessions_) {
            const emulation::report& all = one->report();
            for (const auto* list : {&all.findings, &all.notes})
                for (const finding& found : *list) tell(found);
        }
    }

    void report_all() {
        if (asked().leaks) report_leaks();
        const std::lock_guard guard(mutex_);
        file_.add({{"ended", true}});
        std::map<std::string, counters> launched;
        std::map<std::string, nlohmann::json> launches;
        for (const auto& one : sessions_) {
            const emulation::report& all = one->report();
            for (const auto* list : {&all.findings, &all.notes})
                for (const finding& found : *list) file_.add(to_json(found));
            for (const auto& [kernel, counted] : all.kernels) launched[kernel] += counted;
            for (const auto& [kernel, list] : launches_of(one->details()))
                for (const nlohmann::json& launch : list) launches[kernel].push_back(launch);
        }
        const std::map<std::string, checked_part> in_part = report_parts();
        for (const auto& [kernel, counted] : launched) {
            nlohmann::json line = to_json(kernel, counted, asked().session.speed);
            if (const auto part = in_part.find(kernel); part != in_part.end())
                line.update(nlohmann::json(part->second));
            if (launches.contains(kernel)) line["launch_counts"] = launches[kernel];
            file_.add(std::move(line));
        }
    }

    /// A program that is run by itself ends with status 1 where something was found.
    void end_by_verdict() {
        if (!asked().report.empty()) return;
        for (const auto& one : sessions_) {
            if (one->report().findings.empty()) continue;
            std::fflush(nullptr);
            std::cout.flush();
            std::_Exit(1);
        }
    }

    void begin_session() {
        const std::lock_guard guard(mutex_);
        options all = asked().session;
        all.when_found = [this] { report_new(); };
        sessions_.push_back(std::make_unique<session>(all));
    }

    void note(const char* kernel, bool entered) {
        const std::lock_guard guard(mutex_);
        if (noted_[entered].insert(kernel).second) file_.add(entered ? "entered" : "source_kernel", kernel);
    }
    void note_library_call(const std::string& name) {
        const std::lock_guard guard(mutex_);
        if (called_.insert(name).second) file_.add("library_call", name.c_str());
    }

    /// The program is ended while the kernel runs; null: while none does.
    void note_standing(const void* kernel, const void* launched_at) {
        const std::lock_guard guard(mutex_);
        report_parts();
        if (kernel == nullptr) return;
        nlohmann::json line{{"stands_in", kernel_name(kernel)}, {"block", last_block()}};
        const source_line where = line_of(launched_at);
        if (where.line != 0) line["where"] = where;
        file_.add(std::move(line));
    }
    bool has_report() const { return file_.exists(); }

    [[noreturn]] void end_asking(nlohmann::json line) const {
        file_.add(std::move(line));
        std::_Exit(1);
    }
    /// A lane asks, whose allocations would be the kernel's: so this allocates nothing.
    [[noreturn]] void end_asking_for_alignment() const {
        file_.add("asks_for_alignment", "");
        std::_Exit(1);
    }

    void note_spent_work() const { file_.add("spent_work", ""); }

    /// Whether this is a program that was translated.
    bool has_kernels() {
        const std::lock_guard guard(mutex_);
        return !noted_[false].empty();
    }

    bool defines(const std::string& kernel) {
        const std::lock_guard guard(mutex_);
        return noted_[false].contains(kernel);
    }

private:
    /// Adds the kernels that were checked in part.
    std::map<std::string, checked_part> report_parts() {
        std::map<std::string, checked_part> all;
        for (const auto& one : sessions_)
            for (const auto& [kernel, part] : one->report().in_part) all[kernel] += part;
        for (const auto& [kernel, part] : all) {
            nlohmann::json line = part;
            line["in_part"] = kernel;
            file_.add(std::move(line));
        }
        return all;
    }

    static void report_leaks() {
        for (const live_allocation& one : live_allocations()) {
            if (one.made_at == nullptr) continue;  // it is the emulator's own
            const auto known = runtime::memory().find(one.pointer);
            const bool pinned = known && known->kind == runtime::memory_kind::host;
            report_host_defect(finding_kind::leak, one.made_at,
                               "never freed: " + allocation_name(one.made_at) + std::to_string(one.bytes) +
                                   (pinned ? " bytes of pinned memory" : " bytes of device memory"),
                               pinned ? "free the memory with cudaFreeHost()" : "free the memory with cudaFree()");
        }
    }

    void tell(finding found) {
        found.occurrences = 1;  // so far
        if (!told_.insert(text(found)).second) return;
        file_.exists() ? file_.add(to_json(found)) : void(std::cerr << text(found) << std::endl);
    }

    std::mutex mutex_;
    report_file file_{asked().report};
    std::vector<std::unique_ptr<session>> sessions_;
    std::set<std::string> told_;
    std::set<std::string> called_;    ///< functions of libraries
    std::set<std::string> noted_[2];  ///< kernels of the sources; those that lanes have entered
};

std::atomic<void (*)()> finish_work = nullptr;

/// Reports when the program ends. Threads may outlive that, so the rest is never destroyed.
whole_program& program() {
    static auto* const all = new whole_program;
    static const struct reporter {
        ~reporter() {
            if (const auto finish = finish_work.load()) finish();
            all->report_all();
            all->end_by_verdict();
        }
    } at_the_end{};
    return *all;
}

void ask_for_alignment() { program().end_asking_for_alignment(); }
void ask_for_uninstrumented_host(const std::vector<std::uintptr_t>& functions) {
    program().end_asking({{"asks_for_uninstrumented_host", functions}});
}

thread_local unsigned defects_of_thread = 0;

std::atomic<const void*> running_kernel = nullptr, launched_at_pc = nullptr;
sem_t asked_to_end;

/// A signal's handler or a lane may not look for lines: a thread does, and ends the program.
void end_on_request() {
    sem_init(&asked_to_end, 0, 0);
    std::thread([] {
        while (sem_wait(&asked_to_end) != 0) {
        }
        program().note_standing(running_kernel, launched_at_pc);
        std::_Exit(128 + SIGTERM);
    }).detach();
    struct sigaction before{}, asks{};
    sigaction(SIGTERM, nullptr, &before);
    if (before.sa_handler != SIG_DFL) return;  // the program has its own
    asks.sa_handler = [](int) { sem_post(&asked_to_end); };
    asks.sa_flags = SA_RESTART;
    sigaction(SIGTERM, &asks, nullptr);
}
void require_ends_on_request() {
    [[maybe_unused]] static const bool can_be_asked = program().has_report() && (end_on_request(), true);
}

/// Of several threads, the first one tells.
void end_for_work() {
    static std::atomic_flag told;
    if (!told.test_and_set()) {
        program().note_spent_work();
        sem_post(&asked_to_end);
    }
    for (;;) pause();
}

[[maybe_unused]] const bool limits_work =
    asked().most_work != 0 && (require_ends_on_request(), limit_work(asked().most_work, end_for_work), true);

}  // namespace

running_kernel_scope::running_kernel_scope(const void* kernel, const void* launched_at) noexcept {
    require_ends_on_request();
    launched_at_pc = launched_at;
    running_kernel = kernel;
}
running_kernel_scope::~running_kernel_scope() { running_kernel = nullptr; }

kernel_source::kernel_source(const char* name) {
    program().note(name, false);
    static const bool watched = [] {
        const run_options all = asked();
        // Of a program that is run by itself, nobody knows what else is in it.
        const auto report = [](finding_kind kind, const void* at, std::string message, std::string fix, const void*) {
            report_defect(kind, at, std::move(message), std::move(fix));
        };
        if (all.session.speed != speed::run) watch_host(report, all.has_host_files || all.report.empty());
        if (!all.uninstrumented_host.empty())
            run_host_uninstrumented(all.uninstrumented_host, all.session.sample.compile);
        return true;
    }();
    static_cast<void>(watched);
}

allocation_source::allocation_source(const char* file, std::initializer_list<name> names) {
    for (const name& one : names) name_allocations({file, one.line}, one.variable);
}

void entered(const char* kernel) noexcept {
    static thread_local const char* last = nullptr;
    if (kernel == last) return;
    last = kernel;
    program().note(kernel, true);
}

void note_library_call(const std::string& name) { program().note_library_call(name); }
called::called(const char* name) {
    if (!on_lane()) note_library_call(name);
}

void need_session() {
    if (youngest_session() == nullptr) program().begin_session();
}

void before_report(void (*finish)()) { finish_work = finish; }

bool is_checked() {
    if (!program().has_kernels()) return false;
    need_session();
    return true;
}

void report_defect(finding_kind kind, const void* at, std::string message, std::string fix, const void* kernel,
                   weight counts) {
    ++reported_defects();
    if (!is_checked()) return;
    report_host_defect(kind, at, std::move(message), std::move(fix), kernel, counts);
}
unsigned& reported_defects() { return defects_of_thread; }

bool defines_kernel(const void* function) { return function != nullptr && program().defines(kernel_name(function)); }

}  // namespace strider::emulation::program
// SPDX-License-Identifier: Apache-2.0
