#include <lab/records/details.hpp>

#include <algorithm>

#include <lab/records/launch_counts.hpp>
#include <ladders/harness/counters.hpp>

namespace strider::lab {
std::string in_source_tree(const std::string& file) {
    for (const char* const folder : {"ladders/", "include/strider/"}) {
        const std::size_t place = file.rfind(folder);
        if (place != std::string::npos) return file.substr(place);
    }
    return file;
}

namespace {

record counters_record(const emulation::counters& seen) {
    record out = record::object();
    for (const auto& names : {ladders::named_counters(seen), ladders::named_requests(seen)}) {
        for (const auto& [name, value] : names) {
            if (value != 0) out[name] = count_or_ratio(value);
        }
    }
    return out;
}

/// The place, and the line of the kernel that it was inlined at, where that is another one.
void add_place(record& to, const emulation::source_line& where, const emulation::source_line& outer) {
    to["file"] = in_source_tree(where.file);
    to["line"] = where.line;
    if (outer == where) return;
    to["inlined_at"] = {{"file", in_source_tree(outer.file)}, {"line", outer.line}};
}

record launch_record(const emulation::launch_counters& launch) {
    return {{"kernel", launch.kernel},
            {"instance", launch.instance},
            {"grid", launch.grid},
            {"block", launch.block},
            {"shared_bytes", launch.shared_bytes},
            {"counters", counters_record(launch.seen)},
            {"counts", to_record(counts_of(launch))}};
}

record line_record(const std::string& kernel, const emulation::line_counters& line) {
    record out{{"kernel", kernel}};
    add_place(out, line.where, line.outer);
    out["counters"] = counters_record(line.seen);
    return out;
}

bool takes_part(const emulation::warp_request& request, unsigned lane) { return (request.lanes >> lane & 1) != 0; }

bool is_shared(const emulation::warp_request& request) {
    return std::string_view(emulation::name(request.kind)).starts_with("shared");
}

/// The first byte that lanes ask for, rounded down to a row of the banks.
std::uint64_t row_of(const emulation::warp_request& request) {
    std::uint64_t least = ~std::uint64_t{0};
    for (unsigned lane = 0; lane < 32; ++lane) {
        if (takes_part(request, lane)) least = std::min(least, request.addresses[lane]);
    }
    return least / 128 * 128;
}

/// For each request of shared memory the first row that its launch asks for: another launch may have its shared memory
/// elsewhere.
std::vector<std::uint64_t> first_rows(const std::vector<emulation::warp_request>& requests) {
    constexpr std::uint64_t most_shared_bytes = 228 * 1024;
    std::vector<std::uint64_t> rows(requests.size());
    std::size_t start = 0;
    std::uint64_t least = ~std::uint64_t{0}, greatest = 0;
    const auto end_launch = [&](std::size_t end) {
        std::fill(rows.begin() + static_cast<std::ptrdiff_t>(start), rows.begin() + static_cast<std::ptrdiff_t>(end),
                  least);
        start = end;
        least = ~std::uint64_t{0};
        greatest = 0;
    };
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (!is_shared(requests[i])) continue;
        const std::uint64_t row = row_of(requests[i]);
        if (std::max(row, greatest) - std::min(row, least) > most_shared_bytes && greatest != 0) end_launch(i);
        least = std::min(least, row);
        greatest = std::max(greatest, row);
    }
    end_launch(requests.size());
    return rows;
}

/// Addresses are relative to the request's row, and that of shared memory to `first_row`.
record request_record(const std::string& kernel, const emulation::warp_request& request, std::uint64_t first_row) {
    const std::uint64_t row = row_of(request);
    record addresses = record::array();
    for (unsigned lane = 0; lane < 32; ++lane) {
        if (takes_part(request, lane))
            addresses.push_back(request.addresses[lane] - row);
        else
            addresses.push_back(-1);
    }
    record out{{"kernel", kernel}, {"kind", emulation::name(request.kind)}};
    add_place(out, request.where, request.outer);
    out["bytes"] = request.bytes;
    out["cost"] = request.cost;
    if (is_shared(request)) out["row"] = row - first_row;
    out["addresses"] = std::move(addresses);
    return out;
}

}  // namespace

void add_details(record& to, const emulation::details& seen) {
    for (const char* const field : {"launches", "lines", "requests"}) to[field] = record::array();
    for (const emulation::launch_counters& launch : seen.launches) to["launches"].push_back(launch_record(launch));
    for (const auto& [kernel, lines] : seen.lines) {
        for (const emulation::line_counters& line : lines) to["lines"].push_back(line_record(kernel, line));
    }
    for (const auto& [kernel, requests] : seen.requests) {
        const std::vector<std::uint64_t> rows = first_rows(requests);
        for (std::size_t i = 0; i < requests.size(); ++i)
            to["requests"].push_back(request_record(kernel, requests[i], rows[i]));
    }
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
