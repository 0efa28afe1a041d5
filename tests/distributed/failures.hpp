// A failure on one rank throws on all, and the next call works: for threads and processes.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <strider/distributed.hpp>

namespace strider::test {

/// A sum that fails where it is told to.
struct picky_sum {
    bool fails = false;
    std::int64_t operator()(std::int64_t a, std::int64_t b) const {
        if (fails) throw std::domain_error("no sums today");
        return a + b;
    }
};

/// Whether the sum of ones ends by lost_peer; else it is right.
template <class Policy>
bool is_lost(const Policy& here, const std::vector<int>& ones) {
    try {
        EXPECT_EQ(reduce(here, ones), static_cast<int>(ones.size()) * here.size());
        return false;
    } catch (const lost_peer&) {
        return true;
    }
}

/// `Ranks::on_every_rank(work)` does work(policy) on several ranks.
template <class Ranks>
class Failures : public testing::Test {
protected:
    /// Each rank's part, so many elements of 1 to n.
    template <class Policy>
    static std::vector<std::int64_t> part(const Policy& here, std::size_t elements) {
        std::vector<std::int64_t> mine(elements);
        for (std::size_t i = 0; i < elements; ++i) {
            mine[i] = static_cast<std::int64_t>(static_cast<std::size_t>(here.rank()) * elements + i + 1);
        }
        return mine;
    }
    template <class Policy>
    static std::int64_t sum_of_parts(const Policy& here, std::size_t elements) {
        const auto n = static_cast<std::int64_t>(elements) * here.size();
        return n * (n + 1) / 2;
    }
    template <class Policy>
    static void expect_that_calls_work(const Policy& here) {
        for (const std::size_t elements : {1, 5000}) {
            EXPECT_EQ(reduce(here, part(here, elements)), sum_of_parts(here, elements)) << "rank " << here.rank();
        }
    }

    /// The call throws `Error` with `reason` in it on rank `bad`, and on the others that rank and reason.
    template <class Error, class Policy, class Call>
    static void expect_failure_of(int bad, const Policy& here, const std::string& reason, Call call) {
        try {
            call();
            ADD_FAILURE() << "rank " << here.rank() << " has not thrown";
        } catch (const peer_error& error) {
            EXPECT_NE(here.rank(), bad);
            EXPECT_EQ(error.rank(), bad);
            EXPECT_NE(std::string(error.what()).find("rank " + std::to_string(bad) + ": "), std::string::npos);
            EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
        } catch (const Error& error) {
            EXPECT_EQ(here.rank(), bad);
            EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
        }
        expect_that_calls_work(here);
    }

    /// All ranks throw std::invalid_argument, the same one.
    template <class Policy, class Call>
    static void expect_refusal(const Policy& here, const std::string& reason, Call call) {
        try {
            call();
            EXPECT_EQ(here.size(), 1) << "rank " << here.rank() << " has not thrown";
        } catch (const std::invalid_argument& error) {
            EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
        }
        expect_that_calls_work(here);
    }
};
TYPED_TEST_SUITE_P(Failures);

TYPED_TEST_P(Failures, AWrongArgumentOfOneRank) {
    TypeParam::on_every_rank([](const auto& here) {
        for (int bad = 0; bad < here.size(); ++bad) {
            const std::vector<float> two(2), three(3);
            TestFixture::template expect_failure_of<std::invalid_argument>(bad, here, "dot: the ranges have", [&] {
                static_cast<void>(dot(here, two, here.rank() == bad ? three : two));
            });
            float result = 0;
            TestFixture::template expect_failure_of<std::invalid_argument>(bad, here, "reduce_into: no place", [&] {
                reduce_into(here, two, here.rank() == bad ? nullptr : &result);
            });
        }
    });
}

TYPED_TEST_P(Failures, RanksThatMakeDifferentCalls) {
    TypeParam::on_every_rank([](const auto& here) {
        const std::vector<float> some(3, 1.0f);
        const std::vector<double> others(3, 1.0);
        for (int odd = 0; odd < here.size(); ++odd) {
            const bool is_odd = here.rank() == odd;
            TestFixture::expect_refusal(here, "make the same call on all ranks",
                                        [&] { static_cast<void>(is_odd ? reduce(here, some) : mean(here, some)); });
            TestFixture::expect_refusal(here, "make the same call on all ranks", [&] {
                if (is_odd) {
                    barrier(here);
                } else {
                    static_cast<void>(reduce(here, some));
                }
            });
            TestFixture::expect_refusal(here, "gives other types than rank 0",
                                        [&] { static_cast<void>(is_odd ? reduce(here, others) : reduce(here, some)); });
            TestFixture::expect_refusal(here, "gives other types than rank 0", [&] {
                static_cast<void>(is_odd ? reduce(here, some, plus{}) : reduce(here, some, maximum{}));
            });
            TestFixture::expect_refusal(here, "gives other values than rank 0",
                                        [&] { static_cast<void>(reduce(here, some, plus{}, is_odd ? 1.0f : 2.0f)); });
        }
    });
}

TYPED_TEST_P(Failures, AnOperatorThatThrowsOnOneRank) {
    TypeParam::on_every_rank([](const auto& here) {
        for (const std::size_t elements : {1, 2, 700, 4096, 10'001}) {
            const std::vector<std::int64_t> mine = TestFixture::part(here, elements);
            for (int bad = 0; bad < here.size(); ++bad) {
                const picky_sum sum{here.rank() == bad};
                for (const char* parts : {"other than before", "as before"}) {
                    SCOPED_TRACE(std::to_string(elements) + " elements a rank, cut " + parts);
                    TestFixture::template expect_failure_of<std::domain_error>(bad, here, "no sums today", [&] {
                        static_cast<void>(reduce(here, mine, sum, std::int64_t{0}));
                    });
                    EXPECT_EQ(reduce(here, mine, picky_sum{}, std::int64_t{5}),
                              TestFixture::sum_of_parts(here, elements) + 5);
                }
            }
        }
    });
}

TYPED_TEST_P(Failures, ADifferentPolicyOnOneRank) {
    TypeParam::on_every_rank([](const auto& here) {
        const auto other = [&] {  // which knows of no earlier call
            auto copy = here;
            copy.known = std::make_shared<detail::agreements>();
            return copy;
        }();
        const auto sum = [&](const auto& policy, std::size_t elements) {
            EXPECT_EQ(reduce(policy, TestFixture::part(here, elements)), TestFixture::sum_of_parts(here, elements));
        };
        // The rank in front has as many elements in both: what it believes decides.
        const auto uneven = [&](const auto& policy, std::size_t of_rank_0) {
            const std::vector<std::int64_t> ones(here.rank() == 0 ? of_rank_0 : 4096, 1);
            EXPECT_EQ(reduce(policy, ones), static_cast<std::int64_t>(of_rank_0 + 4096 * (here.size() - 1u)));
        };
        for (const std::size_t size : {4096, 8192, 4096, 8192, 8192}) {
            sum(here, size);
            sum(here.rank() % 2 == 0 ? here : other, size / 2);
            uneven(here.rank() == 0 ? here : other, size);
            uneven(here, 8192);
        }
    });
}

REGISTER_TYPED_TEST_SUITE_P(Failures, AWrongArgumentOfOneRank, RanksThatMakeDifferentCalls,
                            AnOperatorThatThrowsOnOneRank, ADifferentPolicyOnOneRank);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
