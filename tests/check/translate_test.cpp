#include "check/translate/translate.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "check/translate/architecture.hpp"

namespace {

using namespace strider::kernel_check;
using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::ThrowsMessage;

const include_resolver same = [](const std::string& name) { return name; };

std::string translated(std::string_view source) {
    kernel_names kernels;
    collect_kernels(source, kernels);
    while (collect_architecture_macros(source, kernels)) {
    }
    return translate(source, "a.cu", kernels, same).text;
}

/// What stands in a function of a file that declares the kernels k (plain) and t (a template).
std::string in_function(const std::string& statement) {
    const std::string before = "__global__ void k(int*);template <class T> __global__ void t(T*);void f(){",
                      after = "}";
    const std::string all = translated(before + statement + after);
    return all.substr(before.size(), all.size() - before.size() - after.size());
}

TEST(launch, of_a_plain_kernel_passes_its_address) {
    EXPECT_EQ(in_function("k<<<2, dim3(4, 5), 6, s>>>(p);"),
              "::strider::emulation::program::launch(\"k\", k, 2, dim3(4, 5), 6, s)(p);");
    EXPECT_EQ(in_function("::ns::k <<<2, 3>>> (p, q);"),
              "::strider::emulation::program::launch(\"::ns::k\", ::ns::k, 2, 3) (p, q);");
}

TEST(launch, of_a_template_calls_it_through_a_lambda) {
    EXPECT_EQ(in_function("t<<<2, 3>>>(p);"),
              "::strider::emulation::program::launch(\"t\", [=](auto... strider_arguments) __attribute__((noinline)) "
              "{ t(strider_arguments...); }, [=](auto** strider_kernel) -> decltype(void(*strider_kernel = t)) "
              "{ *strider_kernel = t; }, 2, 3)(p);");
    EXPECT_THAT(in_function("t<std::pair<int, float>><<<2, 3>>>(p);"),
                HasSubstr("{ t<std::pair<int, float>>(strider_arguments...); }"));
}

TEST(launch, of_a_value_passes_it_on) {
    EXPECT_EQ(in_function("kernels[i]<<<2, 3>>>(p);"),
              "::strider::emulation::program::launch(\"kernels[i]\", kernels[i], 2, 3)(p);");
    EXPECT_EQ(in_function("a.b->c<<<2, 3>>>(p);"),
              "::strider::emulation::program::launch(\"a.b->c\", a.b->c, 2, 3)(p);");
}

TEST(launch, of_an_overloaded_kernel_lets_the_call_choose) {
    const std::string declared = "__global__ void o(int* a); __global__ void o(float*);";
    EXPECT_THAT(translated(declared + "void f() { o<<<1, 2>>>(p); }"), HasSubstr("{ o(strider_arguments...); }"));
    const std::string again = "__global__ void o(int*, const int n); __global__ void o(int* a, int) {}";
    EXPECT_THAT(translated(again + "void f() { o<<<1, 2>>>(0, 1); }"), HasSubstr("launch(\"o\", o, 1, 2)(0, 1)"));
}

TEST(launch, with_arguments_left_out_lets_the_call_fill_them_in) {
    EXPECT_THAT(translated("__global__ void d(int a, int b = 3) {}\nvoid f() { d<<<1, 2>>>(1); }"),
                HasSubstr("{ *strider_kernel = d; }, 1, 2)(1)"));
}

TEST(launch, in_a_macro_is_translated_there) {
    EXPECT_EQ(translated("#define START(p) \\\n  k<<<1, 2>>>(p)\nvoid after();"),
              "#define START(p) \\\n  ::strider::emulation::program::launch(\"k\", k, 1, 2)(p)\nvoid after();");
    EXPECT_THAT(translated("template <class T> __global__ void t(T);\n#define START(kernel, p) kernel<<<1, 2>>>(p)\n"),
                AllOf(HasSubstr("launch(#kernel, [=](auto... strider_arguments) __attribute__((noinline)) { "
                                "kernel(strider_arguments...); }, "),
                      HasSubstr("{ *strider_kernel = kernel; }, 1, 2)(p)")));
}

TEST(names, of_cudas_variables_may_be_the_programs_own) {
    EXPECT_EQ(in_function("dim3 blockDim(2), gridDim = 3; k<<<gridDim, blockDim>>>(p);"),
              "dim3 strider_blockDim(2), strider_gridDim = 3; ::strider::emulation::program::launch(\"k\", k, "
              "strider_gridDim, strider_blockDim)(p);");
    EXPECT_EQ(in_function("{ const dim3& gridDim = g; } use(gridDim.x * blockDim.x);"),
              "{ const dim3& strider_gridDim = g; } use(gridDim.x * blockDim.x);");
    EXPECT_EQ(translated("void f(dim3 blockDim); void g(dim3 blockDim) { h(blockDim); } const int b = blockDim.x;"),
              "void f(dim3 strider_blockDim); void g(dim3 strider_blockDim) { h(strider_blockDim); } const int b = "
              "blockDim.x;");
    EXPECT_EQ(in_function("config.gridDim = config->blockDim; return threadIdx.x;"),
              "config.strider_gridDim = config->strider_blockDim; return threadIdx.x;");
}

TEST(kernel, as_an_address_is_known) {
    EXPECT_EQ(in_function("start((void*)k); start((const void *)&n::t<int>); start(reinterpret_cast<void*>(k));"),
              "start((void*)::strider::emulation::runtime::handle(k)); start((const void "
              "*)::strider::emulation::runtime::handle(&n::t<int>)); "
              "start(reinterpret_cast<void*>(::strider::emulation::runtime::handle(k)));");
}

TEST(condition, is_answered_for_the_side_that_compiles_it) {
    EXPECT_EQ(translated("#if __CUDA_ARCH__ < 600\n#endif\n#ifdef __CUDACC__\n#endif\n#ifdef __CUDA_ARCH__\n#endif\n"),
              "#if 900 < 600\n#endif\n#if 1\n#endif\n#ifdef __CUDA_ARCH__\n#endif\n");
    EXPECT_EQ(translated("__device__ void f() {\n#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700\n#endif\n}"),
              "__device__ void f() {\n#if 1 && 900 >= 700\n#endif\n}");
    EXPECT_EQ(translated("__host__ void f() {\n#ifdef __CUDA_ARCH__\n#endif\n}"),
              "__host__ void f() {\n#ifdef __CUDA_ARCH__\n#endif\n}");
    EXPECT_EQ(translated("__host__ __device__ int f() {\n#ifdef __CUDA_ARCH__\nreturn 1;\n#endif\nreturn 2;\n}"),
              "__host__ __device__ int f() {if (::strider::emulation::on_lane()) {\n#if 1\nreturn 1;\n#endif\nreturn "
              "2;\n\n#line 1\n} else {\n#ifdef __CUDA_ARCH__\nreturn 1;\n#endif\nreturn 2;\n}}");
}

TEST(condition, defines_macros_for_each_side) {
    EXPECT_EQ(
        translated("#ifdef __CUDA_ARCH__\n#define A 1\n#else\n#define A 2\n#endif\n#define B A\nenum { a = B };\n"
                   "__device__ int f() {\n#if A\nreturn B;\n#endif\n}"),
        "#ifdef __CUDA_ARCH__\n#define A 1\n#else\n#define A 2\n#endif\n#if 1\n#define strider_device_A 1\n#else\n"
        "#define strider_device_A 2\n#endif\n#line 6\n#define B A\n#define strider_device_B strider_device_A\n"
        "#line 7\nenum { a = B };\n__device__ int f() {\n#if strider_device_A\nreturn strider_device_B;\n#endif\n}");
}

TEST(assembly, is_translated_on_the_device_alone) {
    EXPECT_THAT(translated("__device__ void f() { asm volatile(\"bar.sync 1, %0;\" :: \"r\"(64) : \"memory\"); }"),
                HasSubstr("::strider::emulation::ptx::barrier(::strider::emulation::ptx::as<unsigned>(1), "
                          "::strider::emulation::ptx::as<unsigned>(strider_0));"));
    EXPECT_THAT(
        translated("__device__ void f() { asm(\"mma.sync.m8n8k2 x;\"); }"),
        HasSubstr("::strider::emulation::ptx::unknown(\"the PTX instruction `mma.sync.m8n8k2 x`, for its .m8n8k2\")"));
    EXPECT_THAT(translated("__device__ void f() { asm(\"mov.u32 %0, %1;\" : \"=\" \"r\"(a) : \"r\"(b)); }"),
                Not(HasSubstr("unknown")));
    for (const char* made : {"\"mov.u32 %0, %1;\" : OUT(a) : \"r\"(b)", "\"mov.u32 %0, %1;\" : \"=r\"(a) : IN(b)",
                             "MOVE : \"=r\"(a) : \"r\"(b)"})
        EXPECT_THAT(
            translated("__device__ void f() { asm(" + std::string(made) + "); }"),
            HasSubstr("::strider::emulation::ptx::unknown(\"PTX whose text or operands are put together by macros\")"));
    const char* host = "void f() { asm volatile(\"rdtsc\" : \"=a\"(low), \"=d\"(high)); }";
    EXPECT_EQ(translated(host), host);
}

TEST(assembly, with_a_condition_inside_is_there_for_each_branch) {
    const std::string result = translated(
        "__device__ void f() { asm(\"bar.sync 0;\"\n#if __CUDA_ARCH__ >= 800\n\"bar.sync 1;\"\n#endif\n); g(); }");
    const std::size_t condition = result.find("\n#if 900 >= 800\n"), other = result.find("\n#else\n"),
                      end = result.find("\n#endif\n#line 5\n; g(); }");
    ASSERT_TRUE(condition < other && other < end && end != std::string::npos) << result;
    EXPECT_THAT(result.substr(condition, other - condition), HasSubstr("as<unsigned>(1)"));
    EXPECT_THAT(result.substr(other), AllOf(HasSubstr("as<unsigned>(0)"), Not(HasSubstr("as<unsigned>(1)"))));
}

TEST(launch, with_blanks_inside_of_the_chevrons_is_one) {
    EXPECT_EQ(in_function("k << <2, 3 >> > (p); k<<<a(b<c<d> >(2)), 3>>>(p);"),
              in_function("k<<<2, 3 >>> (p); k<<<a(b<c<d> >(2)), 3>>>(p);"));
}

TEST(launch, of_template_arguments_that_compare_is_one) {
    EXPECT_THAT(in_function("t<1 << 2 == 4, a<1 <<b> ><<<2, 3>>>(p);"),
                HasSubstr("{ *strider_kernel = t<1 << 2 == 4, a<1 <<b> >; }, 2, 3)(p);"));
    EXPECT_THAT(in_function("t<int, (sizeof(int) > 2)><<<2, 3>>>(p);"),
                HasSubstr("{ *strider_kernel = t<int, (sizeof(int) > 2)>; }, 2, 3)(p);"));
}

TEST(launch, of_a_kernel_with_another_function_of_its_name_lets_the_call_choose) {
    EXPECT_THAT(translated("__global__ void o(int*);\nvoid o() { o<<<1, 2>>>(p); }"),
                HasSubstr("{ o(strider_arguments...); }"));
    EXPECT_THAT(translated("__global__ void o(int* a); __global__ void o(const int*); void f() { o<<<1, 2>>>(p); }"),
                HasSubstr("{ o(strider_arguments...); }"));
}

TEST(launch, keeps_its_lines) {
    const std::string source = "__global__ void k(int*);\nvoid f() {\n  k\n  <<<1,\n 2>>>\n(p);\n}\nint after;\n";
    const std::string result = translated(source);
    EXPECT_EQ(std::count(result.begin(), result.end(), '\n'), std::count(source.begin(), source.end(), '\n'));
    EXPECT_EQ(result.substr(0, result.find("int after")).size() > 0, true);
    const auto lines_before = [](const std::string& text) {
        return std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("int after")), '\n');
    };
    EXPECT_EQ(lines_before(result), lines_before(source));
}

