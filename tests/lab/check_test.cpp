// strider check FILE.cu: a finding fails it, a clean program does not, what cannot be checked is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <strider/emulator/session.hpp>

#include <lab/base/output/report.hpp>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// Neighbours exchange values through shared memory; -DMENDED puts the barrier between.
constexpr const char* exchange = R"(
#include <cstdio>
__global__ void exchange(int* values) {
    __shared__ int shared[64];
    shared[threadIdx.x] = values[threadIdx.x];
#ifdef MENDED
    __syncthreads();
#endif
    values[threadIdx.x] = shared[63 - threadIdx.x];
}
int main() {
    int host[64] = {}, *device = nullptr;
    cudaMalloc(&device, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    exchange<<<1, 64>>>(device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    std::puts("done");
    return 0;
}
)";

TEST(check, finding_fails_it_and_names_the_line) {
    const scratch_folder folder;
    const std::string file = folder.file("exchange.cu", exchange);
    const outcome ran = strider({"check", file, "--format", "jsonl"}, no_gpu());
    EXPECT_EQ(ran.status, 1) << ran.error;
    const auto records = ran.records();
    ASSERT_GE(records.size(), 2u);
    EXPECT_EQ(text_at(records[0], "finding"), "race-shared");
    EXPECT_EQ(text_at(records[0], "kernel"), "exchange");
    EXPECT_EQ(text_at(records[0], "where/file"), file);
    EXPECT_EQ(records.back()["verified"], false);
    EXPECT_EQ(records.back()["output"], "done\n");
}

TEST(check, checks_a_part_of_the_blocks_and_says_so) {
    const scratch_folder folder;
    const std::string file = folder.file(
        "ones.cu",
        "__global__ void ones(int* values) { values[blockIdx.x] = 1; }\n"
        "int main() { int* values; cudaMalloc(&values, 5000 * sizeof(int)); ones<<<5000, 1>>>(values); }\n");
    const auto records = strider({"check", file, "--blocks", "3", "--format", "jsonl"}, no_gpu()).records();
    const record kernel = records.front(), part = records.back();
    EXPECT_EQ(kernel["threads"], 5000);
    EXPECT_EQ(kernel["checked_blocks"], 3);
    EXPECT_EQ(kernel["blocks"], 5000);
    EXPECT_EQ(part["verified"], true);
    EXPECT_EQ(part["in_part"].dump(), R"([{"kernel":"ones","blocks":5000,"checked_blocks":3,"launches":1,)"
                                      R"("checked_launches":1}])");
    EXPECT_THAT(strider({"check", file, "--blocks", "3", "--count"}, no_gpu()).out,
                AllOf(HasSubstr("3 of 5,000"), HasSubstr("Only the checked blocks are counted.")));
    EXPECT_THAT(strider({"check", file, "--budget", "100", "--count"}, no_gpu()).out,
                AllOf(HasSubstr(" of 5,000"), Not(HasSubstr("Only the checked"))));
    EXPECT_THAT(strider({"check", file, "--blocks", "3", "--bounds"}, no_gpu()).error, HasSubstr("leave out --blocks"));
    EXPECT_FALSE(strider({"check", file, "--format", "jsonl"}, no_gpu()).records().back().contains("in_part"));
    EXPECT_THAT(refusal_of({"check", file, "--blocks", "none"}, {}, no_gpu()),
                HasSubstr("--blocks none: expected `all`, or how many blocks"));
}

TEST(check, reads_standard_input) {
    const outcome ran = strider({"check", "-"}, no_gpu(), exchange);
    EXPECT_EQ(ran.status, 1) << ran.error;
    EXPECT_THAT(ran.out, HasSubstr("race-shared"));
    EXPECT_THAT(ran.out, HasSubstr("\n-: 1 kernel checked, 1 finding"));
    EXPECT_THAT(refusal_of({"check", "-"}, "int main() { return }", no_gpu()), HasSubstr("-: does not compile: -:1:"));
}

TEST(check, clean_program_passes_and_is_counted_on_request) {
    const scratch_folder folder;
    const std::string file = folder.file("exchange.cu", exchange);
    const outcome ran = strider({"check", file, "--compile=-DMENDED", "--count"}, no_gpu());
    EXPECT_EQ(ran.status, 0) << ran.error << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("exchange.cu: 1 kernel checked, 0 findings"));
    EXPECT_THAT(ran.out, HasSubstr("wavefronts"));
}

