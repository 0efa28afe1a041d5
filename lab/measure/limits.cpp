#include <lab/measure/limits.hpp>

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include <lab/output/numbers.hpp>

namespace strider::lab {
namespace {

constexpr double sector_bytes = 32;
constexpr double schedulers = 4;  ///< of a multiprocessor, each issues one instruction a cycle

/// What is left where nothing that is counted takes the time: threads wait, or issue instructions that are not known.
constexpr const char* other = "no unit";
constexpr const char* issue_slots = "issue slots";

/// The number that a fingerprint's text starts with: 1980 of "1980 MHz".
double leading_number(const record& of, const char* path) {
    const std::string text = text_at(of, path);
    return text.empty() ? std::nan("") : std::strtod(text.c_str(), nullptr);
}

}  // namespace

record limit_record(const record& counted, const record* timed) {
    record limit = record::object();
    const double elements = timed ? number_at(*timed, "elements") : 0;
    if (!timed || elements == 0 || number_at(counted, "elements") == 0) return limit;
    const double microseconds = elements / number_at(*timed, "elements_per_us");
    const auto scaled = [&](const char* counter) {
        return number_at(counted, counter) / number_at(counted, "elements") * elements;
    };
    const double cycles_of_all = microseconds * leading_number(*timed, "fingerprint/clock") *
                                 leading_number(*timed, "fingerprint/multiprocessors");
    const std::pair<const char*, double> shares[] = {
        {"memory", number_at(*timed, "roof_fraction")},
        {"sectors",
         scaled("counters/global_sectors") * sector_bytes / microseconds / 1e3 / number_at(*timed, "roof_gbps")},
        {"shared memory", scaled("counters/shared_wavefronts") / cycles_of_all},
        {issue_slots, text_at(counted, "instructions_by") == "sass"
                          ? scaled("counters/instructions") / (cycles_of_all * schedulers)
                          : std::nan("")},
    };
    limit["by"] = other;
    double most = 0;
    for (const auto& [unit, share] : shares) {
        if (std::isnan(share)) continue;
        limit["uses"][unit] = share;
        // More than all of the time: caches serve these sectors, and it says nothing of the memory behind them.
        if (share > 1 || share <= most + 0.05) continue;
        most = share;
        if (share >= limiting_share) limit["by"] = unit;
    }
    if (limit["by"] == other && scaled("counters/global_atomics") * 2 >= elements) {
        limit["by"] = "global atomics";
        limit["ns_per_atomic"] = microseconds * 1e3 / scaled("counters/global_atomics");
    } else {
        limit["share"] = most;
    }
    return limit;
}

std::string limit_line(const record& limit) {
    const std::string by = text_at(limit, "by");
    if (limit.contains("predicted")) return fmt::format("limited by {}, by the model: no time is recorded", by);
    if (by == "global atomics") {
        return fmt::format("limited by global atomics: one every {} ns", measured(number_at(limit, "ns_per_atomic")));
    }
    if (by == "sectors") {
        return fmt::format("limited by sectors: to move them, needed or not, memory is at work for {} of the time",
                           percent(number_at(limit, "share")));
    }
    if (by != other) {
        return fmt::format("limited by {}: at work for {} of the time", by, percent(number_at(limit, "share")));
    }
    std::string uses;
    bool knows_instructions = false;
    if (const record* all = find(limit, "uses")) {
        knows_instructions = all->contains(issue_slots);
        for (const auto& [unit, share] : all->items()) {
            const double printed = share < 0.1 ? 1000 : 100;  // rounded down: below the limit in print as well
            const double used = std::floor(share.get<double>() * printed) / printed;
            uses += fmt::format("{}{} {}{}", uses.empty() ? "" : ", ", unit, percent(used),
                                used > 1 ? ", so that caches serve most" : "");
        }
    }
    return fmt::format(
        "limited by no unit that is counted: none has to be at work for {} of the time{}; threads wait{}",
        percent(limiting_share), uses.empty() ? "" : fmt::format(" ({})", uses),
        knows_instructions ? "" : ", or the time goes into instructions");
}

}  // namespace strider::lab