TEST(launch, is_left_alone_in_strings_and_comments) {
    EXPECT_EQ(in_function("puts(\"k<<<1, 2>>>(p)\"); // k<<<1, 2>>>(p)\n"),
              "puts(\"k<<<1, 2>>>(p)\"); // k<<<1, 2>>>(p)\n");
    EXPECT_EQ(in_function("a << b; c >> d; a <<= 2;"), "a << b; c >> d; a <<= 2;");
}

TEST(kernel, notes_that_it_is_there_and_entered) {
    EXPECT_EQ(translated("__global__ void k(int n) { if (n) {} } void after();"),
              "__global__ void k(int n) { ::strider::emulation::program::entered(\"k\"); if (n) {} } "
              "STRIDER_EMULATOR_PROGRAM_KERNEL(\"k\"); void after();");
    EXPECT_EQ(translated("__global__ void k(int);"), "__global__ void k(int);") << "a declaration alone";
    // Each branch has its own braces, and the kernel ends with one of them.
    EXPECT_EQ(translated("namespace n {\n__global__ void __launch_bounds__(64) k() {\n#ifdef A\nif (1) "
                         "{\n#else\n{\n#endif\n}\n}\n}"),
              "namespace n {\n__global__ void __launch_bounds__(64) k() { "
              "::strider::emulation::program::entered(\"k\");\n#ifdef "
              "A\nif (1) {\n#else\n{\n#endif\n}\n} STRIDER_EMULATOR_PROGRAM_KERNEL(\"k\"); "
              "STRIDER_EMULATOR_PROGRAM_BOUNDS(\"k\", 64)\n}");
    EXPECT_THAT(translated("__global__ void k() {extern __shared__ int s[];}"),
                HasSubstr("{ ::strider::emulation::program::entered(\"k\");int (&s)[] = "));
}

