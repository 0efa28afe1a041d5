// strider._library: calls on PyTorch's tensors on a GPU, described by PyTorch's own C functions. Words of Python for
// each property of a tensor would take longer than the launch.
//
// Source: the C exchange API of DLPack 1.3 (https://dmlc.github.io/dlpack/latest/c_api.html).
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "arguments.hpp"
#include "calls.hpp"

namespace strider::python {
namespace {

// The layouts of dlpack.h.
struct dlpack_tensor {
    void* data;
    std::int32_t device_type, device;
    std::int32_t dimensions;
    std::uint8_t code, bits;
    std::uint16_t lanes;
    const std::int64_t* shape;
    const std::int64_t* strides;
    std::uint64_t byte_offset;
};
struct dlpack_functions {
    std::uint32_t major, minor;
    const dlpack_functions* previous;
    void (*allocate)();
    void (*take)();
    void (*give)();
    int (*describe)(void* object, dlpack_tensor* tensor);
    int (*stream)(std::int32_t device_type, std::int32_t device, void** stream);
};
constexpr std::int32_t on_cuda = 2;
constexpr std::uint8_t signed_integer = 0, unsigned_integer = 1, floating = 2, boolean = 6;

PyObject* tensor_type = nullptr;
PyObject* empty_like = nullptr;  ///< of PyTorch, faster than what is told a shape
const dlpack_functions* functions = nullptr;

PyObject* word(const char* text) { return PyUnicode_InternFromString(text); }

void* current_stream(std::int32_t device) {
    void* stream = nullptr;
    if (functions->stream(on_cuda, device, &stream) != 0) throw python_error{};
    return stream;
}

const char* format_of(const dlpack_tensor& of) {
    if (of.code == signed_integer) return "q";  // with the bytes of an element
    if (of.code == unsigned_integer) return "Q";
    if (of.code == boolean) return "?";
    return of.code != floating || of.bits == 16 ? "e" : of.bits == 32 ? "f" : "d";
}

/// A tensor that the library takes as it is: in row-major order, of at least one element, on a GPU.
class tensor {
public:
    explicit tensor(PyObject* of) {
        if (functions->describe(of, &given_) != 0) {  // it has no memory of its own
            PyErr_Clear();
            given_ = {};
            size_ = 0;
        }
        for (std::int32_t d = given_.dimensions; d-- > 0;) {
            in_order_ = in_order_ && (given_.shape[d] == 1 || !given_.strides || given_.strides[d] == size_);
            size_ *= given_.shape[d];
        }
    }
    bool is_direct() const { return given_.device_type == on_cuda && given_.lanes == 1 && in_order_ && size_ != 0; }
    std::size_t item_bytes() const { return given_.bits / 8; }
    std::optional<element_type> type() const {
        if (!is_direct()) return {};
        if (given_.code == floating && given_.bits == 32) return element_type::f32;
        if (given_.code == floating && given_.bits == 64) return element_type::f64;
        if (given_.code == signed_integer && given_.bits == 64) return element_type::i64;
        return {};
    }
    void* data() const { return static_cast<std::byte*>(given_.data) + given_.byte_offset; }
    std::uint64_t size() const { return static_cast<std::uint64_t>(size_); }
    std::int32_t dimensions() const { return given_.dimensions; }
    std::uint64_t length(long axis) const { return static_cast<std::uint64_t>(given_.shape[axis]); }

