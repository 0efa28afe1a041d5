// strider explain: verdicts, differences between sources, and the worst lines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ladders/harness/claims.hpp>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// A folder of data with the sources of two rungs.
class sources : public scratch_folder {
public:
    sources() {
        file("ladders/reduce/gpu/02_second.cu", source("02: the second", "old()", "one idea", 1));
        file("ladders/reduce/gpu/03_third.cu", source("03: the third", "fresh()", "another idea", 2));
    }
    environment no_gpu() const { return with(testing::no_gpu(), "STRIDER_DATA", path().string()); }

private:
    static std::string source(const std::string& head, const std::string& call, const std::string& idea, int block) {
        return "// " + head + "\n#include <x>\n\nvoid kernel() {\n    same();\n    " + call + ";\n    same();\n}\n\n" +
               "static const registration r{{\n    .pattern = \"reduce\",\n    .idea =\n        \"" + idea +
               "\",\n    .source = \"a\",\n    .block = " + std::to_string(block) + ",\n}};\n";
    }
};

std::vector<std::string> explain(const std::string& rungs, const std::string& format,
                                 const std::string& device = "emulator") {
    return {"explain", "reduce", "--device", device, "--elements", "1000", "--rungs", rungs, "--format", format};
}

TEST(moves, are_those_beyond_two_percent) {
    using ladders::direction;
    EXPECT_EQ(ladders::moved(100, 101), direction::stays);
    EXPECT_EQ(ladders::moved(100, 103), direction::rises);
    EXPECT_EQ(ladders::moved(100, 97), direction::falls);
    EXPECT_EQ(ladders::moved(0, 0), direction::stays);
    EXPECT_EQ(ladders::moved(0, 1), direction::rises);
    EXPECT_EQ(ladders::moved(1, 0), direction::falls);
}

TEST(explain, says_of_each_claim_whether_it_holds) {
    const sources data;
    const outcome ran = strider(explain("3", "jsonl"), data.no_gpu());
    ASSERT_EQ(ran.status, 0) << ran.error;
    ASSERT_EQ(ran.records().size(), 1u) << "the rung that it follows is counted, and not shown";
    const record third = ran.records()[0];
    EXPECT_EQ(third["claims"], record::parse(R"([{"counter": "barriers", "way": "falls", "before": 50,
                                                  "after": 33.333333333333336, "verdict": "confirmed"}])"));
    EXPECT_TRUE(third["moved"].empty());
    EXPECT_EQ(third["follows"], 2);
    EXPECT_EQ(third["file"], "ladders/reduce/gpu/03_third.cu");
}

TEST(explain, a_refuted_claim_is_no_error) {
    const sources data;
    const outcome ran = strider(explain("3", "jsonl"), with(data.no_gpu(), "STRIDER_FAKE", "refuted"));
    EXPECT_EQ(ran.status, 0) << ran.error;
    EXPECT_EQ(ran.records()[0]["claims"][0]["verdict"], "refuted");
    EXPECT_EQ(strider(explain("3", "jsonl"), with(data.no_gpu(), "STRIDER_FAKE", "wrong")).status, 1)
        << "a wrong rung is";
}

TEST(explain, time_is_the_gpus) {
    const auto verdict = [](const record& of) { return of["claims"][1]["verdict"]; };
    const record here = strider(explain("4", "jsonl", "gpu"), with_gpu()).records().at(0);
    EXPECT_EQ(verdict(here), "confirmed");
    EXPECT_EQ(number_at(here, "timed/kernel_us"), 250);
    const sources data;
    EXPECT_EQ(verdict(strider(explain("4", "jsonl"), data.no_gpu()).records().at(0)), "not measured");
}

TEST(explain, differences_are_those_of_the_code) {
    const sources data;
    const record third = strider(explain("3", "jsonl"), data.no_gpu()).records().at(0);
    EXPECT_THAT(third["diff"].get<std::vector<std::string>>(),
                ElementsAre("@@ line 4", " void kernel() {", "     same();", "-    old();", "+    fresh();",
                            "     same();", " }"));
}

TEST(explain, worst_lines_of_the_rung_come_first) {
    const sources data;
    const record third = strider(explain("3", "jsonl"), data.no_gpu()).records().at(0);
    EXPECT_EQ(third["lines"], record::parse(R"([{"line": 6, "text": "fresh();", "excess_wavefronts": 700},
                                                {"line": 4, "text": "void kernel() {", "excess_wavefronts": 70}])"));
}

TEST(explain, without_sources_names_no_line) {
    const scratch_folder empty;
    const environment nowhere = with(testing::no_gpu(), "STRIDER_DATA", empty.path().string());
    const outcome ran = strider(explain("3", "jsonl"), nowhere);
    ASSERT_EQ(ran.status, 0) << ran.error;
    EXPECT_EQ(ran.records().at(0)["lines"], record::array());
}

