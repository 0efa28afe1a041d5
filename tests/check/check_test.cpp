// Whole checks: what becomes of clean, failing and unusable files. What is found in kernels is tests/wrong's subject.
#include <gmock/gmock.h>

#include "checking.hpp"

namespace {

using namespace strider::kernel_check;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::ThrowsMessage;

const std::string kernel = R"(
#include <cuda_runtime.h>
#include <cstdio>
__global__ void twice(float* values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] *= 2;
}
)";
const std::string program = kernel + R"(
int main() {
    float host[100], *device;
    for (int i = 0; i < 100; ++i) host[i] = i;
    cudaMalloc(&device, sizeof(host));
    cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice);
    twice<<<1, 128>>>(device, 100);
    cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
    printf("%g\n", host[99]);
    return host[99] != 198;
}
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

TEST_F(checking, of_a_clean_program_finds_nothing) {
    const result all = checked(program);
    EXPECT_EQ(all.exit_code(), 0) << text(all);
    EXPECT_THAT(all.findings, IsEmpty());
    EXPECT_THAT(all.kernels, ElementsAre("twice"));
    EXPECT_EQ(all.output, "198\n");
    EXPECT_EQ(text(all), "1 kernel checked, 0 findings\n");
}

// However the program ends after its kernel: what was found in it is told.
TEST_F(checking, tells_findings_of_a_program_that_dies) {
    const std::string racy = replaced(replaced(program, "if (i < n) ", ""), "#include <cstdio>",
                                      "#include <cstdio>\n#include <cstdlib>\n#include <unistd.h>");
    for (const char* death : {"abort();", "*(volatile int*)nullptr = 1;", "_exit(0);",
                              "std::puts(\"begun\"); for (;;) {}", "atexit([] { std::puts(\"begun\"); for (;;) {} });",
                              "static struct endless { ~endless() { std::puts(\"begun\"); for (;;) {} } } last;"}) {
        const result all = check_until_begun(
            {.file = write("a.cu", replaced(racy, "return host[99]", std::string(death) + " return host[99]"))});
        EXPECT_EQ(all.exit_code(), 1) << death;
        ASSERT_THAT(all.findings, SizeIs(1)) << death << text(all);
        EXPECT_EQ(all.findings[0].where.line, 8) << death;
        EXPECT_THAT(all.kernels, ElementsAre("twice")) << death;
        EXPECT_THAT(all.not_run, IsEmpty()) << death;
    }
}

TEST_F(checking, finds_leaks_when_asked_to) {
    const auto file = write("a.cu", program);
    EXPECT_THAT(check({.file = file}).findings, IsEmpty());
    const result all = check({.file = file, .run = {.leaks = true}});
    ASSERT_THAT(all.findings, SizeIs(1)) << text(all);
    EXPECT_EQ(all.findings[0].kind, strider::emulation::finding_kind::leak);
    EXPECT_EQ(all.findings[0].where.line, 12);
    const auto mended = write("b.cu", replaced(program, "return host", "cudaFree(device); return host"));
    EXPECT_THAT(check({.file = mended, .run = {.leaks = true}}).findings, IsEmpty());
    const auto pinned =
        write("c.cu", replaced(replaced(program, "[100], *device", "[100], *device, *more"), "return host",
                               "cudaMallocHost(&more, 64); cudaFree(device); return host"));
    const result of_host = check({.file = pinned, .run = {.leaks = true}});
    ASSERT_THAT(of_host.findings, SizeIs(1)) << text(of_host);
    EXPECT_THAT(of_host.findings[0].message, HasSubstr("64 bytes of pinned memory"));
    EXPECT_THAT(of_host.findings[0].fix, HasSubstr("cudaFreeHost()"));
}

TEST_F(checking, notes_equal_values_unless_it_is_strict) {
    const auto file = write("a.cu", replaced(program, "if (i < n) values[i] *= 2", "values[0] = n"));
    const result all = check({.file = file});
    EXPECT_THAT(all.findings, IsEmpty());
    EXPECT_THAT(all.notes, SizeIs(1)) << text(all);
    const result strict = check({.file = file, .run = {.session = {.workers = 2, .strict = true}}, .schedules = 3});
    ASSERT_THAT(strict.findings, SizeIs(1)) << text(strict);
    EXPECT_EQ(strict.findings[0].kind, strider::emulation::finding_kind::race_global);
}

