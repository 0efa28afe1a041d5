// A shim for the library that labs of "Programming Massively Parallel Processors" include, made after what their
// programs call: PROGRAM -i INPUT,INPUT -e EXPECTED [-o OUTPUT] [-t TYPE]. Vectors and matrices are text, their size in
// the first line; images are PPM or PGM of one byte a channel. Times are not taken.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

using wbBool = bool;
using wbReal_t = float;
constexpr int wbImage_channels = 3;

struct wbArg_t {
    std::vector<std::string> inputs;
    std::string expected, output, type;
};

/// Rows of pixels, a float from 0 to 1 a channel.
struct wbImage_st {
    int width, height, channels;
    float* data;
};
using wbImage_t = wbImage_st*;

enum wbLogLevel_t {
    wbLogLevel_OFF,
    wbLogLevel_FATAL,
    wbLogLevel_ERROR,
    wbLogLevel_WARN,
    wbLogLevel_INFO,
    wbLogLevel_DEBUG,
    wbLogLevel_TRACE
};

namespace strider_wb {

[[noreturn]] inline void fail(const std::string& why) {
    std::cerr << "wb: " << why << std::endl;
    std::exit(1);
}

template <class... Parts>
void log(const char* level, const char* function, int line, const Parts&... parts) {
    (std::cout << "[" << level << "] " << function << ":" << line << " " << ... << parts) << std::endl;
}

inline std::ifstream opened(const char* file) {
    if (file == nullptr) fail("a file of the command line is missing: give -i INPUT,INPUT -e EXPECTED");
    std::ifstream in(file, std::ios::binary);
    if (!in) fail(std::string(file) + " cannot be read");
    return in;
}

/// One number in the first line: a vector, a column of the matrix.
template <class T>
T* read_values(const char* file, int& rows, int& columns) {
    std::ifstream in = opened(file);
    std::string first;
    std::getline(in, first);
    std::istringstream sizes(first);
    columns = 1;
    if (!(sizes >> rows)) fail(std::string(file) + " does not begin with its size");
    sizes >> columns;
    const std::size_t all = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    T* const values = static_cast<T*>(std::malloc(all * sizeof(T)));
    for (std::size_t i = 0; i < all; ++i)
        if (!(in >> values[i])) fail(std::string(file) + " has fewer values than it says");
    return values;
}

template <class T>
void write_values(const char* file, const T* values, int rows, int columns) {
    std::ofstream out(file);
    out << rows;
    if (columns != 1) out << " " << columns;
    out << "\n";
    for (int i = 0; i < rows * columns; ++i) out << values[i] << "\n";
}

/// Says whether all is right, and where the first wrong value is.
template <class T>
wbBool compare(const T* got, const T* expected, int rows, int columns, double tolerance) {
    for (int i = 0; i < rows * columns; ++i) {
        const double a = static_cast<double>(got[i]), b = static_cast<double>(expected[i]);
        if (std::fabs(a - b) <= tolerance * std::max(1.0, std::fabs(b))) continue;
        std::cout << "The solution did not match the expected results at column " << i % columns << " and row "
                  << i / columns << ". Expecting " << b << " but got " << a << "." << std::endl;
        return false;
    }
    std::cout << "The solution is correct." << std::endl;
    return true;
}

template <class T>
wbBool solve(const wbArg_t& of, const T* values, int rows, int columns) {
    if (!of.output.empty()) write_values(of.output.c_str(), values, rows, columns);
    int expected_rows = 0, expected_columns = 0;
    T* const expected =
        read_values<T>(of.expected.empty() ? nullptr : of.expected.c_str(), expected_rows, expected_columns);
    const bool has_size = rows * columns == expected_rows * expected_columns;
    if (!has_size) std::cout << "The solution has another size than the expected results." << std::endl;
    const wbBool right = has_size && compare(values, expected, rows, columns, 1e-3);
    std::free(expected);
    return right;
}

}  // namespace strider_wb

#define wbLog(level, ...) strider_wb::log(#level, __func__, __LINE__, __VA_ARGS__)
#define wbTime_start(...) static_cast<void>(0)
#define wbTime_stop(...) static_cast<void>(0)
#define wbAssert(condition) ((condition) ? static_cast<void>(0) : strider_wb::fail("not true: " #condition))
#define wb_init(...) static_cast<void>(0)
#define wbMalloc(bytes) std::malloc(bytes)
#define wbFree(memory) std::free(memory)

inline wbArg_t wbArg_read(int count, char** words) {
    wbArg_t result;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string_view option = words[i];
        const std::string value = words[i + 1];
        if (option == "-i" || option == "--input") {
            std::istringstream list(value);
            for (std::string file; std::getline(list, file, ',');) result.inputs.push_back(file);
        } else if (option == "-e" || option == "--expected") {
            result.expected = value;
        } else if (option == "-o" || option == "--output") {
            result.output = value;
        } else if (option == "-t" || option == "--type") {
            result.type = value;
        } else {
            strider_wb::fail("the command line has -i, -e, -o and -t, not " + std::string(option));
        }
    }
    return result;
}
inline int wbArg_getInputCount(const wbArg_t& of) { return static_cast<int>(of.inputs.size()); }
inline const char* wbArg_getInputFile(const wbArg_t& of, int i) {
    return i < wbArg_getInputCount(of) ? of.inputs[static_cast<std::size_t>(i)].c_str() : nullptr;
}
inline const char* wbArg_getExpectedOutputFile(const wbArg_t& of) { return of.expected.c_str(); }
inline const char* wbArg_getOutputFile(const wbArg_t& of) { return of.output.c_str(); }
inline const char* wbArg_getType(const wbArg_t& of) { return of.type.c_str(); }

