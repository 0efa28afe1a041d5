// The session of a translated program. How it runs and where its report goes is told by the environment:
//   STRIDER_CHECK_REPORT    file for the report, JSON lines: one a finding, then one with the counters of each kernel
//                           that was launched, then one a kernel of the sources that no lane has entered
//   STRIDER_CHECK_SPEED     check (default) or count
//   STRIDER_CHECK_SCHEDULE  independent (default) or lock-step
#include <strider/simt/program.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <strider/simt/session.hpp>

namespace simt::program {
namespace {

std::string environment(const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr ? value : "";
}

options how() {
    options result;
    if (environment("STRIDER_CHECK_SPEED") == "count") result.speed = speed::count;
    if (environment("STRIDER_CHECK_SCHEDULE") == "lock-step") result.schedule = schedule::lock_step;
    return result;
}

nlohmann::json to_json(const finding& what) {
    nlohmann::json line = {{"finding", name(what.kind)},
                           {"kernel", what.kernel},
                           {"message", what.message},
                           {"fix", what.fix},
                           {"occurrences", what.occurrences}};
    if (what.where.line != 0) line["where"] = {{"file", what.where.file}, {"line", what.where.line}};
    if (what.other.line != 0) line["other"] = {{"file", what.other.file}, {"line", what.other.line}};
    return line;
}

nlohmann::json to_json(const std::string& kernel, const counters& counted, speed at) {
    nlohmann::json line = {{"kernel", kernel}, {"launches", counted.launches}, {"threads", counted.threads}};
    if (at == speed::count)
        line["counters"] = {{"threads_per_instruction", counted.threads_per_instruction()},
                            {"shared_wavefronts_per_request", counted.shared_wavefronts_per_request()},
                            {"shared_wavefronts", counted.shared_load_wavefronts + counted.shared_store_wavefronts},
                            {"global_sectors_per_request", counted.global_sectors_per_request()},
                            {"global_sectors", counted.global_load_sectors + counted.global_store_sectors},
                            {"global_bytes_requested", counted.global_load_bytes + counted.global_store_bytes},
                            {"barriers", counted.barriers},
                            {"atomics", counted.atomics},
                            {"atomic_max_contention", counted.atomic_max_contention}};
    return line;
}

std::string one_line(const nlohmann::json& line) {
    return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

/// All of the program: a session for each thread that launches kernels, from its first launch on, and the kernels of
/// the sources.
class whole_program {
public:
    void report() {
        const std::lock_guard guard(mutex_);
        const std::string path = environment("STRIDER_CHECK_REPORT");
        std::map<std::string, counters> launched;
        std::ofstream out;
        if (!path.empty()) out.open(path);
        for (const auto& one : sessions_) {
            const simt::report& all = one->report();
            for (const finding& found : all.findings)
                path.empty() ? std::cerr << text(found) << '\n' : out << one_line(to_json(found));
            for (const auto& [kernel, counted] : all.kernels) launched[kernel] += counted;
        }
        for (const auto& [kernel, counted] : launched) out << one_line(to_json(kernel, counted, how().speed));
        for (const auto& [kernel, was_entered] : kernels_)
            if (!was_entered) out << one_line({{"not_run", kernel}});
    }

    /// A program that is run by itself ends with status 1 where something was found.
    void end_by_verdict() {
        if (!environment("STRIDER_CHECK_REPORT").empty()) return;
        for (const auto& one : sessions_) {
            if (one->report().findings.empty()) continue;
            std::fflush(nullptr);
            std::cout.flush();
            std::_Exit(1);
        }
    }

    void begin_session() {
        const std::lock_guard guard(mutex_);
        sessions_.push_back(std::make_unique<session>(how()));
    }

    void note(std::string_view kernel, bool entered) {
        const std::lock_guard guard(mutex_);
        const auto known = kernels_.find(kernel);
        if (known == kernels_.end())
            kernels_.emplace(kernel, entered);
        else if (entered)
            known->second = true;
    }

private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<session>> sessions_;
    std::map<std::string, bool, std::less<>> kernels_;  ///< whether a lane has entered them
};

/// Reports when the program ends. Threads may outlive that, so the rest is never destroyed.
whole_program& program() {
    static auto* const all = new whole_program;
    static const struct reporter {
        ~reporter() {
            all->report();
            all->end_by_verdict();
        }
    } at_the_end{};
    return *all;
}

}  // namespace

kernel_source::kernel_source(const char* name) { program().note(name, false); }

void entered(const char* kernel) noexcept {
    static thread_local const char* last = nullptr;
    if (kernel == last) return;
    last = kernel;
    program().note(kernel, true);
}

void detail::guarded_launch(void (*start)(const void* launch), const void* launch) {
    static thread_local const bool has_session = (program().begin_session(), true);
    static_cast<void>(has_session);
    try {
        start(launch);
    } catch (const std::invalid_argument&) {
        runtime::set_last_error(cudaErrorInvalidConfiguration);
    } catch (const stopped_kernel& stop) {
        runtime::set_last_error(stop.by_assertion ? cudaErrorAssert : cudaErrorLaunchFailure);
    } catch (const std::exception&) {
        runtime::set_kernel_error(cudaErrorLaunchFailure);
    }
}

}  // namespace simt::program
