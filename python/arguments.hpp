// Arguments from Python to the calls of strider._library, and their refusals. An array of the host is any object with
// the buffer protocol. An array of a GPU is a tuple: address, format of an element as the buffer protocol has it, bytes
// of an element, rows, columns, and, where nothing else keeps the memory, its owner; or a tensor of PyTorch in
// row-major order.
//
// Nothing is converted here. Types, shapes and defaults are the matter of strider/*.py, which know what a call takes.
// What a call refuses becomes an exception with the library's sentence. Python goes on during long calls.
#pragma once

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <python/calls/table.hpp>

namespace strider::python {

/// Python has been told what is wrong.
struct python_error {};

[[noreturn]] inline void refuse(PyObject* kind, const std::string& message) {
    PyErr_SetString(kind, message.c_str());
    throw python_error{};
}

inline std::string_view text(PyObject* of) {
    Py_ssize_t bytes = 0;
    const char* const found = PyUnicode_AsUTF8AndSize(of, &bytes);
    if (!found) throw python_error{};
    return {found, static_cast<std::size_t>(bytes)};
}

inline std::uint64_t number(PyObject* of) {
    const unsigned long long found = PyLong_AsUnsignedLongLong(of);
    if (PyErr_Occurred()) throw python_error{};
    return found;
}

/// The memory of a tensor on a GPU, as PyTorch describes it.
struct tensor_memory {
    void* data;
    const char* format;  ///< of an element, as the buffer protocol has it
    std::size_t item_bytes;
    std::uint64_t rows, columns;  ///< one row unless it is a matrix
    int gpu;
};

/// Nothing where it is no tensor on a GPU, or PyTorch describes none.
std::optional<tensor_memory> memory_of_tensor(PyObject* of);
/// PyTorch's current stream on the tensor's GPU.
void* stream_of_tensor(const tensor_memory& of);

/// The calls at a backend, which live as long as the process, and the stream that orders them.
struct backend {
    const calls* table;
    void* stream = nullptr;

    /// Calls an entry of the table.
    template <class Result, class... Taken, class... Given>
    Result operator()(Result (*calls::*entry)(void*, Taken...), Given&&... given) const {
        return (table->*entry)(stream, std::forward<Given>(given)...);
    }
};
/// "cpu", "serial", or the GPU and the caller's stream: of a tensor, or of a tuple of their numbers.
backend backend_of(PyObject* named);
backend backend_on(int gpu, void* stream);

inline operation operation_of(PyObject* of) {
    const std::string_view name = text(of);
    for (std::size_t at = 0; at < std::size(ladders::operation_names); ++at) {
        if (ladders::operation_names[at] == name) return static_cast<operation>(at);
    }
    refuse(PyExc_ValueError, "op is '" + std::string(name) + "': give 'sum', 'product', 'min' or 'max'");
}

/// An object of Python that is released.
class owned {
public:
    explicit owned(PyObject* of) : of_(of) {
        if (!of) throw python_error{};
    }
    owned(const owned&) = delete;
    owned& operator=(const owned&) = delete;
    ~owned() { Py_XDECREF(of_); }
    PyObject* get() const { return of_; }
    PyObject* release() { return std::exchange(of_, nullptr); }

private:
    PyObject* of_;
};

enum class access { read, write, read_if_possible };

/// The memory of an array in row-major order, for as long as it lives.
class array {
public:
    explicit array(PyObject* of, access how = access::read) {
        if (PyTuple_Check(of)) {
            describe(of);
            return;
        }
        if (const std::optional<tensor_memory> tensor = memory_of_tensor(of)) {
            describe(tensor->data, tensor->format, tensor->item_bytes, tensor->rows, tensor->columns);
            return;
        }
        const int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (how == access::write ? PyBUF_WRITABLE : 0);
        if (PyObject_GetBuffer(of, &view_, flags) == 0) return;
        if (how != access::read_if_possible) throw python_error{};
        PyErr_Clear();
    }
    array(const array&) = delete;
    array& operator=(const array&) = delete;
    ~array() { PyBuffer_Release(&view_); }

