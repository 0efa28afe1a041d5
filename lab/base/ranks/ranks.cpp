#include <lab/base/ranks/ranks.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <numeric>

#include <lab/base/errors.hpp>
#include <ladders/library.hpp>

namespace strider::lab {
namespace {

// The first byte of what ranks give each other.
constexpr char goes_on = '+', has_failed = '-';

/// The failure of the first rank that has failed, of what all ranks have given; rank -1 where none has.
rank_failure first_failure(const std::vector<std::string>& all) {
    for (std::size_t r = 0; r < all.size(); ++r) {
        if (all[r][0] == has_failed) return {static_cast<int>(r), all[r][1], all[r].substr(2)};
    }
    return {-1, exit_success, {}};
}

/// What is being thrown, as an exit status and a line.
rank_failure current_failure() {
    try {
        throw;
    } catch (const usage_error& error) {
        return {0, exit_usage, error.what()};
    } catch (const ladders::refusal& error) {
        return {0, exit_usage, error.what()};
    } catch (const std::exception& error) {
        return {0, exit_failure, error.what()};
    }
}

void print(const rank_failure& of) {
    const std::string who = of.rank == 0 ? "" : fmt::format("rank {}: ", of.rank);
    std::fprintf(stderr, "strider: %s%s\n", who.c_str(), one_line(of.message).c_str());
}

}  // namespace

share ranks::share_of(std::uint64_t count, std::uint64_t granularity) const {
    const std::uint64_t groups = count / granularity + (count % granularity != 0);
    const auto all = static_cast<std::uint64_t>(size());
    const auto begin = [&](int r) {
        const auto before = static_cast<std::uint64_t>(r);
        return std::min(count, (groups / all * before + std::min(groups % all, before)) * granularity);
    };
    return {begin(rank()), begin(rank() + 1)};
}

std::vector<std::string> ranks::exchange(char kind, std::string_view mine) {
    const std::string said = kind + std::string(mine);
    return by_ ? by_->all_gather(said) : std::vector{said};
}

std::vector<std::string> ranks::gather(std::string_view mine) {
    std::vector<std::string> all = exchange(goes_on, mine);
    if (const rank_failure failure = first_failure(all); failure.rank >= 0) throw failure;
    for (std::string& one : all) one.erase(0, 1);
    return all;
}

void ranks::require_same(std::string_view mine, const std::string& message) {
    if (is_alone()) return;
    if (gather(is_first() ? mine : std::string_view())[0] != mine) throw usage_error(message);
}

std::uint64_t ranks::sum(std::uint64_t mine) {
    const std::vector<std::uint64_t> all = gather_values(mine);
    return std::accumulate(all.begin(), all.end(), std::uint64_t{0});
}

rank_failure ranks::fail(int status, const std::string& message) {
    return first_failure(exchange(has_failed, static_cast<char>(status) + message));
}

void ranks::abort(int status) {
    if (by_) by_->abort(status);
    std::exit(status);
}

int run_together(ranks& peers, const std::function<int()>& command) try {
    rank_failure failure;
    try {
        const int status = command();
        peers.gather({});  // none has failed
        return status;
    } catch (const rank_failure& of_another) {
        failure = of_another;
    } catch (...) {
        const rank_failure mine = current_failure();
        failure = peers.fail(mine.status, mine.message);
    }
    if (peers.is_first()) print(failure);
    peers.gather({});  // a launcher may end all when one has ended: not before that is printed
    return failure.status;
} catch (...) {  // the ranks do not reach each other
    rank_failure mine = current_failure();
    mine.rank = peers.rank();
    print(mine);
    peers.abort(exit_failure);
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