TEST(check, takes_nvccs_command_line_and_the_programs_arguments) {
    const scratch_folder folder;
    folder.file("show.cuh", "void show(int count, char** words);\n");
    folder.file("main.cu", std::string("#include <show.cuh>\n#define main exchange_main\n") + exchange +
                               "#undef main\nint main(int count, char** words) {\n"
                               "    show(count, words);\n    return exchange_main();\n}\n");
    folder.file("show.cu",
                "#include <cstdio>\nvoid show(int count, char** words) {\n"
                "    for (int i = 1; i < count; ++i) std::printf(\"%s%d \", words[i], SIZE);\n}\n");
    const auto printed = [&](const std::string& words) {
        return shell(folder, "\"$STRIDER\" check " + words + " 2>&1 >report").out;
    };
    EXPECT_EQ(printed("-I . -DMENDED -D SIZE=7 -std=c++17 -arch=sm_90 -O3 main.cu show.cu -- -n x.cu"),
              "-n7 x.cu7 done\n");
    EXPECT_EQ(printed("main.cu --with show.cu -I. --compile=-DMENDED -DSIZE=7 -- --help"), "--help7 done\n");
    EXPECT_EQ(printed("main.cu show.cu 5 x.cu -I. --compile -DMENDED --seconds 60 -DSIZE=7"), "57 x.cu7 done\n");
    EXPECT_THAT(refusal_of({"check", "main.cu", "--frobnicate"}), HasSubstr("check has no option --frobnicate"));
    EXPECT_THAT(refusal_of({"check", "main.cu", "-c"}), HasSubstr("leave out -c"));
}

TEST(check, lists_nvccs_options) {
    const outcome ran = strider({"check", "--", "nvcc", "--help"}, no_gpu());
    EXPECT_EQ(ran.status, 0) << ran.error;
    EXPECT_THAT(ran.out, HasSubstr("Usage: strider-nvcc [OPTIONS] FILES\n"));
    EXPECT_THAT(ran.out, ::testing::ContainsRegex("Ignored[^:]*:.*-G, --device-debug"));
    EXPECT_THAT(ran.out, ::testing::ContainsRegex("Refused:.*-ptx, --ptx"));
}

TEST(check, shows_what_the_program_prints_as_it_comes) {
    const scratch_folder folder;
    folder.file("waits.cu",
                "#include <cstdio>\n#include <unistd.h>\n__global__ void one(int* a) { *a = 1; }\n"
                "int main() { int* a; cudaMalloc(&a, 4); one<<<1, 1>>>(a); std::puts(\"begun\");\n"
                "while (access(\"go\", F_OK) != 0) usleep(1000); std::puts(\"ended\"); cudaFree(a); }\n");
    const outcome ran = shell(folder, R"("$STRIDER" check waits.cu >o 2>e & )"
                                      R"(until grep -q begun e; do sleep 0.1; done; )"
                                      R"(cat e; touch go; wait $!; echo $?; cat e)");
    EXPECT_EQ(ran.out, "begun\n0\nbegun\nended\n");
    EXPECT_THAT(contents(folder.path() / "o"), HasSubstr("1 kernel checked, 0 findings"));
}