    /// Nothing where the elements are of another type, are not aligned, or cannot be read.
    std::optional<element_type> known_type() const {
        if (!view_.obj && !view_.format) return {};
        std::string_view format = view_.format ? view_.format : "B";
        if (format.size() == 2 && (format[0] == '@' || format[0] == '=' || format[0] == '<')) format.remove_prefix(1);
        if (format.size() != 1 || reinterpret_cast<std::uintptr_t>(view_.buf) % item_bytes() != 0) return {};
        if (format[0] == 'd') return element_type::f64;
        if (format[0] == 'f') return element_type::f32;
        const bool is_signed = std::string_view("bhilq").find(format[0]) != std::string_view::npos;
        if (!is_signed && std::string_view("?BHILQ").find(format[0]) == std::string_view::npos) return {};
        constexpr element_type signed_types[] = {element_type::i8, element_type::i16, element_type::i32,
                                                 element_type::i64};
        constexpr element_type unsigned_types[] = {element_type::u8, element_type::u16, element_type::u32,
                                                   element_type::u64};
        const int width = view_.itemsize == 1 ? 0 : view_.itemsize == 2 ? 1 : view_.itemsize == 4 ? 2 : 3;
        return is_signed ? signed_types[width] : unsigned_types[width];
    }
    element_type type() const {
        if (const std::optional<element_type> known = known_type()) return *known;
        refuse(PyExc_TypeError, std::string("elements of the format '") + view_.format + "' are not taken");
    }
    template <class T>
    T* data() const {
        return static_cast<T*>(view_.buf);
    }
    template <class T>
    std::span<T> elements() const {
        return {data<T>(), size()};
    }
    python::items items() const { return {data<void>(), size()}; }
    python::rows matrix() const { return {data<void>(), rows(), columns()}; }
    std::uint64_t bytes() const { return static_cast<std::uint64_t>(view_.len); }
    std::size_t item_bytes() const { return static_cast<std::size_t>(view_.itemsize); }
    std::uint64_t size() const { return bytes() / item_bytes(); }
    std::uint64_t rows() const { return view_.ndim == 2 ? static_cast<std::uint64_t>(view_.shape[0]) : 1; }
    std::uint64_t columns() const { return rows() == 0 ? 0 : size() / rows(); }

    bool is_on_gpu() const { return !view_.obj && view_.format; }

private:
    void describe(PyObject* tuple) {
        const auto item = [tuple](Py_ssize_t at) { return PyTuple_GetItem(tuple, at); };
        describe(reinterpret_cast<void*>(number(item(0))), text(item(1)).data(), number(item(2)), number(item(3)),
                 number(item(4)));
    }
    void describe(void* data, const char* format, std::uint64_t item_bytes, std::uint64_t rows, std::uint64_t columns) {
        view_.buf = data;
        view_.format = const_cast<char*>(format);
        view_.itemsize = static_cast<Py_ssize_t>(item_bytes);
        view_.ndim = 2;
        view_.shape = shape_;
        shape_[0] = static_cast<Py_ssize_t>(rows);
        shape_[1] = static_cast<Py_ssize_t>(columns);
        view_.len = shape_[0] * shape_[1] * view_.itemsize;
    }

    Py_buffer view_{};
    Py_ssize_t shape_[2] = {};
};

/// Lets Python's other threads run while it lives; not for a call that is shorter than that takes. On a GPU calls take
/// turns, since several threads may use one stream, and a call may wait.
class others_run {
public:
    explicit others_run(const array& of) : others_run(of.is_on_gpu(), of.bytes() >= 8192) {}
    explicit others_run(bool on_gpu, bool is_long = true) : state_(on_gpu || is_long ? PyEval_SaveThread() : nullptr) {
        if (on_gpu) turn_ = std::unique_lock(turns);
    }
    others_run(const others_run&) = delete;
    others_run& operator=(const others_run&) = delete;
    ~others_run() {
        if (turn_) turn_.unlock();
        if (state_) PyEval_RestoreThread(state_);
    }

private:
    static inline std::mutex turns;
    PyThreadState* state_;
    std::unique_lock<std::mutex> turn_;
};

using arguments = PyObject* const*;

}  // namespace strider::python
// SPDX-License-Identifier: Apache-2.0