inline wbImage_t wbImage_new(int width, int height, int channels, float* data) {
    return new wbImage_st{width, height, channels, data};
}
inline wbImage_t wbImage_new(int width, int height, int channels = wbImage_channels) {
    const auto values = static_cast<std::size_t>(width) * static_cast<std::size_t>(height * channels);
    return wbImage_new(width, height, channels, static_cast<float*>(std::calloc(values, sizeof(float))));
}
inline void wbImage_delete(wbImage_t image) {
    std::free(image->data);
    delete image;
}
inline int wbImage_getWidth(wbImage_t of) { return of->width; }
inline int wbImage_getHeight(wbImage_t of) { return of->height; }
inline int wbImage_getChannels(wbImage_t of) { return of->channels; }
inline float* wbImage_getData(wbImage_t of) { return of->data; }

/// `type`: "Real", "Integer" or "Text". Release the result with std::free().
inline void* wbImport(const char* file, int* rows, int* columns, const char* type = "Real") {
    if (std::string_view(type) == "Integer") return strider_wb::read_values<int>(file, *rows, *columns);
    if (std::string_view(type) != "Text") return strider_wb::read_values<float>(file, *rows, *columns);
    std::ifstream in = strider_wb::opened(file);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    *rows = static_cast<int>(text.size());
    *columns = 1;
    return std::memcpy(std::malloc(text.size() + 1), text.c_str(), text.size() + 1);
}
inline void* wbImport(const char* file, int* length, const char* type = "Real") {
    int columns = 1;
    void* const values = wbImport(file, length, &columns, type);
    *length *= columns;
    return values;
}
inline wbImage_t wbImport(const char* file) {
    std::ifstream in = strider_wb::opened(file);
    std::string kind;
    int sizes[3] = {};
    in >> kind;
    for (int& one : sizes) {
        for (std::string comment; (in >> std::ws).peek() == '#';) std::getline(in, comment);
        in >> one;
    }
    if (!in || (kind != "P6" && kind != "P5") || sizes[2] > 255)
        strider_wb::fail(std::string(file) + " is not a PPM or PGM of one byte a channel");
    in.get();
    const wbImage_t image = wbImage_new(sizes[0], sizes[1], kind == "P6" ? 3 : 1);
    for (int i = 0; i < sizes[0] * sizes[1] * image->channels; ++i)
        image->data[i] = static_cast<float>(in.get()) / static_cast<float>(sizes[2]);
    return image;
}

inline void wbExport(const char* file, wbImage_t image) {
    std::ofstream out(file, std::ios::binary);
    out << (image->channels == 3 ? "P6" : "P5") << "\n" << image->width << " " << image->height << "\n255\n";
    for (int i = 0; i < image->width * image->height * image->channels; ++i)
        out.put(static_cast<char>(std::lround(255 * std::clamp(image->data[i], 0.0f, 1.0f))));
}
inline void wbExport(const char* file, const float* values, int rows, int columns = 1) {
    strider_wb::write_values(file, values, rows, columns);
}
inline void wbExport(const char* file, const int* values, int rows, int columns = 1) {
    strider_wb::write_values(file, values, rows, columns);
}

inline wbBool wbSolution(const wbArg_t& of, const float* values, int rows, int columns = 1) {
    return strider_wb::solve(of, values, rows, columns);
}
inline wbBool wbSolution(const wbArg_t& of, const int* values, int rows, int columns = 1) {
    return strider_wb::solve(of, values, rows, columns);
}
inline wbBool wbSolution(const wbArg_t& of, const unsigned* values, int rows, int columns = 1) {
    return strider_wb::solve(of, values, rows, columns);
}
/// Lab programs hand over their results as void*.
inline wbBool wbSolution(const wbArg_t& of, const void* values, int rows, int columns = 1) {
    return of.type.starts_with("integral") ? wbSolution(of, static_cast<const int*>(values), rows, columns)
                                           : wbSolution(of, static_cast<const float*>(values), rows, columns);
}
/// Pixels may differ by a step of their bytes.
inline wbBool wbSolution(const wbArg_t& of, wbImage_t image) {
    if (!of.output.empty()) wbExport(of.output.c_str(), image);
    const wbImage_t expected = wbImport(of.expected.empty() ? nullptr : of.expected.c_str());
    const int row = image->width * image->channels;
    const bool has_size = image->height == expected->height && row == expected->width * expected->channels;
    if (!has_size) std::cout << "The solution has another size than the expected results." << std::endl;
    const wbBool right = has_size && strider_wb::compare(image->data, expected->data, image->height, row, 1.01 / 255);
    wbImage_delete(expected);
    return right;
}
// SPDX-License-Identifier: Apache-2.0