/// Its kernel never ends.
constexpr const char* endless = R"(
#include <cstdio>
#include <thread>
#include <unistd.h>
__global__ void spin(volatile unsigned* count) { for (;;) *count = *count + 1; }
int main() {
    unsigned* count = nullptr;
    cudaMallocManaged(&count, sizeof *count);
    *count = 0;
    std::printf("pid %d\n", getpid());
    std::thread([count] {
        while (*(volatile unsigned*)count == 0) std::this_thread::yield();
        std::puts("begun");
    }).detach();
    spin<<<1, 1>>>(count);
    cudaDeviceSynchronize();
}
)";

TEST(check, signal_ends_the_program_and_reports_where_it_stood) {
    const scratch_folder folder;
    folder.file("endless.cu", endless);
    const outcome ran = shell(folder, R"(mkdir t; TMPDIR=$PWD/t "$STRIDER" check endless.cu >o 2>e & )"
                                      R"(until grep -q begun e; do sleep 0.1; done; )"
                                      R"(kill -TERM $!; wait $!; echo $?; ls t; )"
                                      R"(kill -0 $(sed -n 's/^pid //p' e) 2>/dev/null || echo gone)");
    EXPECT_EQ(ran.out, "143\ngone\n") << contents(folder.path() / "e");
    EXPECT_THAT(
        contents(folder.path() / "o"),
        HasSubstr("1 kernel checked, 0 findings; interrupted in block 0 of kernel spin, launched at endless.cu:15\n"));
}

TEST(check, time_limit_says_where_the_program_stood) {
    const scratch_folder folder;
    const outcome ran = strider({"check", folder.file("endless.cu", endless), "--seconds", "2"}, no_gpu());
    EXPECT_EQ(ran.status, 1);
    std::string in_one_line = ran.out;  // lines end where the folder's name lets them
    std::replace(in_one_line.begin(), in_one_line.end(), '\n', ' ');
    EXPECT_THAT(in_one_line, HasSubstr("did not finish within 2 s in block 0 of kernel spin,"));
}

TEST(check, writes_findings_for_code_hosts) {
    const scratch_folder folder;
    const std::string file = folder.file("ex 5% change.cu", std::string("__global__ void never() {}\n") + exchange);
    const outcome sarif = strider({"check", file, "--format", "sarif"}, no_gpu());
    EXPECT_EQ(sarif.status, 1);
    const record run = record::parse(sarif.out)["runs"][0];
    ASSERT_EQ(run["results"].size(), 1u);
    const record found = run["results"][0];
    EXPECT_EQ(found["ruleId"], "race-shared");
    EXPECT_EQ(run["tool"]["driver"]["rules"][0]["id"], "race-shared");
    const record at = found["locations"][0]["physicalLocation"];
    EXPECT_THAT(at["artifactLocation"]["uri"].get<std::string>(), ::testing::EndsWith("/ex%205%25%20change.cu"));
    EXPECT_EQ(at["region"]["startLine"], 6);
    EXPECT_EQ(run["invocations"][0]["executionSuccessful"], true);
    EXPECT_THAT(run["invocations"][0]["toolExecutionNotifications"].dump(),
                HasSubstr("kernel never was never launched"));

    const outcome github = strider({"check", file, "--format", "github"}, no_gpu());
    const std::string escaped = folder.path() / "ex 5%25 change.cu";
    EXPECT_THAT(github.out,
                HasSubstr("::error file=" + escaped + ",line=6,title=race-shared in kernel exchange::thread"));
    EXPECT_THAT(github.out, HasSubstr(" at " + escaped + ":10, with no barrier between%0Afix: "));
    EXPECT_THAT(github.out,
                HasSubstr("::warning file=" + escaped + "::kernel never was never launched, so not checked\n"));

    EXPECT_EQ(strider({"list", "--format", "sarif"}, no_gpu()).status, 2);
}