TEST_F(checking, allows_guesses_for_a_compare_and_swap_unless_it_is_strict) {
    const auto file = write("a.cu", replaced(program, "if (i < n) values[i] *= 2",
                                             "int* const x = (int*)values; for (int old = *x, seen; (seen = "
                                             "atomicCAS(x, old, old + 1)) != old; old = seen) {}"));
    EXPECT_THAT(check({.file = file}).findings, IsEmpty());
    const result strict = check({.file = file, .run = {.session = {.strict = true}}});
    ASSERT_THAT(strict.findings, Not(IsEmpty()));
    EXPECT_EQ(strict.findings[0].kind, strider::emulation::finding_kind::race_global);
}

TEST_F(checking, notes_locals_that_may_be_read_before_they_are_written) {
    const std::string sums = replaced(program, "values[i] *= 2;", "{ float sum; values[i] = sum += 2 * values[i]; }");
    const result all = checked(sums);
    ASSERT_THAT(all.notes, SizeIs(1)) << text(all);
    EXPECT_THAT(text(all),
                HasSubstr("a.cu:6: note, uninitialised-read in kernel twice: the local variable 'sum' may be "
                          "read before it is written"));
    const std::string on_the_host =
        replaced(program, "return host[99]", "int sum; sum += host[3]; return sum ? 0 : host[99]");
    EXPECT_THAT(checked(on_the_host).notes, IsEmpty()) << "the host's are its compiler's matter";
    const std::string array = "{ int own[4]; values[i] = own[i % 4]; }";
    const result of_array = checked(replaced(program, "values[i] *= 2;", array));
    ASSERT_THAT(of_array.notes, SizeIs(1)) << text(of_array);
    EXPECT_THAT(of_array.notes[0].message, HasSubstr("'own' may be read before it is written"));
    EXPECT_THAT(checked(replaced(program, "values[i] *= 2;", "{ int own[4]; own[i % 4] = 1; }")).notes, IsEmpty());
}

TEST_F(checking, notes_conversions_out_of_range_that_are_not_written) {
    const std::string lossy =
        replaced(program, "values[i] *= 2;", "{ int large = values[i] * 1e20f; values[i] = large; }");
    const result all = checked(lossy);
    EXPECT_THAT(all.findings, IsEmpty()) << text(all);
    ASSERT_THAT(all.notes, SizeIs(1)) << text(all);
    EXPECT_EQ(all.notes[0].where.line, 6);
    EXPECT_THAT(text(all), HasSubstr("converts a number that the integer type cannot hold"));
    for (const char* same : {"int large = (int)(values[i] * 1e20f); values[i] = large % 7;",
                             "unsigned char low = values[i] + 500.5f; values[i] = low;"})
        EXPECT_THAT(checked(replaced(program, "values[i] *= 2;", "{ " + std::string(same) + " }")).notes, IsEmpty())
            << same;
}

TEST_F(checking, notes_fractions_lost_in_shared_arrays_of_integers) {
    for (const char* lost : {"__shared__ int kept[128]; kept[i] = values[i]; values[i] = kept[i];",
                             "__shared__ unsigned char kept[2][64]; kept[0][i] = 2.5 * values[i];",
                             "__shared__ int kept[128]; kept[i] = 0; kept[i] += values[i] * 0.5f;",
                             "extern __shared__ long long wide[]; if (n < 0) wide[i] = values[i];"}) {
        const result all = checked(replaced(program, "values[i] *= 2;", "{ " + std::string(lost) + " }"));
        ASSERT_THAT(all.notes, SizeIs(1)) << lost << text(all);
        EXPECT_THAT(text(all), HasSubstr("a.cu:6: note, unsupported in kernel twice: an array of integers in shared "
                                         "memory is assigned a floating-point value"));
    }
    for (const char* meant :
         {"__shared__ int kept[128]; kept[i] = (int)values[i];", "int whole = values[i]; values[i] = whole;",
          "__shared__ float kept[128]; kept[i] = values[i] * 2.5; values[i] = kept[i] == 1.0;",
          "__shared__ int kept[128]; kept[i] = i; values[i] = kept[i];",
          "__shared__ int kept[128]; int whole[1]; kept[i] = 0;\n whole[0] = values[i]; values[i] = whole[0];"})
        EXPECT_THAT(checked(replaced(program, "values[i] *= 2;", "{ " + std::string(meant) + " }")).notes, IsEmpty())
            << meant;
}