TEST(dynamic_shared, becomes_a_reference_to_the_blocks_memory) {
    EXPECT_EQ(in_function("extern __shared__ float s[];"),
              "float (&s)[] = *reinterpret_cast<float (*)[]>(::strider::emulation::dynamic_shared_memory());");
    EXPECT_EQ(in_function("extern __shared__ __align__(16) volatile unsigned char bytes[];"),
              "volatile unsigned char (&bytes)[] = *reinterpret_cast<volatile unsigned char "
              "(*)[]>(::strider::emulation::dynamic_shared_memory());");
    EXPECT_EQ(in_function("extern __shared__ tiles all;"),
              "tiles (&all) = *reinterpret_cast<tiles (*)>(::strider::emulation::dynamic_shared_memory());");
    EXPECT_THAT(in_function("extern __shared__ int rows[][33];"), HasSubstr("int (&rows)[][33] = "));
    EXPECT_THAT(in_function("extern __shared__ unsigned // wide\nint rows[]\n[33];"),
                AllOf(HasSubstr("unsigned int (&rows)[] [33] = "), Not(HasSubstr("//")), EndsWith(")\n\n;")));
}

TEST(dynamic_shared, may_be_declared_in_either_order_and_outside_of_functions) {
    EXPECT_EQ(in_function("extern float __shared__ s[];"),
              "float (&s)[] = *reinterpret_cast<float (*)[]>(::strider::emulation::dynamic_shared_memory());");
    EXPECT_EQ(translated("extern __shared__ int s[];\n__device__ int f() { return s[1]; }\n__device__ int g(int* s) { "
                         "return s[1]; }"),
              "[[maybe_unused]] static inline int (&strider_s())[] { return *reinterpret_cast<int "
              "(*)[]>(::strider::emulation::dynamic_shared_memory()); };\n__device__ int f() { return strider_s()[1]; "
              "}\n__device__ int g(int* s) { return s[1]; }");
}

