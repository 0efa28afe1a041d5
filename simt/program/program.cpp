// The session of a translated program. How it runs and where its report goes is told by the environment:
//   STRIDER_CHECK_REPORT    file for the report, JSON lines: one a finding, then one with the counters of each kernel
//   STRIDER_CHECK_SPEED     check (default) or count
//   STRIDER_CHECK_SCHEDULE  independent (default) or lock-step
#include <strider/simt/program.hpp>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

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

/// Begins with the first launch and reports when the program ends.
class reporting_session {
public:
    reporting_session() : session_(how()) {}
    ~reporting_session() {
        const std::string path = environment("STRIDER_CHECK_REPORT");
        const report& all = session_.report();
        if (path.empty()) {
            for (const finding& one : all.findings) std::cerr << text(one) << '\n';
            return;
        }
        std::ofstream out(path);
        for (const finding& one : all.findings) out << one_line(to_json(one));
        for (const auto& [kernel, counted] : all.kernels) out << one_line(to_json(kernel, counted, all.at));
    }

private:
    session session_;
};

}  // namespace

void detail::guarded_launch(void (*start)(const void* launch), const void* launch) {
    static reporting_session session;
    try {
        start(launch);
    } catch (const std::invalid_argument&) {
        runtime::set_last_error(cudaErrorInvalidConfiguration);
    } catch (const std::exception&) {
        runtime::set_last_error(cudaErrorLaunchFailure);
    }
}

}  // namespace simt::program
