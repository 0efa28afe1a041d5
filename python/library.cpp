// strider._library: the library's calls on arrays, by the modules of the command line. It is written against Python's
// stable interface of 3.11, so that one build serves every later version.
#include <dlfcn.h>

#include <filesystem>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "calls.hpp"

namespace strider::python {
namespace {

std::vector<std::filesystem::path>& module_folders() {
    static std::vector<std::filesystem::path> folders;
    return folders;
}

/// What a module of calls exports. Modules live as long as the process; Python's lock guards this.
calls_at_function& module_of(bool on_gpu) {
    static calls_at_function* opened[2] = {};
    calls_at_function*& found = opened[on_gpu];
    if (found) return *found;
    const std::string name = on_gpu ? "libstrider_gpu_calls.so" : "libstrider_cpu_calls.so";
    for (const std::filesystem::path& folder : module_folders()) {
        if (!std::filesystem::exists(folder / name)) continue;
        void* const module = ::dlopen((folder / name).c_str(), RTLD_NOW | RTLD_LOCAL);
        found = reinterpret_cast<calls_at_function*>(module ? ::dlsym(module, calls_at_symbol) : nullptr);
        if (!found) refuse(PyExc_ImportError, ::dlerror());
        return *found;
    }
    if (!on_gpu) refuse(PyExc_ImportError, name + " is not in the package");
    refuse(PyExc_TypeError, "this package has no GPU code of this call: copy the array to the host first");
}

}  // namespace

backend backend_of(PyObject* named) {
    if (PyTuple_Check(named)) {
        int number_of_gpu = 0;
        unsigned long long stream = 0;
        if (!PyArg_ParseTuple(named, "iK", &number_of_gpu, &stream)) throw python_error{};
        return backend_on(number_of_gpu, reinterpret_cast<void*>(stream));
    }
    if (const std::optional<tensor_memory> tensor = memory_of_tensor(named)) {
        return backend_on(tensor->gpu, stream_of_tensor(*tensor));
    }
    const std::string name(text(named));
    if (name != "cpu" && name != "serial") {
        refuse(PyExc_ValueError, "backend is '" + name + "': give 'cpu' or 'serial'");
    }
    return {module_of(false)(name.c_str(), 0)};
}

backend backend_on(int gpu, void* stream) { return {module_of(true)("gpu", gpu), stream}; }

namespace {

/// open(folder, ...) says where modules are: folders of a list.
PyObject* open(arguments given) {
    module_folders().clear();
    const Py_ssize_t count = PyList_Size(given[0]);
    for (Py_ssize_t at = 0; at < count; ++at) module_folders().emplace_back(text(PyList_GetItem(given[0], at)));
    if (PyErr_Occurred()) throw python_error{};
    return nullptr;
}

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
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    }
    return nullptr;
}

template <PyObject* (*Call)(arguments), Py_ssize_t Count>
PyMethodDef method(const char* name) {
    return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function<Call, Count>)), METH_FASTCALL,
            nullptr};
}

PyMethodDef methods[] = {
    method<open, 1>("open"),
    method<reduce, 4>("reduce"),
    method<reduce_to, 4>("reduce_to"),
    method<reduce_segments, 5>("reduce_segments"),
    method<reduce_rows, 4>("reduce_rows"),
    method<reduce_columns, 4>("reduce_columns"),
    method<extreme, 3>("extreme"),
    method<dot, 4>("dot"),
    method<scan, 5>("scan"),
    method<tensors, 2>("tensors"),
    method<reduce_tensor, 4>("reduce_tensor"),
    method<scan_tensor, 2>("scan_tensor"),
    method<take_tensor, 2>("take_tensor"),
    method<reduce_segments_tensor, 3>("reduce_segments_tensor"),
    method<histogram, 5>("histogram"),
    method<places, 3>("places"),
    method<gather, 5>("gather"),
    method<scatter, 4>("scatter"),
    method<scatter_add, 4>("scatter_add"),
    method<sort, 3>("sort"),
    method<top_k, 4>("top_k"),
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

}  // namespace strider::python

PyMODINIT_FUNC PyInit__library() {
    PyObject* const module = PyModule_Create(&strider::python::definition);
    if (module) PyModule_AddStringConstant(module, "version", STRIDER_VERSION);
    return module;
}
// SPDX-License-Identifier: Apache-2.0
