// What streams do: launches, copies and fills, and which of them come before others. The host's side of a program
// (check/runtime) keeps that order, and those who look at kernels ask for it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace strider::emulation {

/// Operations, by lines: those of a line, a stream for instance, come one after the other. Numbers grow through all
/// lines, and whoever comes after an operation comes after all that its line had before.
class operation_set {
public:
    bool holds(unsigned line, std::uint64_t number) const {
        return number <= all_ || std::any_of(last_.begin(), last_.end(), [&](const auto& one) {
                   return one.first == line && number <= one.second;
               });
    }
    void add(unsigned line, std::uint64_t number) {
        if (number <= all_) return;
        const auto at = std::find_if(last_.begin(), last_.end(), [&](const auto& one) { return one.first == line; });
        if (at == last_.end())
            last_.emplace_back(line, number);
        else
            at->second = std::max(at->second, number);
    }
    void add(const operation_set& more) {
        add_all(more.all_);
        for (const auto& [line, number] : more.last_) add(line, number);
    }
    /// Up to this number, of every line.
    void add_all(std::uint64_t number) {
        if (number <= all_) return;
        all_ = number;
        std::erase_if(last_, [&](const auto& one) { return one.second <= number; });
    }
    std::uint64_t all() const { return all_; }

private:
    std::uint64_t all_ = 0;
    std::vector<std::pair<unsigned, std::uint64_t>> last_;
};

/// The host, as a launch sees it that runs beside it: what the launch waits for may be written by the host.
class host_side {
public:
    host_side() = default;
    host_side(const host_side&) = delete;
    host_side& operator=(const host_side&) = delete;
    virtual ~host_side() = default;

    /// Whether the host may write the byte while the launch runs.
    virtual bool may_write(const void* byte) const = 0;
    /// Nothing of the launch can go on until the host writes.
    virtual void launch_waits() = 0;
    /// The host writes nothing until the launch ends.
    virtual bool waits() const = 0;
};

struct stream_operation {
    unsigned line = 0;
    std::uint64_t number = 0;
    operation_set before;         ///< what comes before it
    const void* at = nullptr;     ///< the call that gives it to the stream, for findings
    const char* what = "launch";  ///< or "copy", or "memset"
    bool host_waits = false;      ///< that call returns when the operation is done
    host_side* host = nullptr;    ///< of a launch that runs beside the host
    int device = 0;
    std::uint64_t reaches = 1;       ///< devices whose memory kernels may access there, as bits
    const void* graph_at = nullptr;  ///< of a node: the launch of its graph
};

/// A number for an operation, larger than all before; and the last one that was given.
std::uint64_t next_operation() noexcept;
std::uint64_t last_operation() noexcept;

/// The operation that this thread does now; null: none that a stream has.
stream_operation* current_operation() noexcept;

/// While it lives, the thread does this operation.
class operation_scope {
public:
    explicit operation_scope(stream_operation& now) noexcept;
    ~operation_scope();
    operation_scope(const operation_scope&) = delete;
    operation_scope& operator=(const operation_scope&) = delete;

private:
    stream_operation* outer_;
};

/// Rows of bytes, `stride` apart.
struct byte_rows {
    std::uintptr_t begin = 0;
    std::size_t width = 0, stride = 0, rows = 1;

    bool overlaps(std::uintptr_t from, std::size_t bytes) const {
        const std::uintptr_t end = begin + (rows - 1) * stride + width;
        if (from >= end || from + bytes <= begin) return false;
        if (rows == 1 || bytes >= stride) return true;
        const std::size_t offset = from < begin ? 0 : from - begin, inside = stride == 0 ? 0 : offset % stride;
        return from < begin || inside < width || inside + bytes > stride;
    }
    bool overlaps(const byte_rows& other) const {
        for (std::size_t row = 0; row < other.rows; ++row)
            if (overlaps(other.begin + row * other.stride, other.width)) return true;
        return false;
    }
};

struct transferred_bytes {
    byte_rows memory;
    bool written = false;
};
/// The current operation, a copy or fill, reads and writes this memory. The session of this thread compares it with
/// what operations did that nothing orders with it.
void note_transfer(std::span<const transferred_bytes> all);
/// Host code writes device memory beside all operations, as Thrust's algorithms do.
void expect_unmarked_writes() noexcept;
/// The operation has an order with others that is not known: it is compared with none of them from now on.
void forget_operation(const stream_operation& which);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
