#include <strider/check/runtime/tensor_map.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include <strider/check/runtime/error.hpp>
#include <strider/emulator/tensor_map.hpp>

using namespace strider::emulation::runtime;
using strider::emulation::most_tensor_dimensions;
using strider::emulation::tensor_map;

namespace {

CUresult result(cudaError_t error) { return static_cast<CUresult>(error); }
/// The driver's refusals are no errors of the runtime.
CUresult refuse(const char* rule) {
    const cudaError_t before = take_error();
    invalid_value(rule);
    take_error();
    if (before != cudaSuccess) set_last_error(before);
    return CUDA_ERROR_INVALID_VALUE;
}

/// By type; 0: the type does not exist, or is packed.
constexpr std::array<unsigned, 13> element_bytes{1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
constexpr std::array<unsigned, 4> swizzle_bytes{0, 32, 64, 128};

/// The rule that the box breaks, or null. As an H200's driver: tests/hardware/tensor.cu.
const char* broken_rule(const tensor_map& map, const cuuint64_t* extents, const cuuint64_t* strides,
                        const cuuint32_t* box, const cuuint32_t* steps) {
    if (map.begin % 16 != 0) return "the tensor's address is a multiple of 16";
    for (unsigned d = 0; d < map.rank; ++d) {
        if (extents[d] == 0 || extents[d] > std::uint64_t{1} << 32) return "a dimension has 1 to 2^32 elements";
        if (box[d] == 0 || box[d] > 256) return "a dimension of the box has 1 to 256 elements";
        if (steps[d] == 0 || steps[d] > 8) return "a step between elements is 1 to 8";
    }
    for (unsigned d = 0; d + 1 < map.rank; ++d)
        if (strides[d] % 16 != 0 || strides[d] >= std::uint64_t{1} << 40)
            return "a stride is a multiple of 16 bytes, and below 2^40";
    const std::uint64_t row = box[0] * map.element_bytes();
    if (row % 16 != 0) return "a row of the box is a multiple of 16 bytes";
    if (map.swizzle != 0 && row > map.swizzle) return "a row of the box has at most the bytes of the swizzle";
    return nullptr;
}

}  // namespace

CUresult cuTensorMapEncodeTiled(CUtensorMap* made, CUtensorMapDataType type, cuuint32_t rank, void* tensor,
                                const cuuint64_t* extents, const cuuint64_t* strides, const cuuint32_t* box,
                                const cuuint32_t* steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion, CUtensorMapFloatOOBfill fill) {
    const auto unsupported = [&](const char* what) {
        return result(refuse_call(__builtin_return_address(0), "cuTensorMapEncodeTiled", what));
    };
    if (made == nullptr || extents == nullptr || box == nullptr || steps == nullptr || (strides == nullptr && rank > 1))
        return refuse("the pointers to the map, the dimensions, the strides, the box and the steps are not null");
    if (type > CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B || swizzle > CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B ||
        interleave > CU_TENSOR_MAP_INTERLEAVE_32B)
        return refuse("the type, swizzle or interleave does not exist");
    if (rank == 0 || rank > most_tensor_dimensions) return refuse("a tensor has 1 to 5 dimensions");
    if (interleave != CU_TENSOR_MAP_INTERLEAVE_NONE && rank < 3)
        return refuse("an interleaved tensor has 3 to 5 dimensions");
    if (interleave != CU_TENSOR_MAP_INTERLEAVE_NONE) return unsupported("an interleaved layout");
    if (type >= element_bytes.size()) return unsupported("packed types of 4 and 6 bits");
    if (swizzle >= swizzle_bytes.size()) return unsupported("a swizzle by atoms of more than 16 bytes");
    if (fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) return unsupported("NaN outside of the tensor");
    tensor_map map;
    map.mark = tensor_map::encoded;
    map.begin = reinterpret_cast<std::uintptr_t>(tensor);
    map.rank = static_cast<std::uint8_t>(rank);
    map.swizzle = static_cast<std::uint8_t>(swizzle_bytes[swizzle]);
    map.type = static_cast<decltype(map.type)>(type);
    map.stride[0] = element_bytes[type];
    if (const char* const rule = broken_rule(map, extents, strides, box, steps)) return refuse(rule);
    std::copy_n(extents, rank, map.extent);
    std::copy_n(strides, rank - 1, map.stride + 1);
    std::copy_n(box, rank, map.size);
    std::copy_n(steps, rank, map.step);
    *made = {};
    std::memcpy(made, &map, sizeof(map));
    return CUDA_SUCCESS;
}

CUresult cuTensorMapReplaceAddress(CUtensorMap* made, void* tensor) {
    tensor_map map;
    if (made == nullptr) return refuse("the pointer to the map is null");
    std::memcpy(static_cast<void*>(&map), made, sizeof(map));
    map.begin = reinterpret_cast<std::uintptr_t>(tensor);
    if (map.mark != tensor_map::encoded || map.begin % 16 != 0)
        return refuse("the map was encoded, and the tensor's address is a multiple of 16");
    std::memcpy(made, &map, sizeof(map));
    return CUDA_SUCCESS;
}

CUresult strider::emulation::runtime::refuse_im2col(const void* caller) {
    return result(refuse_call(caller, "cuTensorMapEncodeIm2col", "boxes of images (im2col)"));
}

cudaError_t cudaGetDriverEntryPointByVersion(const char* name, void** function, unsigned, unsigned long long flags,
                                             cudaDriverEntryPointQueryResult* status) {
    if (name == nullptr || function == nullptr)
        return invalid_value("the name, or the pointer to the function, is null");
    if (flags > cudaEnablePerThreadDefaultStream) return unknown_flags();
    const std::string_view wanted = name;
    *function = wanted == "cuTensorMapEncodeTiled"      ? reinterpret_cast<void*>(&cuTensorMapEncodeTiled)
                : wanted == "cuTensorMapReplaceAddress" ? reinterpret_cast<void*>(&cuTensorMapReplaceAddress)
                : wanted == "cuLaunchKernelEx"          ? reinterpret_cast<void*>(&cuLaunchKernelEx)
                                                        : nullptr;
    const auto found = *function != nullptr ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
    if (status != nullptr) *status = found;
    return *function != nullptr ? cudaSuccess
                                : refuse_call(__builtin_return_address(0), "cudaGetDriverEntryPoint",
                                              "this function of the driver by its name");
}
// SPDX-License-Identifier: Apache-2.0
