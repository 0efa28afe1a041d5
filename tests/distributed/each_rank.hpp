// Threads as ranks that need not all do the same: for what only ranks can get wrong.
#pragma once

#include <exception>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <strider/distributed.hpp>
#include <strider/distributed/threads.hpp>

#include "tests/distributed/cuts.hpp"

namespace strider::test {

/// Does work(policy) on each of some ranks; gives what each has thrown, as text.
template <class Backend, class Work>
std::vector<std::string> each_rank(int ranks, Work work) {
    thread_group group(ranks, std::chrono::seconds(60));
    std::vector<std::string> thrown(static_cast<std::size_t>(ranks));
    std::vector<std::thread> threads;
    for (int r = 0; r < ranks; ++r) {
        threads.emplace_back([&work, &what = thrown[static_cast<std::size_t>(r)], mine = group.rank(r)]() mutable {
            try {
                work(distributed(std::move(mine), Backend::policy()));
            } catch (const std::exception& error) {
                what = error.what();
            } catch (...) {
                what = "an exception of no standard type";
            }
        });
    }
    for (std::thread& one : threads) one.join();
    return thrown;
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
