// The processes that share one command's work, one of which is this: its rank. A launcher such as mpirun starts them.
//
// All ranks run the same command on the same file, and each reads, computes and writes its own share. They meet where
// one needs what others have found (gather), in the same order on all of them. A rank that fails says so at its next
// meeting, at the latest that at the end of the command: so all end with its message, and none waits for one that has
// given up.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <lab/base/ranks/transport.hpp>

namespace strider::lab {

/// Why a command has failed, on which rank.
struct rank_failure {
    int rank;
    int status;
    std::string message;
};

/// A part of what several processes share: elements, or rows, from number `first` up to `end`.
struct share {
    std::uint64_t first, end;
    std::uint64_t size() const { return end - first; }
};

class ranks {
public:
    /// This process alone.
    ranks() = default;
    /// One of several.
    explicit ranks(std::unique_ptr<transport> by) : by_(std::move(by)) {}

    int rank() const { return by_ ? by_->rank() : 0; }
    int size() const { return by_ ? by_->size() : 1; }
    bool is_alone() const { return size() == 1; }
    /// Whether this is the rank that speaks: it prints, and renames files.
    bool is_first() const { return rank() == 0; }

    /// What this rank has of `count` parts, in whole groups of `granularity`: ranks have neighbouring ones, in order.
    share share_of(std::uint64_t count, std::uint64_t granularity = 1) const;

    /// What every rank has given, by rank. Throws rank_failure where one has failed.
    std::vector<std::string> gather(std::string_view mine);

    template <class T>
    std::vector<T> gather_values(const T& mine) {
        static_assert(std::is_trivially_copyable_v<T>);
        std::vector<T> all;
        for (const std::string& bytes : gather({reinterpret_cast<const char*>(&mine), sizeof mine})) {
            std::memcpy(&all.emplace_back(mine), bytes.data(), sizeof mine);
        }
        return all;
    }

    /// The elements of all ranks, one after the other.
    template <class T>
    std::vector<T> gather_arrays(const std::vector<T>& mine) {
        static_assert(std::is_trivially_copyable_v<T>);
        if (is_alone()) return mine;
        std::vector<T> all;
        for (const std::string& bytes : gather({reinterpret_cast<const char*>(mine.data()), mine.size() * sizeof(T)})) {
            const std::size_t before = all.size();
            all.resize(before + bytes.size() / sizeof(T));
            if (!bytes.empty()) std::memcpy(all.data() + before, bytes.data(), bytes.size());
        }
        return all;
    }

    /// Of the numbers of all ranks.
    std::uint64_t sum(std::uint64_t mine);

    /// Throws usage_error on the ranks on which `mine` is not what it is on rank 0; `message` says what is wrong there.
    void require_same(std::string_view mine, const std::string& message);

    /// The end of a rank that has failed: the others hear of it when they gather. Gives the failure of the first rank
    /// that has failed, on all of them.
    rank_failure fail(int status, const std::string& message);

    /// Ends all ranks, where they cannot end together.
    [[noreturn]] void abort(int status);

private:
    std::vector<std::string> exchange(char kind, std::string_view mine);

    std::unique_ptr<transport> by_;
};

/// This process, or, where a launcher has started several, what the module of MPI makes of them.
/// Throws usage_error where there is no such module.
ranks open_ranks();

/// Runs the command, of which every rank runs its share, to the same end on all of them. Errors become one line, which
/// the first rank prints; gives the exit status.
int run_together(ranks& peers, const std::function<int()>& command);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
