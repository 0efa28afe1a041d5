// strider reduce --statistics and --skip-nan, and the bins that go by the elements.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <tests/lab/cli.hpp>

namespace strider::lab::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

record one_record(std::vector<std::string> arguments, std::string_view input = {}) {
    const std::vector<record> found = records_of(std::move(arguments), input);
    EXPECT_EQ(found.size(), 1u);
    return found.at(0);
}

/// By sorting: the textbook's.
template <class T>
double quantile(std::vector<T> values, double level) {
    std::sort(values.begin(), values.end());
    const double position = static_cast<double>(values.size() - 1) * level;
    const auto low = static_cast<std::size_t>(position);
    const auto high = std::min(low + 1, values.size() - 1);
    return std::lerp(static_cast<double>(values[low]), static_cast<double>(values[high]),
                     position - static_cast<double>(low));
}

template <class T>
void expect_statistics(const char* descr, const std::vector<T>& values) {
    const scratch_folder folder;
    const std::string shape = "(" + std::to_string(values.size()) + ",)";
    const std::string file = folder.file("a.npy", npy(descr, shape, bytes_of(values)));
    const record found = one_record({"reduce", file, "--quantiles", "0,0.1,0.5,0.999,1"});
    for (const double level : {0., .1, .5, .999, 1.}) {
        const record& given = found["quantiles"][level == 0    ? "0"
                                                 : level == 1  ? "1"
                                                 : level == .5 ? "0.5"
                                                 : level == .1 ? "0.1"
                                                               : "0.999"];
        // Elements of f32 are written with the digits that f32 needs.
        using written = std::conditional_t<std::is_same_v<T, float>, float, double>;
        EXPECT_EQ(static_cast<written>(given.get<double>()), static_cast<written>(quantile(values, level)))
            << descr << ", level " << level;
    }
    double mean = 0, squares = 0;
    for (const T one : values) mean += static_cast<double>(one) / static_cast<double>(values.size());
    for (const T one : values) squares += std::pow(static_cast<double>(one) - mean, 2);
    const double variance = squares / static_cast<double>(values.size() - 1);
    EXPECT_NEAR(found["variance"].get<double>(), variance, 1e-9 * variance) << descr;
    EXPECT_NEAR(found["stddev"].get<double>(), std::sqrt(variance), 1e-9 * std::sqrt(variance)) << descr;
    EXPECT_EQ(found["nan"], 0);
}

TEST(file_statistics, are_those_of_sorted_elements_of_every_type) {
    std::mt19937_64 random(1);
    const auto some = [&]<class T>(T, std::size_t count) {
        std::vector<T> values(count);
        for (T& one : values) {
            if constexpr (std::is_floating_point_v<T>)
                one = static_cast<T>(std::normal_distribution<double>(-1, 1e3)(random));
            else
                one = static_cast<T>(random() >> (64 - std::min<unsigned>(48, 8 * sizeof(T))));
        }
        return values;
    };
    expect_statistics("|i1", some(std::int8_t{}, 1000));
    expect_statistics("|u1", some(std::uint8_t{}, 1001));
    expect_statistics("<i2", some(std::int16_t{}, 1000));
    expect_statistics("<u2", some(std::uint16_t{}, 1001));
    expect_statistics("<i4", some(std::int32_t{}, 1000));
    expect_statistics("<u4", some(std::uint32_t{}, 1001));
    expect_statistics("<i8", some(std::int64_t{}, 1000));
    expect_statistics("<u8", some(std::uint64_t{}, 1001));
    expect_statistics("<f4", some(float{}, 1000));
    expect_statistics("<f8", some(double{}, 3'000'001));  // several pieces
}

TEST(file_statistics, every_backend_gives_the_same_variance) {
    const std::string text = "0.1 0.7 3 5.5 1e9 -2 7.25";
    const record first = one_record({"reduce", "-", "--statistics"}, text);
    for (const char* device : {"serial", "simt"}) {
        const record found = one_record({"reduce", "-", "--statistics", "--device", device}, text);
        EXPECT_EQ(found["variance"].dump(), first["variance"].dump()) << device;
    }
}

TEST(file_statistics, small_and_odd_inputs) {
    EXPECT_EQ(one_record({"reduce", "-", "--statistics"}, "")["quantiles"].dump(),
              R"({"0.25":"nan","0.5":"nan","0.75":"nan"})");
    const record one = one_record({"reduce", "-", "--statistics"}, "7");
    EXPECT_EQ(one["variance"].dump(), R"("nan")");
    EXPECT_EQ(one["quantiles"].dump(), R"({"0.25":7,"0.5":7,"0.75":7})");
    // Elements that f64 does not hold are given exactly.
    EXPECT_EQ(
        one_record({"reduce", "-", "--quantiles", "0.5"}, "9007199254740993 9007199254740993 1")["quantiles"]["0.5"],
        9007199254740993);
    EXPECT_EQ(one_record({"reduce", "-", "--quantiles", "1"}, "-inf 1 inf")["quantiles"]["1"].get<std::string>(),
              "inf");
    const record with_nan = one_record({"reduce", "-", "--statistics"}, "1 nan 3");
    EXPECT_EQ(with_nan["nan"], 1);
    EXPECT_EQ(with_nan["quantiles"]["0.5"].get<std::string>(), "nan");
    for (const char* levels : {"2", "-0.1", "nan", "x"})
        EXPECT_THAT(refusal_of({"reduce", "-", "--quantiles", levels}, "1"), HasSubstr("--quantiles: "));
    EXPECT_THAT(refusal_of({"reduce", "-", "--rows", "--skip-nan"}, "1"), HasSubstr("need the whole file"));
}