TEST_F(checking, notes_bank_conflicts_when_asked_to) {
    const auto file = write("a.cu", replaced(program, "if (i < n) values[i] *= 2;",
                                             "__shared__ float column[128 * 32];\n    column[i * 32] = 2;\n"
                                             "    __syncthreads();\n"
                                             "    if (i < n) values[i] *= column[(i ^ 1) * 32];"));
    EXPECT_THAT(check({.file = file, .run = {.session = {.speed = strider::emulation::speed::count}}}).notes,
                IsEmpty());
    const result all =
        check({.file = file, .run = {.session = {.speed = strider::emulation::speed::count, .bank_conflicts = true}}});
    EXPECT_THAT(all.findings, IsEmpty());
    EXPECT_THAT(all.notes, SizeIs(2)) << text(all);
}

TEST_F(checking, tells_findings_of_a_kernel_that_dies) {
    const std::string dying =
        replaced(program, "if (i < n) values[i] *= 2;",
                 "if (i == 127) values[i] = 0;\n    __syncthreads();\n    if (i == 0) __builtin_trap();");
    const result all = checked(dying + "__global__ void never() {}");
    ASSERT_THAT(all.findings, SizeIs(1)) << text(all);
    EXPECT_EQ(all.findings[0].kind, strider::emulation::finding_kind::out_of_bounds);
    EXPECT_THAT(all.kernels, ElementsAre("twice"));
    EXPECT_THAT(all.not_run, ElementsAre("never"));
}

TEST_F(checking, names_the_line_of_a_finding) {
    const result all = checked(replaced(program, "if (i < n) ", ""));
    EXPECT_EQ(all.exit_code(), 1);
    ASSERT_THAT(all.findings, SizeIs(1)) << text(all);
    EXPECT_EQ(all.findings[0].kind, strider::emulation::finding_kind::out_of_bounds);
    EXPECT_EQ(all.findings[0].kernel, "twice");
    EXPECT_THAT(all.findings[0].where.file, HasSubstr("a.cu"));
    EXPECT_EQ(all.findings[0].where.line, 6);
    EXPECT_THAT(text(all), AllOf(HasSubstr("a.cu:6: out-of-bounds"), HasSubstr("1 finding")));
}

TEST_F(checking, reads_files_of_windows) {
    std::string text = "\xEF\xBB\xBF" + replaced(program, "twice<<<1, 128>>>(device, 100);", "START(1, 128);");
    text = replaced(text, "__global__",
                    "#define START(grid, block) \\\n    twice<<<grid, block>>>(device, 100)\n__global__");
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.insert(at, 1, '\r');
    const result all = checked(text);
    EXPECT_EQ(all.exit_code(), 0) << strider::kernel_check::text(all);
    EXPECT_THAT(all.kernels, ElementsAre("twice"));
}

TEST_F(checking, counts_when_asked_to) {
    const result all =
        check({.file = write("a.cu", program), .run = {.session = {.speed = strider::emulation::speed::count}}});
    ASSERT_THAT(all.records, SizeIs(1));
    EXPECT_THAT(all.records[0], HasSubstr("\"global_sectors_per_request\":"));
    EXPECT_THAT(checked(program).records[0], Not(HasSubstr("counters")));
}

TEST_F(checking, hands_arguments_on) {
    const result all =
        check({.file = write("a.cu", replaced(program, "int main()", "int main(int n, char** words)") + "\n"),
               .compiler_arguments = {"-Dhost=renamed"},
               .program_arguments = {"x"}});
    EXPECT_EQ(all.exit_code(), 0) << text(all);
}

TEST_F(checking, deduces_the_arguments_of_template_kernels) {
    std::string generic =
        replaced(program, "__global__ void twice(float* values", "template <class T> __global__ void twice(T* values");
    const result all = checked(generic);
    EXPECT_EQ(all.exit_code(), 0) << text(all);
    EXPECT_THAT(all.kernels, ElementsAre("twice"));
    const result found = checked(replaced(generic, "if (i < n) ", ""));
    ASSERT_THAT(found.findings, SizeIs(1)) << text(found);
    EXPECT_EQ(found.findings[0].kernel, "twice");
}