/// What nvcc would have made of a kernel of rung 3: two instructions a step of its lines.
std::string machine_code(const std::string& instance, int registers) {
    return R"({"instructions_per_step": 4, "sources": {}, "kernels": [{"pattern": "reduce", "rung": 3, "kernel": "third",
               "instance": ")" +
           instance + R"(", "registers": )" + std::to_string(registers) + R"(, "static_shared_bytes": 32,
               "weights": {"ladders/reduce/gpu/03_third.cu": {"4": 2, "6": 2}}}]})";
}

TEST(explain, says_how_many_warps_fit) {
    const sources data;
    const auto occupancy = [&] { return strider(explain("3", "jsonl"), data.no_gpu()).records().at(0)["occupancy"]; };
    const auto line = [&] { return strider(explain("3", "table"), data.no_gpu()).out; };
    EXPECT_THAT(line(),
                HasSubstr("occupancy of third: at most 64 of 64 warps; its number of registers is not known\n"));
    data.file("results/sass.json", machine_code("void third<int>()", 48));
    EXPECT_EQ(occupancy(), record::parse(R"([{"kernel": "third", "warps": 40, "most_warps": 64, "by": "registers",
                                              "registers": 48, "shared_bytes": 32}])"));
    EXPECT_THAT(line(), HasSubstr("occupancy of third: 40 of 64 warps (limit: registers)\n"));
    data.file("results/sass.json", machine_code("void third<double>()", 48));
    EXPECT_THAT(line(), HasSubstr("occupancy of third: about 40 of 64 warps (limit: registers)\n"));
    data.file("results/sass.json", machine_code("void third<int>()", 16));
    EXPECT_THAT(line(), HasSubstr("occupancy of third: 64 of 64 warps\n"));
}

TEST(explain, every_format_shows_the_steps) {
    const sources data;
    const outcome table = strider(explain("2-4", "table"), data.no_gpu());
    ASSERT_EQ(table.status, 0) << table.error;
    EXPECT_THAT(table.out, HasSubstr("\n3  third   a fault")) << "the story comes first";
    EXPECT_LT(table.out.find("\n3  third"), table.out.find("\n2 a rung, compared with rung 1\n"));
    EXPECT_THAT(table.out, HasSubstr("\n3 third, compared with rung 2\n"));
    EXPECT_THAT(table.out, HasSubstr("\n+    fresh();\n"));
    EXPECT_THAT(table.out, HasSubstr("falls  confirmed\n"));
    EXPECT_THAT(table.out, HasSubstr("1 of 1"));
    EXPECT_THAT(table.out, Not(HasSubstr("\033"))) << "colours are for terminals";
    EXPECT_THAT(strider(explain("3", "markdown"), data.no_gpu()).out, HasSubstr("```diff\n@@ line 4\n"));
    EXPECT_THAT(strider(explain("3", "csv"), data.no_gpu()).out, HasSubstr("hypothesis"));
}

TEST(explain, answers_the_questions_about_a_rung) {
    const sources data;
    data.file("docs/questions.md",
              "## map\n\n"
              "**3: Why is a map fast?**\nIt is another ladder.\n\n"
              "## reduce\n\n"
              "**2: Why is it slow?**\nIt is the second.\n\n"
              "**3: Why is it fast?**\nIt is the third.\n");
    EXPECT_EQ(strider(explain("3", "jsonl"), data.no_gpu()).records().at(0)["questions"],
              record::parse(R"([{"question": "Why is it fast?", "answer": "It is the third."}])"));
    const outcome table = strider(explain("3", "table"), data.no_gpu());
    EXPECT_THAT(table.out, HasSubstr("Why is it fast? It is the third.\n"));
    EXPECT_THAT(table.out, Not(HasSubstr("second")));
}

TEST(explain, without_sources_leaves_them_out) {
    const scratch_folder nothing;
    const outcome ran = strider(explain("3", "jsonl"), with(no_gpu(), "STRIDER_DATA", nothing.path().string()));
    ASSERT_EQ(ran.status, 0) << ran.error;
    EXPECT_FALSE(ran.records()[0].contains("file"));
    EXPECT_TRUE(ran.records()[0]["diff"].empty());
}

TEST(explain, refuses_what_is_not_there) {
    EXPECT_THAT(refusal_of({"explain", "reduction"}), HasSubstr("pattern: \"reduction\" is not known"));
    EXPECT_THAT(refusal_of(explain("44", "jsonl"), {}, no_gpu()), HasSubstr("no rung 44"));
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
