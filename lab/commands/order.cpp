// strider order: the golden vectors of docs/order.md on this machine's backends.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>

#include <lab/base/errors.hpp>
#include <lab/base/golden_vectors.hpp>
#include <lab/base/load_module.hpp>
#include <lab/base/modules.hpp>
#include <lab/base/numbers.hpp>
#include <lab/base/output/destination.hpp>
#include <lab/base/output/progress.hpp>
#include <lab/base/sizes.hpp>
#include <lab/commands/commands.hpp>
#include <lab/order/golden_calls.hpp>
#include <python/calls/table.hpp>

namespace strider::lab {
namespace {

using ladders::element_type, ladders::operation;

struct order_options {
    std::string elements = "2^22";
    output_options output;
};

/// A backend, and the device in whose memory its arrays lie, if this is not the host's.
struct order_backend {
    const python::calls* calls = nullptr;
    ladders::device* device = nullptr;
    std::uint64_t most = 0;  ///< elements
    std::string why = {};
};

/// A copy of an array, in memory of a backend.
template <class T>
std::shared_ptr<void> copy_at(const order_backend& at, const std::vector<T>& elements) {
    const std::size_t bytes = elements.size() * sizeof(T);
    if (at.device == nullptr) {
        std::shared_ptr<void> memory(::operator new(bytes), [](void* to_free) { ::operator delete(to_free); });
        std::memcpy(memory.get(), elements.data(), bytes);
        return memory;
    }
    std::shared_ptr<void> memory(at.device->allocate(bytes),
                                 [device = at.device](void* to_free) { device->release(to_free); });
    at.device->copy_in(memory.get(), elements.data(), bytes);
    return memory;
}

/// The bits of a call's results; nothing where the backend's table does not have the call.
template <class Bits>
std::string bits_of(const order_backend& at, const golden::line& of, std::uint64_t n) {
    const auto& [table, call] = std::tie(*at.calls, of.call);
    const unsigned fraction = sizeof(Bits) == 4 ? 23 : 52;
    const element_type type = sizeof(Bits) == 4 ? element_type::f32 : element_type::f64;
    const operation op = of.op == "plus" ? operation::sum : operation::product;
    const std::uint64_t elements = golden::elements_of(call, n);
    const auto first = copy_at(at, golden::input_bits<Bits>(of.input, 1, elements, fraction));
    const auto second = copy_at(at, golden::input_bits<Bits>(of.input, 2, n, fraction));
    std::vector<std::int64_t> offsets{0, static_cast<std::int64_t>(n)};  // tables of the host have no reduction of all
    if (call == "segments") offsets = golden::offsets_of(n);
    const python::items values{first.get(), n};

    const bool is_scan = call.ends_with("_scan");
    std::vector<Bits> results(call == "rows"       ? golden::rows
                              : call == "columns"  ? golden::columns
                              : call == "segments" ? offsets.size() - 1
                              : is_scan            ? n
                                                   : 1);
    const auto found = copy_at(at, results);
    if (call == "reduce" && table.reduce != nullptr) {
        table.reduce(nullptr, type, op, values, found.get());
    } else if (call == "dot") {
        table.dot(nullptr, type, values, second.get(), found.get());
    } else if (call == "rows") {
        table.reduce_rows(nullptr, type, op, {first.get(), golden::rows, n}, found.get());
    } else if (call == "columns") {
        table.reduce_columns(nullptr, type, op, {first.get(), n, golden::columns}, found.get());
    } else if (call == "segments" || call == "reduce") {
        const auto at_offsets = copy_at(at, offsets);
        table.reduce_segments(nullptr, type, op, values,
                              {static_cast<const std::int64_t*>(at_offsets.get()), offsets.size()}, found.get());
    } else if (is_scan) {
        table.scan(nullptr, type, op, call == "exclusive_scan", values, found.get());
    } else {
        return {};
    }
    if (at.device) {
        at.device->copy_out(results.data(), found.get(), results.size() * sizeof(Bits));
    } else {
        std::memcpy(results.data(), found.get(), results.size() * sizeof(Bits));
    }
    return golden::text_of<Bits>(results);
}

order_backend open_backend(const std::string& name, std::uint64_t most) {
    const bool is_host = name == "serial" || name == "cpu";
    order_backend opened{.most = name == "emulator" ? std::min<std::uint64_t>(most, 100'003) : most};
    if (!is_host) {
        const opened_device& memory = open_device(name, "reduce");
        opened.device = memory.device;
        opened.why = memory.why;
        if (!memory.device) return opened;
    }
    const std::string target = fmt::format("strider_{}_calls", is_host ? "cpu" : name);
    const auto entry =
        reinterpret_cast<python::calls_at_function*>(load_module(target, python::calls_at_symbol, true, opened.why));
    if (entry) opened.calls = entry(name.c_str(), 0);
    return opened;
}

record to_record(const std::string& name, std::uint64_t most, progress& said) {
    record row = record_of("order");
    row["backend"] = name;
    const order_backend at = open_backend(name, most);
    if (!at.calls) {
        row["why"] = at.why;
        return row;
    }
    std::uint64_t checked = 0, different = 0;
    for (const golden::line& line : golden::lines_of(golden_calls)) {
        for (const auto& [n, right] : line.vectors) {
            if (n > at.most) continue;
            said.say(fmt::format("{}: {} of {} elements", name, line.call, n));
            const std::string found =
                line.type == "f32" ? bits_of<std::uint32_t>(at, line, n) : bits_of<std::uint64_t>(at, line, n);
            if (found.empty()) continue;
            ++checked;
            if (found == right) continue;
            if (different++ == 0) {
                row["first"] = fmt::format("{} of {} {} {} elements by {}: {}, and not {}", line.call, n, line.input,
                                           line.type, line.op, found, right);
            }
        }
    }
    row["checked"] = checked;
    row["different"] = different;
    return row;
}

std::string verdict_of(const record& row) {
    if (!row.contains("checked")) return "not here";
    return row["different"] == 0 ? "the same bits" : fmt::format("{} differ", row["different"].get<std::uint64_t>());
}

int run(const order_options& options) {
    const output_format& format = format_of(options.output);
    destination out(options.output.report_path());
    section part;
    bool differs = false;
    {
        progress said;
        for (const char* name : {"serial", "cpu", "emulator", "gpu"}) {
            part.records.push_back(to_record(name, parse_size(options.elements), said));
            differs |= part.records.back().value("different", 0) != 0;
        }
    }
    if (std::ranges::none_of(part.records, [](const record& row) { return row.contains("checked"); })) {
        throw usage_error("no backend is here: " + text_at(part.records.front(), "why"));
    }
    part.columns = {
        {"", "backend", side::left, [](const record& row) { return text_at(row, "backend"); }},
        {"golden vectors", "checked", side::right,
         [](const record& row) { return row.contains("checked") ? grouped(row["checked"].get<std::uint64_t>()) : ""; }},
        {"", "verdict", side::left, verdict_of},
    };
    part.details = [](const record& row) {
        std::vector<std::string> lines;
        for (const char* name : {"why", "first"}) {
            if (const std::string text = text_at(row, name); !text.empty()) lines.push_back(text);
        }
        return lines;
    };
    part.notes.push_back("the order, and who else can check it: docs/order.md");
    deliver({part}, format, out);
    return differs ? exit_failure : exit_success;
}

}  // namespace

action declare_order(command_line& options) {
    const auto values = std::make_shared<order_options>();
    options.add("--elements", "COUNT", values->elements,
                "leave out vectors of more elements; 2^22 without it, and 100,003 at most on the emulator");
    declare_report(options, values->output);
    options.fails_where("a backend has other bits than the golden vectors");
    options.example("--elements 1e5", "whether this machine's backends have the bits of every other machine");
    return [values] { return run(*values); };
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