TEST(dynamic_shared, gives_way_to_parameters_and_locals_of_its_name) {
    const std::string shared = "extern __shared__ data s[];\n";
    for (const char* const own :
         {"__device__ void f(volatile data* s, int i) { s[i] = 0; }", "__device__ void f(const data& s) { use(s); }",
          "__device__ void f() { data* s = g(); s[0] = 1; }"})
        EXPECT_THAT(translated(shared + own), HasSubstr(own));
    EXPECT_THAT(translated(shared + "__device__ int f(int n) { use(n * s[1]); return *s; }"),
                HasSubstr("{ use(n * strider_s()[1]); return *strider_s(); }"));
}

TEST(dynamic_shared, may_be_one_object) {
    EXPECT_EQ(in_function("extern __shared__ tiles s;"),
              "tiles (&s) = *reinterpret_cast<tiles (*)>(::strider::emulation::dynamic_shared_memory());");
}

TEST(static_shared, becomes_references_into_the_blocks_memory) {
    EXPECT_EQ(in_function("__shared__ int s[4]; s[0] = 1;"),
              "struct strider_shared_1 {  int s[4]; }; STRIDER_EMULATOR_SHARED(strider_shared_1, s, 1); s[0] = 1;");
    EXPECT_EQ(
        in_function("static __shared__ float a[n < 2 ? 1 : n][m(3)], *b;\n__shared__ int c; b = &c;"),
        "struct strider_shared_1 {   float a[n < 2 ? 1 : n][m(3)], *b; }; STRIDER_EMULATOR_SHARED(strider_shared_1, a, "
        "1); STRIDER_EMULATOR_SHARED(strider_shared_1, b, 2);\nstruct strider_shared_2 {  int c; }; "
        "STRIDER_EMULATOR_SHARED(strider_shared_2, c, 3); b = &c;");
    const auto names_s = HasSubstr("}; STRIDER_EMULATOR_SHARED(strider_shared_1, s, 1);");
    for (const char* declaration :
         {"__shared__ __align__(16) float s[4];", "volatile __shared__ int s;", "__shared__ alignas(T) T s[n];",
          "__shared__ typename cub::BlockReduce<float, 256>::TempStorage s;", "__shared__ ALIGNED(8) char s[4];",
          "__shared__ char s[4] __attribute__((aligned(8)));", "__shared__ struct { int x, y; } s;"})
        EXPECT_THAT(in_function(std::string(declaration) + " use(s);"), names_s) << declaration;
}