TEST(check, names_the_seed_of_a_finding_and_repeats_it) {
    const scratch_folder folder;
    const std::string file =
        folder.file("in_order.cu",
                    "__global__ void place(unsigned* arrived, int* values) {\n"
                    "    values[atomicAdd(arrived, 1) == blockIdx.x ? blockIdx.x : 8] = 1;\n"
                    "}\n"
                    "int main() { unsigned* arrived; int* values; cudaMalloc(&arrived, 4); cudaMemset(arrived, 0, 4);\n"
                    "    cudaMalloc(&values, 32); place<<<8, 1>>>(arrived, values); cudaDeviceSynchronize(); }\n");
    const auto check = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"check", file, "--workers", "1"});
        return strider(more, no_gpu());
    };
    EXPECT_EQ(check({}).status, 0);
    const outcome text = check({"--schedules", "3"});
    EXPECT_EQ(text.status, 1);
    EXPECT_THAT(text.out, AllOf(HasSubstr("seen in 2 of 3 schedules"), HasSubstr("--seed 1"),
                                HasSubstr("1 kernel checked with seeds 0 to 2, 1 finding")));
    const auto records = check({"--schedules", "3", "--format", "jsonl"}).records();
    EXPECT_EQ(records[0]["seed"], 1);
    EXPECT_EQ(records[0]["schedules"], 2);
    EXPECT_EQ(records.back()["seed"], 0);
    EXPECT_EQ(records.back()["schedules"], 3);
    const record sarif = record::parse(check({"--schedules", "3", "--format", "sarif"}).out)["runs"][0]["results"][0];
    EXPECT_EQ(sarif["properties"], (record{{"seed", 1}, {"schedules", 2}}));
    EXPECT_THAT(sarif["message"]["text"].get<std::string>(), HasSubstr("--seed 1"));
    const auto again = check({"--seed", "1", "--format", "jsonl"}).records();
    EXPECT_EQ(again[0]["seed"], 1);
    EXPECT_EQ(again[0]["where"], records[0]["where"]);
    EXPECT_EQ(check({"--seed", "4", "--schedules", "2", "--format", "jsonl"}).records().back()["seed"], 4);
}

TEST(check, shows_the_lines_of_a_finding_with_a_mark) {
    const scratch_folder folder;
    const std::string file = folder.file("exchange.cu", exchange);
    EXPECT_THAT(strider({"check", file}, no_gpu()).out,
                HasSubstr("\n    > 5 | shared[threadIdx.x] = values[threadIdx.x];\n"
                          "    > 9 | values[threadIdx.x] = shared[63 - threadIdx.x];\n    thread "));
}

/// Host code does something wrong in line 4, after a kernel has run.
outcome of_host_code(const scratch_folder& folder, const std::string& statement, const std::string& format = "table") {
    const std::string file =
        folder.file("host.cu",
                    "#include <cstdio>\n#include <vector>\n__global__ void one(int* a) { *a = 1; }\n"
                    "void fail(int* a) { " +
                        statement +
                        " }\n"
                        "int main() { int* a; cudaMalloc(&a, 4); one<<<1, 1>>>(a); fail(a); cudaFree(a); }\n");
    return shell(folder, "\"$STRIDER\" check host.cu --format " + format + " 2>/dev/null");
}

TEST(check, names_the_line_of_host_code_that_fails) {
    const scratch_folder folder;
    const std::pair<const char*, const char*> rows[] = {
        {"int* p = nullptr; p[3] = 1;", "the program died of signal 11 (Segmentation fault), at host.cu:4\n"},
        {"fail(a); std::puts(\"\");", "the program died of signal 11 (Segmentation fault), at host.cu:4\n"},
        {"std::abort();", "the program died of signal 6 (Aborted), at host.cu:4\n"},
        {"std::vector<int>(3).at(3) = 1;",
         "signal 6 (Aborted), of an exception that nobody caught: std::out_of_range, at host.cu:4\n"},
        {"volatile long all = 1L << 60; std::vector<char> b(all);",
         "signal 6 (Aborted), of an exception that nobody caught: std::bad_alloc, at host.cu:4\n"},
    };
    for (const auto& [statement, said] : rows) {
        std::string in_one_line = of_host_code(folder, statement).out;
        std::string expected = said;
        for (std::string* const text : {&in_one_line, &expected}) std::replace(text->begin(), text->end(), '\n', ' ');
        EXPECT_THAT(in_one_line, HasSubstr(expected)) << statement;
    }
    EXPECT_THAT(of_host_code(folder, "cudaMalloc(&a, 1ul << 60);").out,
                HasSubstr("refused-call  host.cu:4\n    > 4 | void fail(int* a) { cudaMalloc(&a, 1ul << 60); }\n"
                          "    cudaMalloc() returns cudaErrorMemoryAllocation"));
    EXPECT_EQ(of_host_code(folder, "std::abort();", "github").out,
              "::error file=host.cu,line=4::the program died of signal 6 (Aborted), at host.cu:4\n");
}