    std::int32_t device() const { return given_.device; }
    backend here() const { return backend_on(given_.device, current_stream(given_.device)); }
    python::items items() const { return {data(), size()}; }

private:
    dlpack_tensor given_{};
    std::int64_t size_ = 1;
    bool in_order_ = true;
};

/// Whether it is a tensor whose functions are known, and that records no gradients.
bool is_plain(PyObject* of) {
    static PyObject* const requires_grad = word("requires_grad");
    if (reinterpret_cast<PyObject*>(Py_TYPE(of)) != tensor_type) return false;
    return owned(PyObject_GetAttr(of, requires_grad)).get() == Py_False;
}

PyObject* empty(PyObject* like, PyObject* shape) {
    static PyObject* const new_empty = word("new_empty");
    return PyObject_CallMethodObjArgs(like, new_empty, shape, nullptr);
}

/// A tensor of one element, of that type, on that GPU.
PyObject* empty_scalar(PyObject* like, element_type type, std::int32_t device) {
    static auto& scalars = *new std::map<std::pair<std::int32_t, element_type>, PyObject*>;
    PyObject*& known = scalars[{device, type}];
    if (!known) known = empty(like, owned(PyTuple_New(0)).get());
    return known ? PyObject_CallFunctionObjArgs(empty_like, known, nullptr) : nullptr;
}

/// A result, which `call(its memory)` writes.
template <class Call>
PyObject* written(owned& result, Call call) {
    const tensor made(result.get());
    if (made.size() == 0) refuse(PyExc_RuntimeError, "PyTorch gives no memory for the result");
    {
        const others_run others(true);
        call(made.data());
    }
    return result.release();
}

/// Indices or offsets; nothing unless they are 64-bit integers on the GPU of `beside`.
std::span<const std::int64_t> integers_of(const tensor& of, const tensor& beside) {
    if (of.type() != element_type::i64 || of.device() != beside.device()) return {};
    return {static_cast<const std::int64_t*>(of.data()), of.size()};
}

/// The shape without an axis, if that is not negative.
PyObject* shape_without(const tensor& of, long axis) {
    owned shape(PyTuple_New(of.dimensions() - (axis < 0 ? 0 : 1)));
    for (long d = 0; d < of.dimensions(); ++d) {
        if (d == axis) continue;
        PyTuple_SetItem(shape.get(), axis < 0 || d < axis ? d : d - 1, PyLong_FromUnsignedLongLong(of.length(d)));
    }
    return shape.release();
}

}  // namespace

/// tensors(type, empty_like): whether this type of tensors has the functions that describe them.
PyObject* tensors(arguments given) {
    PyObject* const found = PyObject_GetAttrString(given[0], "__dlpack_c_exchange_api__");
    if (found && PyCapsule_IsValid(found, "dlpack_exchange_api")) {
        functions = static_cast<const dlpack_functions*>(PyCapsule_GetPointer(found, "dlpack_exchange_api"));
    }
    Py_XDECREF(found);
    PyErr_Clear();
    while (functions && functions->major != 1) functions = functions->previous;
    if (functions && functions->describe) {
        tensor_type = Py_NewRef(given[0]);
        empty_like = Py_NewRef(given[1]);
    }
    return PyBool_FromLong(tensor_type ? 1 : 0);
}

std::optional<tensor_memory> memory_of_tensor(PyObject* of) {
    if (!tensor_type || reinterpret_cast<PyObject*>(Py_TYPE(of)) != tensor_type) return {};
    dlpack_tensor found;
    if (functions->describe(of, &found) != 0) throw python_error{};
    if (found.device_type != on_cuda) return {};
    const bool is_matrix = found.dimensions == 2;
    std::uint64_t columns = 1;
    for (std::int32_t d = is_matrix ? 1 : 0; d < found.dimensions; ++d) {
        columns *= static_cast<std::uint64_t>(found.shape[d]);
    }
    return tensor_memory{.data = static_cast<std::byte*>(found.data) + found.byte_offset,
                         .format = format_of(found),
                         .item_bytes = std::size_t{found.bits} * found.lanes / 8,
                         .rows = is_matrix ? static_cast<std::uint64_t>(found.shape[0]) : 1,
                         .columns = columns,
                         .gpu = found.device};
}

void* stream_of_tensor(const tensor_memory& of) { return current_stream(of.gpu); }

/// reduce_tensor(op, x, axis, backend): a tensor, on its GPU; all elements where the axis is None. None where x needs
/// more than one launch.
PyObject* reduce_tensor(arguments given) {
    PyObject* const x = given[1];
    if (!is_plain(x)) return nullptr;
    const tensor elements(x);
    const std::optional<element_type> type = elements.type();
    if (!type) return nullptr;
    const operation op = operation_of(given[0]);
    if (given[2] == Py_None) {
        owned result(empty_scalar(x, *type, elements.device()));
        const backend on = elements.here();
        return written(result, [&](void* to) { on(&calls::reduce, *type, op, elements.items(), to); });
    }
    const long asked = PyLong_AsLong(given[2]), last = elements.dimensions() - 1;
    if (asked == -1 && PyErr_Occurred()) throw python_error{};
    const long axis = asked < 0 ? asked + last + 1 : asked;
    if (last < 0 || (axis != 0 && axis != last)) return nullptr;
    owned result(empty(x, owned(shape_without(elements, axis)).get()));
    const backend on = elements.here();
    const std::uint64_t length = elements.length(axis), others_of = elements.size() / length;
    return written(result, [&](void* to) {
        if (axis == last) return on(&calls::reduce_rows, *type, op, rows{elements.data(), others_of, length}, to);
        on(&calls::reduce_columns, *type, op, rows{elements.data(), length, others_of}, to);
    });
}

/// scan_tensor(op, x): the inclusive scan of a vector. None as above.
PyObject* scan_tensor(arguments given) {
    PyObject* const x = given[1];
    if (!is_plain(x)) return nullptr;
    const tensor elements(x);
    const std::optional<element_type> type = elements.type();
    const operation op = operation_of(given[0]);
    const bool is_extreme = op == operation::minimum || op == operation::maximum;
    if (!type || elements.dimensions() != 1 || (*type == element_type::f32 && is_extreme)) return nullptr;
    owned results(PyObject_CallFunctionObjArgs(empty_like, x, nullptr));
    const backend on = elements.here();
    return written(results, [&](void* to) { on(&calls::scan, *type, op, false, elements.items(), to); });
}

/// take_tensor(x, indices): x.flat[indices]. None as above.
PyObject* take_tensor(arguments given) {
    if (!is_plain(given[0]) || !is_plain(given[1])) return nullptr;
    const tensor items(given[0]), of_indices(given[1]);
    const std::span indices = integers_of(of_indices, items);
    const std::size_t bytes = items.item_bytes();
    if (!items.is_direct() || indices.empty() || !std::has_single_bit(bytes) || bytes > 8) return nullptr;
    owned results(empty(given[0], owned(shape_without(of_indices, -1)).get()));
    const backend on = items.here();
    return written(results,
                   [&](void* to) { on(&calls::gather, bytes, items.items(), indices, to, index_check::meanwhile); });
}

/// reduce_segments_tensor(op, x, offsets): at least one segment. None as above.
PyObject* reduce_segments_tensor(arguments given) {
    if (!is_plain(given[1]) || !is_plain(given[2])) return nullptr;
    const tensor elements(given[1]), of_offsets(given[2]);
    const std::span offsets = integers_of(of_offsets, elements);
    const std::optional<element_type> type = elements.type();
    const operation op = operation_of(given[0]);
    if (!type || offsets.size() < 2 || of_offsets.dimensions() != 1) return nullptr;
    owned results(empty(given[1], owned(Py_BuildValue("(n)", offsets.size() - 1)).get()));
    const backend on = elements.here();
    return written(results, [&](void* to) { on(&calls::reduce_segments, *type, op, elements.items(), offsets, to); });
}

}  // namespace strider::python
// SPDX-License-Identifier: Apache-2.0