TEST(static_shared, of_other_forms_is_thread_local) {
    EXPECT_EQ(in_function("__shared__ int (*s)[4]; use(s);"), "__shared__ int (*s)[4]; use(s);");
    EXPECT_EQ(in_function("switch (n) { default: __shared__ int s[4]; use(s); }"),
              "switch (n) { default: __shared__ int s[4]; use(s); }");
    EXPECT_EQ(in_function("__shared__ int unused[4];"), "__shared__ int unused[4];") << "nvcc makes none of it";
    EXPECT_EQ(translated("static __shared__ int s[4];"), " __shared__ int s[4];");
}

TEST(static_shared, is_captured_by_reference) {
    const auto captures = [](const std::string& lambda) {
        return in_function("__shared__ int s[4]; auto f = " + lambda);
    };
    EXPECT_THAT(captures("[] { return s[1]; };"), HasSubstr("[&s] {"));
    EXPECT_THAT(captures("[=] __device__ (int i) { return s[i]; };"), HasSubstr("[=, &s] __device__"));
    EXPECT_THAT(captures("[&] { return s[1]; };"), HasSubstr("[&] {"));
    EXPECT_THAT(captures("[=](int* s) { return s[1] + t.s; };"), HasSubstr("[=](int* s)"));
    EXPECT_THAT(captures("t[s[1]];"), HasSubstr("f = t[s[1]];"));
    EXPECT_THAT(in_function("extern __shared__ int s[]; auto f = [=] { return s[1]; };"), HasSubstr("[=, &s] {"));
}

TEST(unusable_source, is_refused_with_its_line) {
    const auto message = [](const char* text) { return ThrowsMessage<translation_error>(HasSubstr(text)); };
    EXPECT_THAT([] { translated("\nextern __shared__ int;"); }, message("a.cu:2: expected `extern __shared__ TYPE"));
    EXPECT_THAT([] { translated("\n#define START k<<<1, 2\n"); }, message("a.cu:2: `<<<` without `>>>(`"));
    EXPECT_THAT([] { translated("void f() { k<<<1, 2; }"); }, message("a.cu:1: `<<<` without `>>>(`"));
    EXPECT_THAT([] { translated("void f() { <<<1, 2>>>(p); }"); }, message("a.cu:1: no kernel's name"));
    EXPECT_THAT([] { translated("void f() {\nk<<<1, k<<<1, 2>>>(3)>>>(4); }"); }, message("a.cu:2: a launch"));
}

TEST(main_function, is_found_at_the_top_only) {
    const auto has_main = [](const char* source) { return translate(source, "a.cu", {}, same).has_main; };
    EXPECT_TRUE(has_main("int main() {}"));
    EXPECT_TRUE(has_main("#ifdef A\nvoid f() {\n#else\nvoid g() {\n#endif\n}\nint main(int, char**) {}"));
    EXPECT_FALSE(has_main("void f() { main(); }"));
    EXPECT_FALSE(has_main("// int main() {}\nint mainly();"));
}

TEST(kernels, are_collected_by_kind) {
    kernel_names names;
    collect_kernels(
        "__global__ void __launch_bounds__(256, 2) a(int);\n"
        "template <class T, int N> __global__ void b(T* p) {}\n"
        "extern \"C\" __global__ void c() {}\n"
        "static __global__ void d(int (*f)(int)) {}\n"
        "void host();",
        names);
    EXPECT_THAT(names.plain, ElementsAre("a", "c", "d"));
    EXPECT_THAT(names.templates, ElementsAre("b"));
}

