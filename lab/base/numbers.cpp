#include <lab/base/numbers.hpp>

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace strider::lab {

std::string grouped(std::uint64_t value) {
    const std::string digits = std::to_string(value);
    std::string out;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i != 0 && (digits.size() - i) % 3 == 0) out += ',';
        out += digits[i];
    }
    return out;
}

std::string measured(double value) {
    if (std::isnan(value)) return {};
    if (value < 0) return fmt::format("-{}", measured(-value));
    if (value > 0 && value < 0.09995) return fmt::format("{:.4f}", value);
    if (value < 0.9995) return fmt::format("{:.3f}", value);
    if (value < 9.995) return fmt::format("{:.2f}", value);
    if (value < 999.95) return fmt::format("{:.1f}", value);
    if (value < 1e15) return grouped(static_cast<std::uint64_t>(std::llround(value)));
    return fmt::format("{:.3g}", value);
}

std::string as_printed(double value) { return std::isnan(value) ? std::string() : fmt::format("{:.6g}", value); }

std::string factor(double value) {
    if (std::isnan(value)) return {};
    if (value < 99.995) return fmt::format("{:.2f}x", value);
    return measured(value) + "x";
}

std::string percent(double fraction) {
    if (std::isnan(fraction)) return {};
    return fraction < 0.0995 ? fmt::format("{:.1f}%", fraction * 100) : fmt::format("{:.0f}%", fraction * 100);
}

std::string compact(double value) {
    if (!(std::abs(value) >= 1e4)) return counted(value);
    constexpr const char* units[] = {"k", "M", "G", "T", "P"};
    std::size_t unit = 0;
    for (value /= 1e3; std::abs(value) >= 999.5 && unit + 1 < std::size(units); ++unit) value /= 1e3;
    const int decimals = std::abs(value) < 9.995 ? 2 : std::abs(value) < 99.95 ? 1 : 0;
    return fmt::format("{:.{}f} {}", value, decimals, units[unit]);
}

std::string counted(double value) {
    if (std::isnan(value)) return {};
    if (value == std::floor(value) && std::abs(value) < 1e15 && value >= 0) {
        return grouped(static_cast<std::uint64_t>(value));
    }
    return fmt::format("{:.2f}", value);
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
