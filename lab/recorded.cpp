#include <lab/recorded.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <stdexcept>

#include <lab/location.hpp>

namespace strider::lab {

std::vector<record> read_recorded(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());

    std::vector<record> all;
    for (const auto& file : files) {
        std::ifstream in(file);
        std::string line;
        for (int number = 1; std::getline(in, line); ++number) {
            if (line.empty()) continue;
            record one = record::parse(line, nullptr, false);
            if (!one.is_object() || one.value("schema", 0) != record_schema) {
                throw std::runtime_error(
                    fmt::format("{}:{}: no record of schema {}; mend the line or take the file away", file.string(),
                                number, record_schema));
            }
            all.push_back(std::move(one));
        }
    }
    return all;
}

std::vector<record> recorded_results() {
    const std::filesystem::path folder = data_path("results");
    return folder.empty() ? std::vector<record>() : read_recorded(folder);
}

const record* recorded_ladder::rung(int number) const {
    for (const record& one : rungs) {
        if (number_at(one, "rung") == number) return &one;
    }
    return nullptr;
}

recorded_ladder choose_recorded(const std::vector<record>& all, std::string_view pattern, std::string_view type,
                                std::string_view operation, std::uint64_t elements, std::string_view exhibit) {
    const auto newer = [](const record& a, const record& b) {
        return text_at(a, "fingerprint/date") >= text_at(b, "fingerprint/date");
    };
    // By device and number of elements, then by rung: the newest.
    std::map<std::pair<std::string, std::uint64_t>, std::map<int, const record*>> groups;
    for (const record& one : all) {
        const record* verified = find(one, "verified");
        if (text_at(one, "device") != "gpu" || text_at(one, "pattern") != pattern || text_at(one, "type") != type ||
            text_at(one, "parameters/operation") != operation || text_at(one, "exhibit") != exhibit || !verified ||
            *verified != true) {
            continue;
        }
        const auto count = one.value("elements", std::uint64_t{0});
        const record*& kept = groups[{text_at(one, "device_name"), count}][one.value("rung", 0)];
        if (!kept || newer(one, *kept)) kept = &one;
    }

    recorded_ladder chosen;
    for (const auto& [key, rungs] : groups) {
        const auto& [device_name, count] = key;
        // The map is in the order of the sizes: of equals, the later one is the larger.
        const bool as_full = rungs.size() == chosen.rungs.size() && chosen.elements != elements;
        const bool better = rungs.size() > chosen.rungs.size() || as_full;
        if (!better) continue;
        chosen = {device_name, {}, count, {}};
        for (const auto& [number, one] : rungs) {
            chosen.rungs.push_back(*one);
            chosen.date = std::max(chosen.date, text_at(*one, "fingerprint/date").substr(0, 10));
        }
    }
    return chosen;
}

}  // namespace strider::lab
