// Operations of streams (launches, copies, fills) and the order among them. The host's side of a program
// (check/runtime) keeps that order, and the checks of kernels ask for it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace strider::emulation {

/// A set of operations, by lines. Operations of one line, such as a stream, come one after the other. Numbers grow
/// through all lines. Whatever comes after an operation comes after all earlier operations of its line.
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
    /// Adds all operations up to this number, of every line.
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

struct launch_number {
    unsigned line = 0;
    std::uint64_t number = 0;
};

/// The host beside a running launch. The launch may wait for memory that the host writes.
class host_side {
public:
    host_side() = default;
    host_side(const host_side&) = delete;
    host_side& operator=(const host_side&) = delete;
    virtual ~host_side() = default;

    /// Whether the host may write the byte while the launch runs.
    virtual bool may_write(const void* byte) const = 0;
    /// Called when the launch cannot go on until the host writes.
    virtual void launch_waits() = 0;
    /// Whether the host itself waits, so that it writes nothing until the launch ends.
    virtual bool waits() const = 0;
};

struct stream_operation {
    unsigned line = 0;
    std::uint64_t number = 0;
    operation_set before;         ///< operations that come before this one
    const void* at = nullptr;     ///< the call that gives it to the stream, for findings
    const char* what = "launch";  ///< or "copy", or "memset"
    bool host_waits = false;      ///< that call returns only when the operation has ended
    host_side* host = nullptr;    ///< for a launch that runs beside the host
    int device = 0;
    std::uint64_t reaches = 1;       ///< a bit for each device whose memory kernels may access
    const void* graph_at = nullptr;  ///< for a graph's node: the launch of the graph
    std::uint64_t born = 0;          ///< for a graph's node: when it got its parameters, as a number of operations
    bool staged = false;             ///< the host's own memory has been read when the call returns
    bool early = false;              ///< reads for a later operation, as soon as the host has given it
    /// Launches that may still run when this dependent launch begins, until it calls cudaGridDependencySynchronize().
    std::vector<launch_number> primaries{};
};

/// A number for a new operation, larger than all before; and the last such number.
std::uint64_t next_operation() noexcept;
std::uint64_t last_operation() noexcept;

/// The operation that this thread performs now; null if no stream has one.
stream_operation* current_operation() noexcept;

/// While this lives, the thread performs this operation.
class operation_scope {
public:
    explicit operation_scope(stream_operation& now) noexcept;
    ~operation_scope();
    operation_scope(const operation_scope&) = delete;
    operation_scope& operator=(const operation_scope&) = delete;

private:
    stream_operation* outer_;
};

/// Rows of bytes; they begin `stride` apart.
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
    bool of_host = false;  ///< memory that only the host allocates and gives back
};
/// The current operation, a copy or fill, reads and writes this memory. The session of this thread compares it with
/// operations that nothing orders with it.
void note_transfer(std::span<const transferred_bytes> all);
/// Until the host has waited for the current operation, the host's accesses to this memory are compared with it, as far
/// as the memory is the host's too. `kept`: the operation will be carried out later.
void note_use_of_host_memory(std::span<const transferred_bytes> all, bool kept);
/// Host code writes device memory outside of all operations, as Thrust's algorithms do.
void expect_unmarked_writes() noexcept;
/// The order of this operation is no longer known: from now on it is compared with no other.
void forget_operation(const stream_operation& which);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