TEST(check, names_findings_of_the_host_by_their_kind_alone) {
    const scratch_folder folder;
    const std::string wrong = "cudaFree(a + 1);";
    EXPECT_THAT(of_host_code(folder, wrong, "github").out, HasSubstr("line=4,title=bad-free::"));
    EXPECT_THAT(of_host_code(folder, wrong, "markdown").out, HasSubstr("\n- bad-free: "));
    const record run = record::parse(of_host_code(folder, wrong, "sarif").out)["runs"][0];
    EXPECT_THAT(run["results"][0]["message"]["text"].get<std::string>(),
                ::testing::StartsWith("no call of CUDA's has allocated"));
    const record& rule = run["tool"]["driver"]["rules"][0];
    EXPECT_EQ(rule["id"], "bad-free");
    EXPECT_THAT(text_at(rule, "shortDescription/text"), HasSubstr("freed twice"));
    EXPECT_THAT(text_at(rule, "help/text"), HasSubstr("docs/emulator.md"));
}

TEST(check, tells_code_hosts_why_a_file_cannot_be_checked) {
    const scratch_folder folder;
    folder.file("broken.cu", "int main() {\n    undeclared();\n}\n");
    folder.file("no_main.cu", "__global__ void k() {}\n");
    const auto said = [&](const std::string& file, const std::string& format) {
        const outcome ran = shell(folder, "\"$STRIDER\" check " + file + " --format " + format + " 2>/dev/null");
        EXPECT_EQ(ran.status, 2);
        return ran.out;
    };
    EXPECT_THAT(said("broken.cu", "github"),
                ::testing::StartsWith("::error file=broken.cu,line=2::broken.cu: does not compile: broken.cu:2:"));
    EXPECT_THAT(said("no_main.cu", "github"), ::testing::StartsWith("::error file=no_main.cu::no_main.cu: no main()"));
    EXPECT_EQ(said("broken.cu", "json"), "");
    const record invocation = record::parse(said("broken.cu", "sarif"))["runs"][0]["invocations"][0];
    EXPECT_EQ(invocation["executionSuccessful"], false);
    const record& told = invocation["toolExecutionNotifications"][0];
    EXPECT_THAT(text_at(told, "message/text"), HasSubstr("does not compile"));
    EXPECT_EQ(told["locations"][0]["physicalLocation"]["region"]["startLine"], 2);
}

TEST(check, describes_every_kind_of_finding) {
    for (int i = 0; i < emulation::finding_kinds; ++i) {
        const std::string kind(emulation::name(static_cast<emulation::finding_kind>(i)));
        section all;
        all.records = {{{"finding", kind}, {"kernel", "k"}, {"message", "m"}, {"fix", "f"}}};
        const record rules = record::parse(write_sarif({all}, {}))["runs"][0]["tool"]["driver"]["rules"];
        ASSERT_EQ(rules.size(), 1u) << kind;
        EXPECT_EQ(rules[0]["id"], kind);
    }
}

