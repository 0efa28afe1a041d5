// strider._library: the library's calls on arrays, by the modules of the command line. It is written against Python's
// stable interface of 3.11, so that one build serves every later version; an array is whatever has the buffer protocol.
//
// Nothing is converted here. Types, shapes and defaults are strider/arrays.py's matter, which knows what a call takes.
// What a call refuses becomes an exception with the library's sentence. Python goes on during long calls.
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

#include <dlfcn.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ladders/device.hpp>
#include <strider/pattern/bins.hpp>
#include <strider/pattern/convolution.hpp>

namespace {

using namespace strider::ladders;

/// Python has been told what is wrong.
struct python_error {};

[[noreturn]] void refuse(PyObject* kind, const std::string& message) {
    PyErr_SetString(kind, message.c_str());
    throw python_error{};
}

// --- Modules

std::vector<std::filesystem::path>& module_folders() {
    static std::vector<std::filesystem::path> folders;
    return folders;
}

/// The calls of a pattern at a place, which live as long as the process. Python's lock guards them.
library& calls_of(std::string_view place, std::string_view pattern) {
    static auto& opened = *new std::map<std::pair<std::string_view, std::string_view>, std::unique_ptr<library>>;
    const char* const known_place = place == "cpu" ? "cpu" : place == "serial" ? "serial" : nullptr;
    if (!known_place) refuse(PyExc_ValueError, "place is '" + std::string(place) + "': give 'cpu' or 'serial'");
    std::unique_ptr<library>& calls = opened[{known_place, pattern}];
    if (calls) return *calls;
    std::string name = "libstrider_cpu_" + std::string(pattern) + ".so";
    std::replace(name.begin(), name.end(), '-', '_');
    for (const std::filesystem::path& folder : module_folders()) {
        if (!std::filesystem::exists(folder / name)) continue;
        void* const module = ::dlopen((folder / name).c_str(), RTLD_NOW | RTLD_LOCAL);
        void* const entry = module ? ::dlsym(module, open_device_symbol) : nullptr;
        if (!entry) refuse(PyExc_ImportError, ::dlerror());
        std::string why;
        device* const found = reinterpret_cast<open_device_function>(entry)(known_place, why);
        if (!found) refuse(PyExc_ImportError, why);
        calls = found->library_of(pattern);
        return *calls;
    }
    refuse(PyExc_ImportError, name + " is not in the package");
}

// --- Arguments

std::string_view text(PyObject* of) {
    Py_ssize_t bytes = 0;
    const char* const found = PyUnicode_AsUTF8AndSize(of, &bytes);
    if (!found) throw python_error{};
    return {found, static_cast<std::size_t>(bytes)};
}

std::uint64_t number(PyObject* of) {
    const unsigned long long found = PyLong_AsUnsignedLongLong(of);
    if (PyErr_Occurred()) throw python_error{};
    return found;
}

operation operation_of(PyObject* of) {
    const std::string_view name = text(of);
    for (std::size_t at = 0; at < std::size(operation_names); ++at) {
        if (operation_names[at] == name) return static_cast<operation>(at);
    }
    refuse(PyExc_ValueError, "op is '" + std::string(name) + "': give 'sum', 'product', 'min' or 'max'");
}

enum class access { read, write, read_if_possible };

/// The memory of an array in row-major order, for as long as it lives.
class array {
public:
    explicit array(PyObject* of, access how = access::read) {
        const int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (how == access::write ? PyBUF_WRITABLE : 0);
        if (PyObject_GetBuffer(of, &view_, flags) == 0) return;
        if (how != access::read_if_possible) throw python_error{};
        PyErr_Clear();
    }
    array(const array&) = delete;
    array& operator=(const array&) = delete;
    ~array() { PyBuffer_Release(&view_); }

