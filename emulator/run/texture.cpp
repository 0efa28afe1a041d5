#include <strider/emulator/dialect/small_float.hpp>
#include <strider/emulator/texture.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "events.hpp"
#include "findings.hpp"
#include "scheduler.hpp"

namespace strider::emulation {

namespace {

/// Beyond the border, where nothing is read.
constexpr std::int64_t outside = -1;

std::int64_t modulo(std::int64_t a, std::int64_t n) { return (a % n + n) % n; }

// The texel that stands for index `i` of `n` in one dimension. Wrapping and mirroring need normalised coordinates.
std::int64_t resolve(std::int64_t i, std::int64_t n, address_mode mode, bool normalized) {
    if (i >= 0 && i < n) return i;
    if (mode == address_mode::border) return outside;
    if (normalized && mode == address_mode::wrap) return modulo(i, n);
    if (normalized && mode == address_mode::mirror) {
        const std::int64_t in_period = modulo(i, 2 * n);
        return in_period < n ? in_period : 2 * n - 1 - in_period;
    }
    return std::clamp<std::int64_t>(i, 0, n - 1);
}

float as_number(const texture& from, std::int64_t integer) {
    const int bits = static_cast<int>(8 * from.channel_bytes);
    if (!from.as_numbers) return static_cast<float>(integer);
    if (from.kind == channel_kind::unsigned_integer)
        return static_cast<float>(integer) / static_cast<float>((1ll << bits) - 1);
    return std::max(static_cast<float>(integer) / static_cast<float>((1ll << (bits - 1)) - 1), -1.0f);
}

texel read(site caller, const texture& from, const std::byte* place) {
    worker& w = lane_worker();
    note_access(w, place, from.texel_bytes(), access_load, caller.pc);
    texel result;
    for (unsigned c = 0; c < from.channels; ++c) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, place + c * from.channel_bytes, from.channel_bytes);
        if (from.kind == channel_kind::floating_point) {
            std::memcpy(&result.number[c], &bits, sizeof(bits));
            if (from.channel_bytes == 2) result.number[c] = decode<binary16>(static_cast<std::uint16_t>(bits));
            result.integer[c] = bits;
            continue;
        }
        const unsigned unused = 32 - 8 * from.channel_bytes;
        result.integer[c] = from.kind == channel_kind::unsigned_integer
                                ? std::int64_t{bits}
                                : std::int64_t{static_cast<std::int32_t>(bits << unused) >> unused};
        result.number[c] = as_number(from, result.integer[c]);
    }
    return result;
}

texel border_of(const texture& from) {
    texel result;
    for (unsigned c = 0; c < from.channels; ++c) {
        result.number[c] = from.border[c];
        result.integer[c] = static_cast<std::int64_t>(from.border[c]);
    }
    return result;
}

// The texels on both sides of a point in one dimension, and the weight of the second, which the hardware holds in 8
// bits of fraction.
struct neighbours {
    std::int64_t index[2];
    float weight;
};

neighbours around(const texture& from, unsigned dimension, float coordinate) {
    const auto n = static_cast<std::int64_t>(from.extent[dimension]);
    float x = from.normalized ? coordinate * static_cast<float>(n) : coordinate;
    if (from.linear) x -= 0.5f;
    x = std::isnan(x) ? 0.0f : std::clamp(x, -0x1p30f, 0x1p30f);
    const float below = std::floor(x);
    const auto i = static_cast<std::int64_t>(below);
    const float weight = from.linear ? std::nearbyint((x - below) * 256.0f) / 256.0f : 0.0f;
    const address_mode mode = from.modes[dimension];
    return {{resolve(i, n, mode, from.normalized), resolve(i + 1, n, mode, from.normalized)}, weight};
}

}  // namespace

texel sample(site caller, const texture& from, unsigned dimensions, const float* coordinates,
             std::size_t layer) noexcept {
    neighbours along[3] = {{{0, 0}, 0}, {{0, 0}, 0}, {{0, 0}, 0}};
    for (unsigned d = 0; d < dimensions; ++d) along[d] = around(from, d, coordinates[d]);
    if (from.layers > 1)
        along[2].index[0] = along[2].index[1] = static_cast<std::int64_t>(std::min(layer, from.layers - 1));
    texel result;
    for (unsigned corner = 0; corner < 1u << dimensions; ++corner) {
        float weight = 1;
        std::int64_t index[3];
        for (unsigned d = 0; d < 3; ++d) {
            const unsigned side = d < dimensions ? corner >> d & 1u : 0;
            index[d] = along[d].index[side];
            if (d < dimensions) weight *= side == 1 ? along[d].weight : 1 - along[d].weight;
        }
        if (weight == 0) continue;
        const bool inside = std::find(index, index + 3, outside) == index + 3;
        const texel one = inside ? read(caller, from,
                                        from.at(static_cast<std::size_t>(index[0]), static_cast<std::size_t>(index[1]),
                                                static_cast<std::size_t>(index[2])))
                                 : border_of(from);
        if (!from.linear) return one;
        for (unsigned c = 0; c < from.channels; ++c) result.number[c] += weight * one.number[c];
    }
    return result;
}

texel fetch(site caller, const texture& from, std::int64_t index) noexcept {
    if (index < 0 || static_cast<std::size_t>(index) >= from.extent[0]) return {};
    return read(caller, from, from.at(static_cast<std::size_t>(index), 0, 0));
}

std::byte* surface_address(site caller, const texture& surface, surface_point point, std::size_t bytes, boundary mode,
                           bool writes) noexcept {
    worker& w = lane_worker();
    auto [x, y, z] = point;
    const auto row = static_cast<std::int64_t>(surface.extent[0] * surface.texel_bytes());
    const auto last_x = row - static_cast<std::int64_t>(bytes),
               last_y = static_cast<std::int64_t>(surface.extent[1]) - 1,
               last_z = static_cast<std::int64_t>(std::max(surface.extent[2], surface.layers)) - 1;
    const bool inside = x >= 0 && x <= last_x && y >= 0 && y <= last_y && z >= 0 && z <= last_z;
    if (!inside && mode == boundary::zero) return nullptr;
    if (!inside && mode == boundary::trap) {
        add_finding(w, finding_kind::out_of_bounds, caller.pc, nullptr, [&](raw_finding& what) {
            what.message = fmt::format("{} {} {} at x {} (in bytes), y {}, z {} of a surface of {} x {} x {} elements",
                                       who(w, w.current->index), writes ? "writes" : "reads", bytes_text(bytes), x, y,
                                       z, surface.extent[0], last_y + 1, last_z + 1);
            what.fix = "keep the coordinates inside, or name a boundary mode that clamps or ignores them";
        });
        retire(w);
    }
    if (!inside) {
        x = std::clamp<std::int64_t>(x, 0, last_x);
        y = std::clamp<std::int64_t>(y, 0, last_y);
        z = std::clamp<std::int64_t>(z, 0, last_z);
    }
    std::byte* const place = surface.at(0, static_cast<std::size_t>(y), static_cast<std::size_t>(z)) + x;
    if (x % static_cast<std::int64_t>(bytes) != 0) {
        add_finding(w, finding_kind::misaligned_access, caller.pc, nullptr, [&](raw_finding& what) {
            what.message = fmt::format("{} {} {} of a surface at x {}, which counts bytes", who(w, w.current->index),
                                       writes ? "writes" : "reads", bytes_text(bytes), x);
            what.fix = "multiply x by the size of an element";
        });
        retire(w);
    }
    note_access(w, place, bytes, writes ? access_store : access_load, caller.pc);
    return place;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