TEST_F(checking, accepts_the_double_add_that_old_programs_bring) {
    const result all = checked(R"(
#include <cuda_runtime.h>
#if __CUDA_ARCH__ < 600
__device__ double atomicAdd(double* address, double val) {
    unsigned long long int* address_as_ull = (unsigned long long int*)address;
    unsigned long long int old = *address_as_ull, assumed;
    do {
        assumed = old;
        old = atomicCAS(address_as_ull, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
#endif
__global__ void count(double* sum) { atomicAdd(sum, 1.0); }
int main() {
    double sum = 0, *device;
    cudaMalloc(&device, sizeof(sum));
    cudaMemcpy(device, &sum, sizeof(sum), cudaMemcpyHostToDevice);
    count<<<1, 1>>>(device);
    cudaMemcpy(&sum, device, sizeof(sum), cudaMemcpyDeviceToHost);
    return sum != 1;
}
)");
    EXPECT_EQ(all.exit_code(), 0) << text(all);
}

TEST_F(checking, translates_local_headers) {
    write("kernel.cuh", kernel);
    const result all = checked(replaced(replaced(program, kernel, "#include \"kernel.cuh\"\n"), "128", "128, 0"));
    EXPECT_EQ(all.exit_code(), 0) << text(all);
    EXPECT_THAT(all.kernels, ElementsAre("twice"));
}

TEST_F(checking, tells_how_a_program_failed) {
    EXPECT_THAT(checked(replaced(program, "!= 198", "== 198")).failure, HasSubstr("status 1"));
    EXPECT_THAT(checked(replaced(program, "return host", "__builtin_trap(); return host")).failure,
                HasSubstr("died of signal"));
    EXPECT_THAT(checked("int main() {}").failure, HasSubstr("launched no kernel"));
    const result endless = check({.file = write("a.cu", "int main() { for (volatile int i = 0;; i = i + 1) {} }"),
                                  .time_limit = std::chrono::seconds(1)});
    EXPECT_THAT(endless.failure, HasSubstr("did not finish within 1 s"));
    EXPECT_EQ(endless.exit_code(), 1);
}

TEST_F(checking, names_the_kernels_that_were_not_run) {
    const std::string launches_one = replaced(program, "twice<<<", "special<int><<<1, 1>>>(nullptr); twice<<<");
    const result unused = checked(replaced(launches_one, "int main", R"(
namespace n {
__global__ void never(int*) {}
template <class T> __global__ void generic(T*) {}
}
template <class T> __global__ void special(T*) {}
template <> __global__ void special<int>(int*) {}
#ifdef NOWHERE
__global__ void not_here() {}
#endif
__global__ void only_declared();
int main)"));
    EXPECT_THAT(unused.kernels, ElementsAre("special", "twice"));
    EXPECT_THAT(unused.not_run, ElementsAre("generic", "never"));
    EXPECT_THAT(unused.findings, IsEmpty());
    EXPECT_EQ(unused.exit_code(), 0);
    EXPECT_EQ(
        text(unused),
        "2 kernels checked, 0 findings; never launched, so not checked: generic (launched nowhere), never (launched "
        "nowhere)\n");
    const result skipped =
        checked(replaced(replaced(program, "twice<<<1, 128>>>(device, 100);", ""), "host[99] != 198", "0"));
    EXPECT_THAT(skipped.not_run, ElementsAre("twice"));
    EXPECT_THAT(text(skipped),
                AllOf(HasSubstr("launched no kernel"), HasSubstr("never launched, so not checked: twice")));
    EXPECT_EQ(skipped.exit_code(), 1);
}

TEST_F(checking, of_kernels_that_are_chosen_at_run_time_knows_which_ran) {
    const result all = checked(replaced(replaced(program, "int main", R"(
__global__ void thrice(float* values, int n) { if (threadIdx.x < n) values[threadIdx.x] *= 3; }
int main)"),
                                        "twice<<<", "void (*some[])(float*, int) = {thrice, twice}; some[1]<<<"));
    EXPECT_THAT(all.not_run, ElementsAre("thrice"));
    EXPECT_EQ(all.exit_code(), 0);
}

TEST_F(checking, checks_kernels_that_kernels_launch) {
    const result all = checked(R"(
__global__ void child(int* p) { p[threadIdx.x] = 1; }
__global__ void parent(int* p) {
    if (threadIdx.x == 0)
        child<<<1, 2>>>(p);
}
int main() {
    int* p;
    cudaMalloc(&p, sizeof *p);
    parent<<<1, 1>>>(p);
    cudaDeviceSynchronize();
}
)");
    EXPECT_EQ(all.exit_code(), 1);
    ASSERT_THAT(all.findings, SizeIs(1)) << text(all);
    EXPECT_EQ(all.findings[0].kind, strider::emulation::finding_kind::out_of_bounds);
    EXPECT_EQ(all.findings[0].kernel, "child");
    EXPECT_EQ(all.findings[0].where.line, 2);
    EXPECT_THAT(all.kernels, ElementsAre("child", "parent"));
}

TEST_F(checking, looks_at_the_launches_of_every_thread) {
    const std::string threads =
        replaced(replaced(program, "#include <cstdio>", "#include <cstdio>\n#include <thread>"),
                 "twice<<<1, 128>>>(device, 100);", "std::thread([&] { twice<<<1, 128>>>(device, 100); }).join();");
    const result clean = checked(threads);
    EXPECT_EQ(clean.exit_code(), 0) << text(clean);
    EXPECT_THAT(clean.kernels, ElementsAre("twice"));
    const result found = checked(
        replaced(replaced(threads, "if (i < n) ", ""), "std::thread(", "twice<<<1, 100>>>(device, 100); std::thread("));
    EXPECT_THAT(found.findings, SizeIs(1)) << text(found);
    EXPECT_THAT(found.kernels, ElementsAre("twice"));
}

TEST_F(checking, refuses_unusable_files_in_one_line) {
    const auto refusal = [](const char* text) {
        return ThrowsMessage<unusable_file>(AllOf(HasSubstr(text), Not(HasSubstr("\n"))));
    };
    EXPECT_THAT([&] { checked(kernel); }, refusal("no main(); name a launch and its arguments, or add a main()"));
    EXPECT_THAT([&] { checked(replaced(program, "float host", "flaot host")); }, refusal("a.cu:10:"));
    EXPECT_THAT([&] { check({.file = "no/such/file.cu"}); }, refusal("no/such/file.cu: cannot be read"));
    EXPECT_THAT([&] { checked("#include <cutlass/cutlass.h>\nint main() {}"); },
                refusal("a.cu:1:10: fatal error: <cutlass/cutlass.h> is not supported by the emulator"));
    EXPECT_THAT([&] { checked("#include <cuda.h>\nint main() { CUtexref one; }"); },
                refusal("a.cu:2:14: error: CUtexref is misspelt, or not supported by the emulator"));
    EXPECT_THAT([&] { checked("#include <cudnn.h>\nint main() {}"); },
                refusal("a.cu: does not compile: <cudnn.h> is not supported by the emulator"));
    EXPECT_THAT([&] { checked("#define STRIDER_EMULATOR_MISSING_BLAS\n#include <cublas_v2.h>\nint main() {}"); },
                refusal("type: apt-get install libopenblas-dev"));
    EXPECT_THAT([&] { checked("#include <thrust/none.h>\nint main() {}"); },
                refusal("a.cu:1:10: fatal error: <thrust/none.h> was not found: install Thrust"));
}

TEST_F(checking, finds_what_is_refused_at_its_line) {
    const result of_ptx = checked(replaced(program, "*= 2", "*= 2; asm volatile(\"exit;\")"));
    ASSERT_THAT(of_ptx.findings, SizeIs(1)) << text(of_ptx);
    EXPECT_EQ(of_ptx.findings[0].kind, strider::emulation::finding_kind::unsupported);
    EXPECT_EQ(of_ptx.findings[0].where.line, 6);
    EXPECT_THAT(of_ptx.findings[0].message, HasSubstr("the PTX instruction `exit`"));

    const result of_call = checked(replaced(program, "printf",
                                            "cudaIpcMemHandle_t handle;\n    "
                                            "cudaIpcGetMemHandle(&handle, device);\n    printf"));
    ASSERT_THAT(of_call.findings, SizeIs(1)) << text(of_call);
    EXPECT_EQ(of_call.findings[0].where.line, 17);
    EXPECT_THAT(of_call.findings[0].message, HasSubstr("cudaIpcGetMemHandle (sharing with other processes"));
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
