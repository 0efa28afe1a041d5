// Every communicator sends and receives bytes (distributed/communicator.hpp).
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <vector>

#include <strider/distributed.hpp>

namespace strider::test {

/// `Ranks::on_every_rank(work)` does work(policy) on several ranks.
template <class Ranks>
class Exchanges : public testing::Test {
protected:
    /// The bytes that rank `from` sends to rank `to` in message `number`.
    static std::vector<unsigned char> message(int from, int to, int number, std::size_t bytes) {
        std::vector<unsigned char> text(bytes);
        for (std::size_t i = 0; i < bytes; ++i) {
            const std::size_t mixed = i * 31 + i / 4099 + static_cast<std::size_t>(from * 7 + to * 13 + number * 29);
            text[i] = static_cast<unsigned char>(mixed);
        }
        return text;
    }
};
TYPED_TEST_SUITE_P(Exchanges);

TYPED_TEST_P(Exchanges, AllGather) {
    TypeParam::on_every_rank([](const auto& here) {
        for (const std::size_t bytes : {0, 1, 256, 70'001, 1 << 20, 3'000'001}) {
            const auto mine = TestFixture::message(here.rank(), 0, 0, bytes);
            std::vector<unsigned char> all(bytes * static_cast<std::size_t>(here.size()) + 1, 0xee), right;
            here.communicator.all_gather(here.local, mine.data(), all.data(), bytes);
            here.communicator.wait(here.local);
            for (int r = 0; r < here.size(); ++r) {
                const auto text = TestFixture::message(r, 0, 0, bytes);
                right.insert(right.end(), text.begin(), text.end());
            }
            right.push_back(0xee);
            EXPECT_TRUE(all == right) << bytes << " bytes";
        }
    });
}

/// Two messages from every rank to every other one, of lengths that differ: none, less than a piece, several pieces.
TYPED_TEST_P(Exchanges, AllToAll) {
    TypeParam::on_every_rank([](const auto& here) {
        const std::size_t lengths[] = {0, 1, 4096, (1 << 20) - 1, 1 << 20, 2'500'000};
        const auto length = [&](int from, int to, int number, int round) {
            return lengths[static_cast<std::size_t>(from * 5 + to * 3 + number + round) % std::size(lengths)];
        };
        for (int round = 0; round < 6; ++round) {
            std::vector<std::vector<unsigned char>> texts, rooms;
            std::vector<outgoing> sends;
            std::vector<incoming> receives;
            for (int number = 0; number < 2; ++number) {
                for (int other = 0; other < here.size(); ++other) {
                    if (other == here.rank()) continue;
                    texts.push_back(
                        TestFixture::message(here.rank(), other, number, length(here.rank(), other, number, round)));
                    rooms.emplace_back(length(other, here.rank(), number, round));
                    sends.push_back({other, texts.back().data(), texts.back().size()});
                    receives.push_back({other, rooms.back().data(), rooms.back().size()});
                }
            }
            here.communicator.exchange(here.local, sends, receives);
            here.communicator.wait(here.local);
            for (std::size_t i = 0; i < receives.size(); ++i) {
                const int number = i < receives.size() / 2 ? 0 : 1, from = receives[i].rank;
                EXPECT_TRUE(rooms[i] == TestFixture::message(from, here.rank(), number, rooms[i].size()))
                    << rooms[i].size() << " bytes from rank " << from << " to rank " << here.rank();
            }
        }
    });
}

/// From the first rank to the last: each takes part only when it is its turn.
TYPED_TEST_P(Exchanges, FromNeighbourToNeighbour) {
    TypeParam::on_every_rank([](const auto& here) {
        const int last = here.size() - 1;
        for (std::uint64_t turn = 0; turn < 50; ++turn) {
            std::uint64_t value = turn;
            const incoming from{here.rank() - 1, &value, sizeof value};
            const outgoing to{here.rank() + 1, &value, sizeof value};
            here.communicator.exchange(here.local, {}, std::span(&from, here.rank() > 0 ? 1 : 0));
            here.communicator.wait(here.local);
            EXPECT_EQ(value, turn + static_cast<std::uint64_t>(here.rank()));
            ++value;
            here.communicator.exchange(here.local, std::span(&to, here.rank() < last ? 1 : 0), {});
            here.communicator.wait(here.local);
        }
    });
}

REGISTER_TYPED_TEST_SUITE_P(Exchanges, AllGather, AllToAll, FromNeighbourToNeighbour);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