TEST(file_statistics, nan_is_left_out_and_indices_stay_those_of_the_file) {
    const record found = one_record({"reduce", "-", "--skip-nan", "--statistics"}, "nan 3 nan 1 7 nan 2 nan");
    EXPECT_EQ(found["elements"], 4);
    EXPECT_EQ(found["skipped"], 4);
    EXPECT_EQ(found["sum"], 13.);
    EXPECT_EQ(found["mean"], 3.25);
    EXPECT_EQ(found["argmin"], 3);
    EXPECT_EQ(found["argmax"], 4);
    EXPECT_EQ(found["nan"], 0);
    EXPECT_EQ(found["quantiles"]["0.5"], 2.5);
    EXPECT_FALSE(one_record({"reduce", "-", "--skip-nan"}, "1 2").contains("skipped"));
    EXPECT_EQ(one_record({"reduce", "-", "--skip-nan"}, "nan nan")["sum"], 0.);
}

TEST(file_statistics, bins_by_rule) {
    std::string text;
    for (int at = 0; at < 1000; ++at) text += std::to_string(at * at) + ".5 ";
    const auto bins = [&](const char* rule) {
        return one_record({"histogram", "-", "--bins", rule}, text)["counts"].size();
    };
    EXPECT_EQ(bins("sturges"), 11u);  // ceil(log2(1000)) + 1
    // The quartiles are 62,375.75 and 561,376.25: bins of 2 * 499,000.5 / 10 for a range of 998,001.
    EXPECT_EQ(bins("fd"), 10u);
    EXPECT_EQ(bins("auto"), 11u);
    EXPECT_EQ(one_record({"histogram", "-", "--bins", "fd"}, "1 1 1 1 1 9")["counts"].size(), 1u);
    EXPECT_EQ(one_record({"histogram", "-", "--bins", "auto"}, "1 1 1 1 1 9")["counts"].size(), 3u);
    EXPECT_EQ(one_record({"histogram", "-", "--bins", "auto"}, "nan nan")["nan"], 2);
    EXPECT_THAT(refusal_of({"histogram", "-", "--bins", "fd", "--range", "0,1"}, "1"), HasSubstr("give a number"));
    EXPECT_THAT(refusal_of({"histogram", "-", "--bins", "scott"}, "1"), HasSubstr("sturges"));
}

TEST(file_statistics, bars_by_logarithm_show_small_counts) {
    std::string text(2 * 4000, ' ');
    for (std::size_t at = 0; at < text.size(); at += 2) text[at] = '0';
    text += "1 1 1";
    const auto blocks = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"histogram", "-", "--bins", "2"});
        const outcome ran = strider(options, with_library(), text);
        EXPECT_EQ(ran.status, 0) << ran.error;
        const std::string line = ran.out.substr(ran.out.find(" 3 "));
        std::size_t count = 0;
        for (std::size_t at = line.find("\u2588"); at < line.find('\n'); at = line.find("\u2588", at + 1)) ++count;
        return count;
    };
    EXPECT_EQ(blocks({}), 0u);
    EXPECT_EQ(blocks({"--log"}), 8u);  // 48 * log2(4) / log2(4001)
}

TEST(file_statistics, several_files_have_a_record_each) {
    const scratch_folder folder;
    const std::string a = folder.file("a.txt", "1 2 3"), b = folder.file("b.csv", "x,y\n1,4\n2,8\n");
    const std::vector<record> found = records_of({"reduce", a, b, "--statistics"});
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0]["file"].get<std::string>(), a);
    EXPECT_FALSE(found[0].contains("column"));
    EXPECT_EQ(found[0]["quantiles"]["0.5"], 2);
    EXPECT_EQ(found[2]["file"].get<std::string>(), b);
    EXPECT_EQ(found[2]["column"].get<std::string>(), "y");
    EXPECT_EQ(found[2]["sum"], 12);
    EXPECT_FALSE(records_of({"reduce", a})[0].contains("file"));
    const outcome table = strider({"reduce", a, b}, with_library());
    EXPECT_THAT(table.out, HasSubstr("2 files, on cpu"));
    EXPECT_THAT(table.out, HasSubstr("b.csv"));
    EXPECT_THAT(refusal_of({"reduce", a, b, "--rows"}), HasSubstr("take one file"));
    EXPECT_THAT(refusal_of({"reduce", a, "none"}), HasSubstr("none: cannot be read"));
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
