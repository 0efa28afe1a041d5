// strider reproduce: the exhibits are what was published, and stand beside what was run or recorded.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lab/records/exhibits.hpp>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// The exhibits in a data folder of their own, with these recorded results.
class data_folder {
public:
    explicit data_folder(const std::string& results = {}) {
        const auto published = folder_.path() / "ladders" / "reduce" / "published";
        std::filesystem::create_directories(published);
        std::filesystem::copy(STRIDER_EXHIBITS, published);
        if (!results.empty()) folder_.file("results/ladder.jsonl", results);
    }
    environment beside(const environment& in) const { return with(in, "STRIDER_DATA", folder_.path().string()); }

private:
    scratch_folder folder_;
};

exhibit published(const std::string& name) {
    return read_exhibit(std::filesystem::path(STRIDER_EXHIBITS) / (name + ".json"));
}

TEST(exhibits, speedups_as_printed_follow_from_the_times_as_printed) {
    for (const char* name : {"harris-2007", "v100-reduction"}) {
        const exhibit one = published(name);
        for (std::size_t at = 1; at < one.rows.size(); ++at) {
            const double step = *one.rows[at - 1].milliseconds / *one.rows[at].milliseconds;
            const double total = *one.rows[0].milliseconds / *one.rows[at].milliseconds;
            if (one.rows[at].step) {
                EXPECT_NEAR(*one.rows[at].step, step, 0.006) << name << ": " << one.rows[at].name;
            }
            if (one.rows[at].cumulative) {
                EXPECT_NEAR(*one.rows[at].cumulative, total, 0.06) << name << ": " << one.rows[at].name;
            }
        }
        EXPECT_TRUE(one.rows.back().cumulative) << name;
    }
}

TEST(exhibits, bandwidths_as_printed_follow_from_the_times_as_printed) {
    for (const char* name : {"harris-2007", "v100-reduction"}) {
        const exhibit one = published(name);
        for (const published_row& row : one.rows) {
            const double gbps = static_cast<double>(one.elements) * 4 / *row.milliseconds / 1e6;
            EXPECT_NEAR(*row.gbps / gbps, 1, 0.002) << name << ": " << row.name;
        }
    }
}

TEST(exhibits, rows_stand_in_the_order_of_our_rungs) {
    for (const char* name : {"harris-2007", "v100-reduction", "five-strategies", "lab-vector-sum"}) {
        int before = 0;
        for (const published_row& row : published(name).rows) {
            if (row.device != "gpu") continue;
            EXPECT_GT(row.rung, before) << name;
            before = row.rung;
        }
    }
}

TEST(reproduce, lists_the_exhibits) {
    const data_folder data;
    const outcome ran = strider({"reproduce", "--format", "jsonl"}, data.beside(no_gpu()));
    EXPECT_EQ(ran.status, 0);
    std::vector<std::string> names;
    for (const record& one : ran.records()) names.push_back(one["exhibit"]);
    EXPECT_THAT(names, ::testing::ElementsAre("five-strategies", "harris-2007", "lab-vector-sum", "v100-reduction"));
}

TEST(reproduce, runs_on_the_gpu_at_the_published_size) {
    const data_folder data;
    const outcome ran = strider({"reproduce", "harris-2007", "--format", "jsonl"}, data.beside(with_gpu()));
    ASSERT_EQ(ran.status, 0) << ran.error;
    const auto rows = ran.records();
    ASSERT_EQ(rows.size(), 7u);
    EXPECT_EQ(rows[6]["elements"], 4194304);
    EXPECT_EQ(rows[6]["rung"], 8);
    EXPECT_EQ(rows[6]["verified"], true);
    EXPECT_EQ(number_at(rows[6], "published/kernel_us"), 268);
    EXPECT_EQ(number_at(rows[6], "published/cumulative_speedup"), 30.04);
    EXPECT_NEAR(number_at(rows[6], "cumulative_speedup"), 8, 1e-9);
    EXPECT_NEAR(number_at(rows[1], "step_speedup"), 3, 1e-9) << "rung 3 against rung 1: the row before, not rung 2";
    EXPECT_EQ(find(rows[0], "recorded"), nullptr) << "what is measured needs no record";
}

TEST(reproduce, without_a_gpu_counts_and_shows_what_was_recorded) {
    const data_folder probe;
    std::string recorded;
    for (record one : strider({"ladder", "--device", "gpu", "--elements", "1000", "--type", "f32", "--format", "jsonl"},
                              probe.beside(with_gpu()))
                          .records()) {
        one["elements"] = 1 << 20;
        recorded += one.dump() + "\n";
    }
    const data_folder data(recorded);
    const outcome ran =
        strider({"reproduce", "v100-reduction", "--elements", "5000", "--format", "jsonl"}, data.beside(no_gpu()));
    ASSERT_EQ(ran.status, 0) << ran.error;
    const auto rows = ran.records();
    ASSERT_EQ(rows.size(), 6u);
    EXPECT_EQ(rows[5]["device"], "emulator");
    EXPECT_EQ(rows[5]["elements"], 5000);
    EXPECT_EQ(number_at(rows[5], "recorded/kernel_us"), 125);
    EXPECT_EQ(number_at(rows[5], "recorded/elements"), 1 << 20);
    EXPECT_NEAR(number_at(rows[5], "recorded/step_speedup"), 8.0 / 6, 1e-9) << "against rung 6, its row before";
    const outcome table = strider({"reproduce", "v100-reduction", "--elements", "5000"}, data.beside(no_gpu()));
    EXPECT_THAT(table.out, HasSubstr("recorded at 2^20 elements, not at 2^26"));
    EXPECT_THAT(table.out, HasSubstr("counted by the emulator, at 5,000 elements"));
}

TEST(reproduce, says_that_figures_were_published_as_pictures_only) {
    const data_folder data;
    const outcome ran = strider({"reproduce", "five-strategies", "--elements", "1000"}, data.beside(no_gpu()));
    EXPECT_EQ(ran.status, 0);
    EXPECT_THAT(ran.out, HasSubstr("published only as figures"));
    EXPECT_THAT(ran.out, Not(HasSubstr("published: ")));
}

TEST(reproduce, lab_report_has_kernel_whole_program_and_cpu) {
    const data_folder data;
    const outcome ran =
        strider({"reproduce", "lab-vector-sum", "--elements", "1000", "--format", "jsonl"}, data.beside(with_gpu()));
    ASSERT_EQ(ran.status, 0) << ran.error;
    const auto rows = ran.records();
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(number_at(rows[0], "published/whole_program_us"), 30100);
    EXPECT_EQ(number_at(rows[0], "time/whole_program_us/median"), 15);
    EXPECT_EQ(rows[2]["device"], "cpu");
    EXPECT_EQ(rows[2]["rung"], 1);
    EXPECT_EQ(number_at(rows[2], "published/whole_program_us"), 17177);
    EXPECT_EQ(find(rows[2], "published/kernel_us"), nullptr);
}

TEST(reproduce, wrong_rung_fails_it) {
    const data_folder data;
    EXPECT_EQ(strider({"reproduce", "harris-2007", "--elements", "1000"},
                      with(data.beside(no_gpu()), "STRIDER_FAKE", "wrong"))
                  .status,
              1);
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
