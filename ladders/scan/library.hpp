// The library's calls of "scan": a file fed in pieces, with the bits of the library's scan of all of it at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <ladders/harness/typed_call.hpp>
#include <ladders/library_memory.hpp>
#include <strider/scan.hpp>

namespace strider::ladders::scan {

/// Where nothing is rounded, the exclusive scan is the inclusive one, one element further.
template <class T, class Operator>
inline constexpr bool rounds =
    std::is_floating_point_v<T> && (std::is_same_v<Operator, plus> || std::is_same_v<Operator, multiplies>);

/// On the host pieces are whole regions of the canonical order. On a device, where the library has the call for all
/// elements alone, it is fed in pieces where nothing is rounded, and else gets all elements.
template <class Policy, class T, class Operator>
class scan_in_pieces final : public streamed_scan {
public:
    scan_in_pieces(const Policy& policy, std::uint64_t elements, bool exclusive)
        : policy_(policy), shape_(elements, sizeof(T)), exclusive_(exclusive) {
        if (exclusive && !is_exact) before_ = left_;
    }

    std::uint64_t granularity() const override {
        if (on_host) return shape_.tile * scan_order::group * scan_order::region;
        return is_exact ? 1 : std::max<std::uint64_t>(1, shape_.elements);
    }

    /// One of every region, in pieces; else one of all values.
    std::string totals(void* values, std::uint64_t count) override {
        T* const all = static_cast<T*>(values);
        std::string bytes;
        const std::optional<T> before = before_;
        const std::uint64_t part = on_host ? granularity() : count;
        for (std::uint64_t first = 0; first < count; first += part) {
            before_.reset();
            scan_piece<false>(all + first, part);
            bytes.append(reinterpret_cast<const char*>(&*before_), sizeof(T));
        }
        before_ = before;
        return bytes;
    }

    void skip(std::string_view totals) override {
        for (std::size_t at = 0; at < totals.size(); at += sizeof(T)) {
            T total;
            totals.copy(reinterpret_cast<char*>(&total), sizeof total, at);
            before_ = before_ ? Operator{}(*before_, total) : total;
        }
        if (is_exact && before_) left_ = *before_;
    }

    void scan(void* values, std::uint64_t count) override {
        T* const all = static_cast<T*>(values);
        if constexpr (!is_exact) {
            if (exclusive_) return scan_piece<true>(all, count);
        }
        scan_piece<false>(all, count);
        if (is_exact && exclusive_) {
            for (std::uint64_t at = 0; at < count; ++at) std::swap(left_, all[at]);
        }
    }

private:
    static constexpr bool is_exact = !rounds<T, Operator>;
    static constexpr bool on_host = std::is_same_v<Policy, serial> || std::is_same_v<Policy, cpu>;

    template <bool Exclusive>
    void scan_piece(T* values, std::uint64_t count) {
        if constexpr (on_host) {
            before_ = scan_regions<Exclusive>(policy_, contiguous<T>{values}, shape_.piece(count), values, Operator{},
                                              before_);
        } else {
            if (is_exact && before_) values[0] = Operator{}(*before_, values[0]);
            memory_for<Policy> memory(policy_);
            const std::span piece(memory.update(values, count), count);
            const std::span<const T> source = piece;
            if constexpr (Exclusive) {
                exclusive_scan(policy_, source, piece, Operator{});
            } else {
                inclusive_scan(policy_, source, piece, Operator{});
            }
            memory.finish();
            before_ = values[count - 1];
        }
    }

    Policy policy_;
    scan_order::tile_shape shape_;
    bool exclusive_;
    T left_ = identity<Operator, T>::value;  ///< the result before the next element, where nothing is rounded
    std::optional<T> before_;
};

template <class Policy>
class calls final : public library_on<Policy> {
public:
    using library_on<Policy>::library_on;

    std::unique_ptr<streamed_scan> scan(element_type type, operation op, bool exclusive,
                                        std::uint64_t elements) override {
        std::unique_ptr<streamed_scan> made;
        typed(type, op, [&]<class T, class Operator>(T, Operator) {
            made = std::make_unique<scan_in_pieces<Policy, T, Operator>>(policy_, elements, exclusive);
        });
        return made;
    }

#if defined(__CUDACC__)
    void scan_at_once(element_type type, operation op, bool exclusive, const items_in_memory<const void>& values,
                      void* results) override {
        typed(type, op, [&]<class T, class Operator>(T, Operator combine) {
            auto memory = this->memory();
            const std::span from(memory.read(static_cast<const T*>(values.data), values.count), values.count);
            const std::span to(memory.write(static_cast<T*>(results), values.count), values.count);
            if (!exclusive) {
                inclusive_scan(this->policy_, from, to, combine);
            } else if constexpr (rounds<T, Operator>) {
                exclusive_scan(this->policy_, from, to, combine);
            } else {
                throw std::logic_error("scan: where nothing is rounded, move the inclusive one by one element");
            }
            memory.finish();
        });
    }
#endif

private:
    template <class Entry>
    static void typed(element_type type, operation op, Entry entry) {
        if (type == element_type::f32) {
            op == operation::sum ? entry(float{}, plus{}) : entry(float{}, multiplies{});
        } else {
            with_operator(op, [&](auto combine) {
                type == element_type::f64 ? entry(double{}, combine) : entry(std::int64_t{}, combine);
            });
        }
    }

    using library_on<Policy>::policy_;
};

}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