/// What stands in a function of the device.
std::string on_device(const std::string& statement) {
    const std::string before = "template <class T> __device__ void f() {", after = "}";
    const std::string all = translated(before + statement + after);
    return all.substr(before.size(), all.size() - before.size() - after.size());
}

TEST(shift, on_the_device_is_ptxs) {
    EXPECT_EQ(on_device("a << b; c >>= d;"), "a << STRIDER_EMULATOR_BY(<<) b; c >>= STRIDER_EMULATOR_BY(>>=) d;");
    EXPECT_EQ(on_device("i < n >> k;"), "i < n >> STRIDER_EMULATOR_BY(>>) k;");
    EXPECT_EQ(on_device("a << 3 + b << 40;"), "a << STRIDER_EMULATOR_BY(<<) 3 + b << STRIDER_EMULATOR_BY(<<) 40;");
    EXPECT_EQ(translated("__host__ __device__ int f() { return a << b; }"),
              "__host__ __device__ int f() { return a << STRIDER_EMULATOR_BY_ON_EITHER_SIDE(<<) b; }");
    EXPECT_EQ(translated("#define HIGH(x, n) ((x) >> (32 - (n)))\n"),
              "#define HIGH(x, n) ((x) >> STRIDER_EMULATOR_BY_ON_EITHER_SIDE(>>) (32 - (n)))\n");
}

TEST(shift, that_cannot_differ_is_left_alone) {
    for (const char* same_on_both : {"a << 3; b >>= 0x1f; c >> 2 & 1;", "pair<int, pair<int, int>> p; a(b<c<int>>(d));",
                                     "(args << ...); (... << args);", "x.operator<<(y); g(&T::operator>>);",
                                     "auto p = static_cast<list<list<T>>*>(q);", "assert(a << b == c);"})
        EXPECT_EQ(on_device(same_on_both), same_on_both);
    for (const char* elsewhere : {"void f() { std::cout << x; a >> b; }", "#define BITS (1 << LOG)\n",
                                  "#define PUT(x) std::cout << '(' << 1\n", "__device__ vector<vector<int>> all();"})
        EXPECT_EQ(translated(elsewhere), elsewhere);
}

TEST(conversion, to_integers_is_ptxs) {
    EXPECT_EQ(on_device("a = (int)x; b = (unsigned char)(int)-y;"),
              "a = (int) STRIDER_EMULATOR_TO(int)x; b = (unsigned char) STRIDER_EMULATOR_TO(unsigned char)(int) "
              "STRIDER_EMULATOR_TO(int)-y;");
    EXPECT_EQ(on_device("a = (T)x + T(y); b = static_cast<std::int64_t>(z * 2);"),
              "a = (T) STRIDER_EMULATOR_TO(T)x + T(STRIDER_EMULATOR_AS(T)(y)); b = "
              "static_cast<std::int64_t>(STRIDER_EMULATOR_AS(std::int64_t)(z * 2));");
    for (const char* no_conversion :
         {"a = (int)5 + int() + sizeof(int) * n;", "auto f = [](int) { return (b); };", "int(*p)(int) = g; int(x);",
          "function<int(float)> f; new int(4);", "(float)x; float(x); (U)x; (n) - x;", "T(x, y); f<T>(x, y);"})
        EXPECT_EQ(on_device(no_conversion), no_conversion);
}

TEST(forms, have_a_program_each) {
    for (const form& one : forms()) {
        std::ifstream program(STRIDER_PROGRAMS + std::string(one.program) + ".cu");
        const std::string text{std::istreambuf_iterator<char>(program), {}};
        EXPECT_THAT(text, HasSubstr(one.word)) << one.program;
    }
}

TEST(includes, of_local_headers_are_found_and_replaced) {
    const char* source = "#include <a.h>\n#  include \"b.cuh\"\n// #include \"c.h\"\n#include\"d/e.h\" // x\n";
    EXPECT_THAT(included_files(source), ElementsAre("a.h", "b.cuh", "d/e.h"));
    EXPECT_EQ(translate(source, "a.cu", {}, [](const std::string& name) { return "/t/" + name; }).text,
              "#include \"/t/a.h\"\n#  include \"/t/b.cuh\"\n// #include \"c.h\"\n#include\"/t/d/e.h\" // x\n");
    EXPECT_THAT(included_files("int a;"), IsEmpty());
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