TEST(check, tells_code_hosts_of_all_lines_of_a_finding) {
    const auto line = [](int number) { return record{{"file", "/a.cu"}, {"line", number}}; };
    section all;
    all.records = {{{"finding", "race-global"},
                    {"kernel", "k"},
                    {"message", "m"},
                    {"fix", "f"},
                    {"where", line(1)},
                    {"other", line(2)},
                    {"also", {{line(3), line(4)}, record::array({line(5)})}}}};
    std::vector<int> lines;
    const record related = record::parse(write_sarif({all}, {}))["runs"][0]["results"][0]["relatedLocations"];
    for (const record& at : related) lines.push_back(at["physicalLocation"]["region"]["startLine"]);
    EXPECT_THAT(lines, ::testing::ElementsAre(2, 3, 4, 5));
}

TEST(check, refuses_a_path_that_is_not_utf_8) {
    const scratch_folder folder;
    EXPECT_THAT(refusal_of({"check", folder.file("caf\xE9.cu", exchange)}, {}, no_gpu()), HasSubstr("is not UTF-8"));
}

TEST(check, passes_over_what_is_suppressed) {
    const scratch_folder folder;
    const std::string file = folder.file("exchange.cu", exchange);
    const std::string accepted = folder.file("accepted", "# known since 2019\nrace-* */exchange.cu exchange\n");
    const outcome ran = strider({"check", file, "--suppressions", accepted}, no_gpu());
    EXPECT_EQ(ran.status, 0) << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("1 kernel checked, 0 findings beside 1 suppressed"));
    for (const char* other : {"race-global *", "race-shared other.cu", "race-shared * another"}) {
        const std::string list = folder.file("other", std::string(other) + "\n");
        EXPECT_EQ(strider({"check", file, "--suppressions", list}, no_gpu()).status, 1) << other;
    }
    const std::string wrong = folder.file("wrong", "race-shared\n");
    EXPECT_THAT(refusal_of({"check", file, "--suppressions", wrong}, {}, no_gpu()),
                HasSubstr("wrong:1: expected KIND FILE [KERNEL], not \"race-shared\""));
    const std::string misspelt = folder.file("misspelt", "race-gobal *\n");
    EXPECT_THAT(refusal_of({"check", file, "--suppressions", misspelt}, {}, no_gpu()),
                HasSubstr("misspelt:1: no finding is of the kind \"race-gobal\""));
}

TEST(check, lists_kernels_that_were_not_run_and_fails_where_all_are_required) {
    const scratch_folder folder;
    const std::string file = folder.file("two.cu", std::string("__global__ void never() {}\n") + exchange);
    const outcome ran = strider({"check", file, "--compile=-DMENDED"}, no_gpu());
    EXPECT_EQ(ran.status, 0);
    EXPECT_THAT(
        ran.out,
        HasSubstr("two.cu: 1 kernel checked, 0 findings; never launched, so not checked: never (launched nowhere)"));
    const record verdict =
        strider({"check", file, "--compile=-DMENDED", "--format", "jsonl"}, no_gpu()).records().back();
    EXPECT_EQ(verdict["not_run"].dump(), "[\"never\"]");
    EXPECT_EQ(verdict["verified"], true);
    const outcome required = strider({"check", file, "--compile=-DMENDED", "--require-all"}, no_gpu());
    EXPECT_EQ(required.status, 1);
    EXPECT_THAT(required.out, HasSubstr("; the program did not launch every kernel; never launched,"));
    EXPECT_THAT(strider({"check", "--help"}, no_gpu()).out, HasSubstr("no kernel was launched"));
}

TEST(check, what_cannot_be_checked_is_refused_in_one_line) {
    const scratch_folder folder;
    const std::pair<std::string, const char*> files[] = {
        {(folder.path() / "missing.cu").string(), "cannot be read"},
        {folder.file("empty.cu", "\n"), "no main()"},
        {folder.file("broken.cu", "int main() { return 0 }\n"), "broken.cu:1:"},
    };
    for (const auto& [file, said] : files)
        EXPECT_THAT(refusal_of({"check", file}, {}, no_gpu()), HasSubstr(said)) << file;
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
