// Arrays whose bounds the translation marks: local ones, those of parameters, and those inside of other objects.
#include <gmock/gmock.h>

#include "check/translate/translate.hpp"

namespace {

using namespace strider::kernel_check;
using testing::HasSubstr;
using testing::Not;

const include_resolver same = [](const std::string& name) { return name; };

std::string translated(std::string_view source) {
    kernel_names kernels;
    collect_kernels(source, kernels);
    return translate(source, "a.cu", kernels, same).text;
}

/// What stands in a function of the device.
std::string on_device(const std::string& statement) {
    const std::string before = "template <class T> __device__ void f() {", after = "}";
    const std::string all = translated(before + statement + after);
    return all.substr(before.size(), all.size() - before.size() - after.size());
}

TEST(local_arrays, get_guards) {
    const std::string local = "STRIDER_EMULATOR_LOCAL(1) ", unset = " STRIDER_EMULATOR_LOCAL_UNSET(1, a)";
    const std::string value = " STRIDER_EMULATOR_LOCAL_VALUE(1, a)", end = " STRIDER_EMULATOR_LOCAL_END(1, a)";
    EXPECT_EQ(on_device("float a[4];"), local + "float a[4]" + unset + ";");
    EXPECT_EQ(on_device("n::box<T, 2> *a[4][n<3];"), local + "n::box<T, 2> *a[4][n<3]" + unset + ";");
    EXPECT_EQ(on_device("int a[2] = {1, 2};"), local + "int a[2] " + value + " {1, 2}" + end + ";");
    EXPECT_EQ(on_device("int a[2]{f(1, 2)};"), local + "int a[2]" + value + "{f(1, 2)}" + end + ";");
    EXPECT_EQ(on_device("unsigned int a[2], *b, c[n] = {};"),
              local + "unsigned int a[2]" + unset +
                  "; unsigned int  *b; STRIDER_EMULATOR_LOCAL(2) unsigned int  c[n]  "
                  "STRIDER_EMULATOR_LOCAL_VALUE(2, c) {} STRIDER_EMULATOR_LOCAL_END(2, c);");
    for (const char* const other :
         {"a[1] = 2;", "int a[] = {1, 2};", "const int a[2] = {1, 2};", "return a[1];", "if (x) a[1] = 2;",
          "struct box { int a[4]; };", "switch (n) { default: int a[4]; }", "for (int a[2]; ; ) a[1] = 2;",
          "int (*a)[4];", "int b = a[2];", "int (&a)[4] = b;", "auto [a, b] = c;", "delete[] a;"})
        EXPECT_EQ(on_device(other), other);
    EXPECT_EQ(translated("void f() { int a[2]; }\n__device__ constexpr int g() { int a[2] = {}; return a[0]; }"),
              "void f() { int a[2]; }\n__device__ constexpr int g() { int a[2] = {}; return a[0]; }");
}

TEST(parameters, of_kernels_get_guards_where_they_may_be_of_a_class) {
    EXPECT_THAT(
        translated("__global__ void k(const box s, float* p, int n, std::size_t m, v<int, 2> w, box& r) { f(); }"),
        HasSubstr("entered(\"k\"); STRIDER_EMULATOR_GIVEN(s) STRIDER_EMULATOR_GIVEN(w) { "
                  "STRIDER_EMULATOR_PARAMETER(s) STRIDER_EMULATOR_PARAMETER(w) f(); }}"));
    EXPECT_THAT(translated("template <class... T> __global__ void k(T... all, int (*f)(int), box = {}) { f(); }"),
                Not(HasSubstr("GIVEN")));
}

TEST(elements, of_arrays_in_others_are_held_against_their_extent) {
    const std::string words = "STRIDER_EMULATOR_ELEMENTS ";
    EXPECT_EQ(on_device("f(s.a[i], p->b[j]);"), "f(" + words + "(s.a)[i], " + words + "(p->b)[j]);");
    EXPECT_EQ(on_device("s.a[i] = 1;"), words + "(s.a)[i] = 1;");
    EXPECT_EQ(on_device("return m[1][i];"), "return " + words + "(m[1])[i];");
    EXPECT_EQ(on_device("atomicAdd(&s.a[i], 1);"), "atomicAdd(&" + words + "(s.a)[i], 1);");
    EXPECT_EQ(on_device("x = *(volatile int*)&s.a[i];"), "x = *(volatile int*)&" + words + "(s.a)[i];");
    EXPECT_EQ(on_device("x = *reinterpret_cast<int*>(&s.a[i]);"),
              "x = *reinterpret_cast<int*>(&" + words + "(s.a)[i]);");
    EXPECT_EQ(on_device("memcpy(p, &s.a[i], sizeof *p);"), "memcpy(p, &" + words + "(s.a)[i], sizeof *p);");
    for (const char* const other :
         {"end = &s.a[n];", "f(&s.a[0], &s.a[n]);", "x != &s.a[n];", "x & s.a[n];", "memcpy(p, &s.a[i], n);",
          "f(a[i]);", "int m[2][3], o[4][5];", "f(s.a[i].b, m[1][i](2));", "f(g(x).a[i]);"})
        EXPECT_THAT(on_device(other), Not(HasSubstr(words))) << other;
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