    /// Nothing where the elements are of another type, or cannot be read.
    std::optional<element_type> known_type() const {
        if (!view_.obj) return {};
        std::string_view format = view_.format ? view_.format : "B";
        if (format.size() == 2 && (format[0] == '@' || format[0] == '=' || format[0] == '<')) format.remove_prefix(1);
        if (format.size() != 1) return {};
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
    std::uint64_t bytes() const { return static_cast<std::uint64_t>(view_.len); }
    std::size_t item_bytes() const { return static_cast<std::size_t>(view_.itemsize); }
    std::uint64_t size() const { return bytes() / item_bytes(); }
    std::uint64_t rows() const { return view_.ndim == 2 ? static_cast<std::uint64_t>(view_.shape[0]) : 1; }
    std::uint64_t columns() const { return rows() == 0 ? 0 : size() / rows(); }

private:
    Py_buffer view_{};
};

/// Lets Python's other threads run while it lives; not for a call that is shorter than that takes.
class others_run {
public:
    explicit others_run(std::uint64_t bytes) : state_(bytes < 8192 ? nullptr : PyEval_SaveThread()) {}
    others_run(const others_run&) = delete;
    others_run& operator=(const others_run&) = delete;
    ~others_run() {
        if (state_) PyEval_RestoreThread(state_);
    }

private:
    PyThreadState* state_;
};

using arguments = PyObject* const*;

/// A function of Python with so many arguments: `Call(arguments)`, whose null pointer is None, and whose exceptions are
/// Python's.
template <PyObject* (*Call)(arguments), Py_ssize_t Count>
PyObject* function(PyObject*, PyObject* const* given, Py_ssize_t count) noexcept {
    if (count != Count) return PyErr_Format(PyExc_TypeError, "%zd arguments, where %zd are taken", count, Count);
    try {
        PyObject* const made = Call(given);
        return made || PyErr_Occurred() ? made : Py_NewRef(Py_None);
    } catch (const python_error&) {
    } catch (const std::bad_alloc&) {
        PyErr_SetString(PyExc_MemoryError, "there is not enough memory for this call");
    } catch (const std::out_of_range& error) {
        PyErr_SetString(PyExc_IndexError, error.what());
    } catch (const std::logic_error& error) {
        PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const refusal& error) {
        PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    }
    return nullptr;
}

// --- Calls

/// open(folder, ...) says where modules are: folders of a list.
PyObject* open(arguments given) {
    module_folders().clear();
    const Py_ssize_t count = PyList_Size(given[0]);
    for (Py_ssize_t at = 0; at < count; ++at) module_folders().emplace_back(text(PyList_GetItem(given[0], at)));
    if (PyErr_Occurred()) throw python_error{};
    return nullptr;
}

/// reduce(place, op, x): of all elements, a number of Python. None where `x` must be converted first.
PyObject* reduce(arguments given) {
    const array x(given[2], access::read_if_possible);
    const std::optional<element_type> type = x.known_type();
    if (type != element_type::f32 && type != element_type::f64 && type != element_type::i64) return nullptr;
    library& calls = calls_of(text(given[0]), "segmented-reduce");
    const operation op = operation_of(given[1]);
    const std::uint64_t offsets[] = {0, x.size()};
    union {
        float f32;
        double f64;
        std::int64_t i64;
    } result;
    {
        const others_run others(x.bytes());
        calls.reduce_segments(*type, op, x.data<void>(), offsets, &result);
    }
    if (type == element_type::i64) return PyLong_FromLongLong(result.i64);
    return PyFloat_FromDouble(type == element_type::f32 ? static_cast<double>(result.f32) : result.f64);
}

/// reduce_segments(place, op, x, offsets, results)
PyObject* reduce_segments(arguments given) {
    const array x(given[2]), offsets(given[3]), results(given[4], access::write);
    library& calls = calls_of(text(given[0]), "segmented-reduce");
    const operation op = operation_of(given[1]);
    const element_type type = x.type();
    const others_run others(x.bytes());
    calls.reduce_segments(type, op, x.data<void>(), offsets.elements<const std::uint64_t>(), results.data<void>());
    return nullptr;
}

/// reduce_columns(place, op, x, results): of the columns of a matrix.
PyObject* reduce_columns(arguments given) {
    const array x(given[2]), results(given[3], access::write);
    library& calls = calls_of(text(given[0]), "segmented-reduce");
    const operation op = operation_of(given[1]);
    const element_type type = x.type();
    const others_run others(x.bytes());
    calls.reduce_columns(type, op, {x.data<void>(), x.rows(), x.columns()}, results.data<void>());
    return nullptr;
}

/// extremes(place, x): where the least and where the greatest element is.
PyObject* extremes(arguments given) {
    const array x(given[1]);
    library& calls = calls_of(text(given[0]), "reduce");
    const element_type type = x.type();
    summary found;
    {
        const others_run others(x.bytes());
        const std::unique_ptr<streamed_summary> made = calls.summarize(type, x.size());
        made->add(x.data<void>(), x.size());
        found = made->finish();
    }
    return Py_BuildValue("(KK)", static_cast<unsigned long long>(found.argmin),
                         static_cast<unsigned long long>(found.argmax));
}

/// dot(place, a, b, result)
PyObject* dot(arguments given) {
    const array a(given[1]), b(given[2]), result(given[3], access::write);
    library& calls = calls_of(text(given[0]), "reduce");
    const element_type type = a.type();
    const others_run others(a.bytes());
    calls.dot(type, a.data<void>(), b.data<void>(), a.size(), result.data<void>());
    return nullptr;
}

/// scan(place, op, exclusive, x): each row of `x` becomes its scan.
PyObject* scan(arguments given) {
    const array x(given[3], access::write);
    library& calls = calls_of(text(given[0]), "scan");
    const operation op = operation_of(given[1]);
    const bool exclusive = number(given[2]) != 0;
    const element_type type = x.type();
    const std::uint64_t columns = x.columns();
    const others_run others(x.bytes());
    for (std::uint64_t row = 0; columns != 0 && row < x.rows(); ++row) {
        calls.scan(type, op, exclusive, columns)->scan(x.data<std::byte>() + row * columns * x.item_bytes(), columns);
    }
    return nullptr;
}

/// histogram(place, x, counts, ends, edges): even bins between two ends, or edges that are not None; of the edges'
/// type.
PyObject* histogram(arguments given) {
    const array x(given[1]), counts(given[2], access::write), edges(given[4] == Py_None ? given[3] : given[4]);
    library& calls = calls_of(text(given[0]), "histogram");
    const element_type type = x.type();
    strider::outside others_found;
    {
        const others_run others(x.bytes());
        const bins_in_memory bins{counts.size(), edges.data<void>(),
                                  given[4] == Py_None ? nullptr : edges.data<void>()};
        calls.histogram(type, x.data<void>(), x.size(), bins, counts.data<std::uint64_t>(), others_found);
    }
    return Py_BuildValue("(KKK)", static_cast<unsigned long long>(others_found.below),
                         static_cast<unsigned long long>(others_found.above),
                         static_cast<unsigned long long>(others_found.nan));
}

/// places(place, marks, places): how many marks are not 0; `places` begins with where.
PyObject* places(arguments given) {
    const array marks(given[1]), found(given[2], access::write);
    library& calls = calls_of(text(given[0]), "compact");
    std::uint64_t count = 0;
    {
        const others_run others(marks.bytes());
        count = calls.places_of(marks.elements<const std::uint8_t>(), found.elements<std::int64_t>());
    }
    return PyLong_FromUnsignedLongLong(count);
}

/// gather(place, values, indices, results)
PyObject* gather(arguments given) {
    const array values(given[1]), indices(given[2]), results(given[3], access::write);
    library& calls = calls_of(text(given[0]), "gather");
    const others_run others(indices.bytes());
    calls.gather(values.item_bytes(), {values.data<void>(), values.size()}, indices.elements<const std::int64_t>(),
                 results.data<void>());
    return nullptr;
}

/// scatter(place, values, indices, results)
PyObject* scatter(arguments given) {
    const array values(given[1]), indices(given[2]), results(given[3], access::write);
    library& calls = calls_of(text(given[0]), "scatter");
    const others_run others(indices.bytes());
    calls.scatter(values.item_bytes(), values.data<void>(), indices.elements<const std::int64_t>(),
                  {results.data<void>(), results.size()});
    return nullptr;
}

/// scatter_add(place, values, indices, results)
PyObject* scatter_add(arguments given) {
    const array values(given[1]), indices(given[2]), results(given[3], access::write);
    library& calls = calls_of(text(given[0]), "scatter");
    const element_type type = values.type();
    const others_run others(indices.bytes());
    calls.scatter_add(type, values.data<void>(), indices.elements<const std::int64_t>(),
                      {results.data<void>(), results.size()});
    return nullptr;
}

/// sort(place, keys, places): in place; places that are not None move along.
PyObject* sort(arguments given) {
    const array keys(given[1], access::write);
    std::optional<array> moved;
    if (given[2] != Py_None) moved.emplace(given[2], access::write);
    library& calls = calls_of(text(given[0]), "sort");
    const element_type type = keys.type();
    const others_run others(keys.bytes());
    calls.sort(type, keys.data<void>(), keys.size(), moved ? moved->data<std::int64_t>() : nullptr);
    return nullptr;
}

/// convolve(place, image, mask, results, boundary)
PyObject* convolve(arguments given) {
    const array image(given[1]), mask(given[2]), results(given[3], access::write);
    library& calls = calls_of(text(given[0]), "convolve");
    constexpr std::pair<std::string_view, strider::boundary> boundaries[] = {
        {"zero", strider::boundary::zero},
        {"replicate", strider::boundary::replicate},
        {"symmetric", strider::boundary::symmetric},
        {"wrap", strider::boundary::wrap}};
    const std::string_view name = text(given[4]);
    strider::convolve_options options;
    bool is_known = false;
    for (const auto& [known, outside] : boundaries) {
        if (known != name) continue;
        options.outside = outside;
        is_known = true;
    }
    if (!is_known) {
        refuse(PyExc_ValueError,
               "boundary is '" + std::string(name) + "': give 'zero', 'replicate', 'symmetric' or 'wrap'");
    }
    const element_type type = image.type();
    const others_run others(image.bytes());
    calls.convolve(type, {image.data<void>(), image.rows(), image.columns()},
                   {mask.data<double>(), mask.rows(), mask.columns()}, results.data<void>(), options);
    return nullptr;
}

/// transpose(place, x, results)
PyObject* transpose(arguments given) {
    const array x(given[1]), results(given[2], access::write);
    library& calls = calls_of(text(given[0]), "transpose");
    const others_run others(x.bytes());
    calls.transpose(x.item_bytes(), {x.data<void>(), x.rows(), x.columns()}, results.data<void>());
    return nullptr;
}

template <PyObject* (*Call)(arguments), Py_ssize_t Count>
PyMethodDef method(const char* name) {
    return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function<Call, Count>)), METH_FASTCALL,
            nullptr};
}

PyMethodDef methods[] = {
    method<open, 1>("open"),
    method<reduce, 3>("reduce"),
    method<reduce_segments, 5>("reduce_segments"),
    method<reduce_columns, 4>("reduce_columns"),
    method<extremes, 2>("extremes"),
    method<dot, 4>("dot"),
    method<scan, 4>("scan"),
    method<histogram, 5>("histogram"),
    method<places, 3>("places"),
    method<gather, 4>("gather"),
    method<scatter, 4>("scatter"),
    method<scatter_add, 4>("scatter_add"),
    method<sort, 3>("sort"),
    method<convolve, 5>("convolve"),
    method<transpose, 3>("transpose"),
    {},
};

PyModuleDef definition = {.m_base = PyModuleDef_HEAD_INIT,
                          .m_name = "_library",
                          .m_doc = nullptr,
                          .m_size = -1,
                          .m_methods = methods,
                          .m_slots = nullptr,
                          .m_traverse = nullptr,
                          .m_clear = nullptr,
                          .m_free = nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__library() { return PyModule_Create(&definition); }
