#include <strider/check/runtime/texture.hpp>

#include <algorithm>
#include <memory>
#include <utility>

#include "allocate.hpp"
#include "arrays.hpp"
#include "defects.hpp"
#include "streams.hpp"

using strider::emulation::runtime::invalid_value;
using strider::emulation::runtime::no_object;
using strider::emulation::runtime::set_last_error;

namespace {

// What the channels are, or nothing where CUDA has no such texels.
bool describe_channels(const cudaChannelFormatDesc& channels, strider::emulation::texture& into) {
    const int bits[] = {channels.x, channels.y, channels.z, channels.w};
    unsigned count = 0;
    while (count < 4 && bits[count] != 0) ++count;
    const bool uniform = std::all_of(bits, bits + count, [&](int one) { return one == bits[0]; }) &&
                         std::all_of(bits + count, bits + 4, [](int one) { return one == 0; });
    if (count == 0 || count == 3 || !uniform || (bits[0] != 8 && bits[0] != 16 && bits[0] != 32)) return false;
    if (channels.f > cudaChannelFormatKindFloat || (channels.f == cudaChannelFormatKindFloat && bits[0] == 8))
        return false;
    into.channels = count;
    into.channel_bytes = static_cast<unsigned>(bits[0]) / 8;
    into.kind = static_cast<strider::emulation::channel_kind>(channels.f);
    return true;
}

cudaError_t no_such_texels() {
    return set_last_error(cudaErrorInvalidChannelDescriptor,
                          "a texel has 1, 2 or 4 equal channels of 8, 16 or 32 bits; floats have 16 or 32");
}
cudaError_t no_array() { return no_object("the array is null"); }
cudaError_t expect_aligned(const void* pointer) {
    if (pointer == nullptr) return no_object("the texture's memory is a null pointer");
    if (reinterpret_cast<std::uintptr_t>(pointer) % 512 == 0) return cudaSuccess;
    return invalid_value("the texture's memory does not begin at a multiple of 512 bytes (textureAlignment)");
}

// The memory of a resource as a texture sees it; cudaSuccess, or why there is none.
cudaError_t describe_memory(const cudaResourceDesc& resource, strider::emulation::texture& into) {
    switch (resource.resType) {
        case cudaResourceTypeArray:
            if (resource.res.array.array == nullptr) return no_array();
            into = resource.res.array.array->shape;
            return cudaSuccess;
        case cudaResourceTypeLinear: {
            const auto& linear = resource.res.linear;
            if (const cudaError_t error = expect_aligned(linear.devPtr)) return error;
            if (!describe_channels(linear.desc, into)) return no_such_texels();
            into.memory = static_cast<std::byte*>(linear.devPtr);
            into.extent[0] = linear.sizeInBytes / into.texel_bytes();
            into.extent[1] = into.extent[2] = 1;
            return cudaSuccess;
        }
        case cudaResourceTypePitch2D: {
            const auto& rows = resource.res.pitch2D;
            if (const cudaError_t error = expect_aligned(rows.devPtr)) return error;
            if (rows.pitchInBytes % 32 != 0)
                return invalid_value(
                    "the pitch is no multiple of 32 bytes (texturePitchAlignment): allocate the rows by "
                    "cudaMallocPitch()");
            if (!describe_channels(rows.desc, into)) return no_such_texels();
            into.memory = static_cast<std::byte*>(rows.devPtr);
            into.pitch = rows.pitchInBytes;
            into.extent[0] = rows.width;
            into.extent[1] = rows.height;
            into.extent[2] = 1;
            return cudaSuccess;
        }
        case cudaResourceTypeMipmappedArray:
            break;
    }
    return cudaErrorNotSupported;
}

cudaError_t outside_of_array() { return invalid_value("the rectangle leaves the array, or the array is null"); }

// Where a rectangle of an array begins, or null where it does not lie inside.
char* part_of(const cudaArray* array, std::size_t x, std::size_t y, std::size_t width, std::size_t height) {
    if (array == nullptr) return nullptr;
    const strider::emulation::texture& shape = array->shape;
    const std::size_t row = shape.extent[0] * shape.texel_bytes(), rows = shape.extent[1];
    if (x > row || width > row - x || y > rows || height > rows - y) return nullptr;
    return reinterpret_cast<char*>(shape.memory) + y * shape.pitch + x;
}

bool fits_texture(cudaExtent extent, bool layered) {
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    const auto within = [](std::size_t size, int most) { return size <= static_cast<std::size_t>(most); };
    if (layered)
        return extent.height == 0
                   ? within(extent.width, p.maxTexture1DLayered[0]) && within(extent.depth, p.maxTexture1DLayered[1])
                   : within(extent.width, p.maxTexture2DLayered[0]) &&
                         within(extent.height, p.maxTexture2DLayered[1]) &&
                         within(extent.depth, p.maxTexture2DLayered[2]);
    if (extent.depth != 0)
        return (within(extent.width, p.maxTexture3D[0]) && within(extent.height, p.maxTexture3D[1]) &&
                within(extent.depth, p.maxTexture3D[2])) ||
               (within(extent.width, p.maxTexture3DAlt[0]) && within(extent.height, p.maxTexture3DAlt[1]) &&
                within(extent.depth, p.maxTexture3DAlt[2]));
    if (extent.height != 0) return within(extent.width, p.maxTexture2D[0]) && within(extent.height, p.maxTexture2D[1]);
    return within(extent.width, p.maxTexture1D);
}

cudaError_t allocate_array(cudaArray_t* array, const cudaChannelFormatDesc* channels, cudaExtent extent, unsigned flags,
                           const void* caller) {
    if (array == nullptr || channels == nullptr) return invalid_value("the pointer to the array or its format is null");
    if (extent.width == 0) return invalid_value("the array has no elements");
    if (const cudaError_t error = strider::emulation::runtime::forbidden_in_capture()) return error;
    if ((flags & cudaArrayCubemap) != 0)
        return strider::emulation::runtime::refuse_call(caller, "cudaMalloc3DArray", "arrays of cubes");
    auto made = std::make_unique<cudaArray>();
    made->channels = *channels;
    made->extent = extent;
    made->flags = flags;
    strider::emulation::texture& shape = made->shape;
    if (!describe_channels(*channels, shape)) return no_such_texels();
    const bool layered = (flags & cudaArrayLayered) != 0;
    if (!fits_texture(extent, layered))
        return invalid_value("the array is larger than the device's maxTexture1D, 2D, 3D");
    shape.extent[0] = extent.width;
    shape.extent[1] = std::max<std::size_t>(extent.height, 1);
    shape.extent[2] = layered ? 1 : std::max<std::size_t>(extent.depth, 1);
    shape.layers = layered ? std::max<std::size_t>(extent.depth, 1) : 1;
    shape.pitch = extent.width * shape.texel_bytes();
    void* memory = nullptr;
    const cudaError_t error = strider::emulation::runtime::allocate_device(
        &memory, shape.pitch * shape.extent[1] * shape.extent[2] * shape.layers, caller);
    if (error != cudaSuccess) return error;
    shape.memory = static_cast<std::byte*>(memory);
    *array = made.release();
    return cudaSuccess;
}

}  // namespace

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* channels, std::size_t width,
                            std::size_t height, unsigned flags) {
    return allocate_array(array, channels, make_cudaExtent(width, height, 0), flags, __builtin_return_address(0));
}
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* channels, cudaExtent extent,
                              unsigned flags) {
    return allocate_array(array, channels, extent, flags, __builtin_return_address(0));
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    if (array == nullptr) return cudaSuccess;
    // The handle stays, so that it can be given once more.
    void* const memory = std::exchange(array->shape.memory, nullptr);
    if (memory != nullptr) return cudaFree(memory);
    strider::emulation::program::report_defect(strider::emulation::finding_kind::bad_free, __builtin_return_address(0),
                                               "this array was already freed",
                                               "free each array once, then set its handle to null");
    return invalid_value();
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* channels, cudaExtent* extent, unsigned* flags, cudaArray_t array) {
    if (array == nullptr) return invalid_value();
    if (channels != nullptr) *channels = array->channels;
    if (extent != nullptr) *extent = array->extent;
    if (flags != nullptr) *flags = array->flags;
    return cudaSuccess;
}
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* channels, cudaArray_const_t array) {
    if (array == nullptr || channels == nullptr) return invalid_value();
    *channels = array->channels;
    return cudaSuccess;
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                                     std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    char* const begin = part_of(to, x, y, width, height);
    if (begin == nullptr) return outside_of_array();
    return cudaMemcpy2DAsync(begin, to->shape.pitch, from, pitch, width, height, kind, stream);
}
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
                                       std::size_t y, std::size_t width, std::size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
    const char* const begin = part_of(from, x, y, width, height);
    if (begin == nullptr) return outside_of_array();
    return cudaMemcpy2DAsync(to, pitch, begin, from->shape.pitch, width, height, kind, stream);
}
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                                std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    return cudaMemcpy2DToArrayAsync(to, x, y, from, pitch, width, height, kind);
}
cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x, std::size_t y,
                                  std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    return cudaMemcpy2DFromArrayAsync(to, pitch, from, x, y, width, height, kind);
}
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, std::size_t to_x, std::size_t to_y, cudaArray_const_t from,
                                     std::size_t x, std::size_t y, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind) {
    const char* const begin = part_of(from, x, y, width, height);
    if (begin == nullptr) return outside_of_array();
    return cudaMemcpy2DToArray(to, to_x, to_y, begin, from->shape.pitch, width, height, kind);
}

// Rows of an array lie one behind the other, so that a run of bytes may go over several.
cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t bytes,
                              cudaMemcpyKind kind) {
    char* const begin = part_of(to, x, y, 0, 0);
    if (begin == nullptr) return outside_of_array();
    return cudaMemcpy(begin, from, bytes, kind);
}
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t x, std::size_t y, std::size_t bytes,
                                cudaMemcpyKind kind) {
    const char* const begin = part_of(from, x, y, 0, 0);
    if (begin == nullptr) return outside_of_array();
    return cudaMemcpy(to, begin, bytes, kind);
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description, const cudaResourceViewDesc* view) {
    if (object == nullptr || resource == nullptr || description == nullptr) return invalid_value();
    if (view != nullptr)
        return strider::emulation::runtime::refuse_call(__builtin_return_address(0), "cudaCreateTextureObject",
                                                        "resource views");
    auto made = std::make_unique<strider::emulation::texture>();
    if (const cudaError_t error = describe_memory(*resource, *made); error == cudaErrorNotSupported)
        return strider::emulation::runtime::refuse_call(__builtin_return_address(0), "cudaCreateTextureObject",
                                                        "mipmapped arrays");
    else if (error != cudaSuccess)
        return error;
    for (int d = 0; d < 3; ++d)
        made->modes[d] = static_cast<strider::emulation::address_mode>(description->addressMode[d]);
    made->linear = description->filterMode == cudaFilterModeLinear;
    made->as_numbers = description->readMode == cudaReadModeNormalizedFloat;
    made->normalized = description->normalizedCoords != 0;
    std::copy(description->borderColor, description->borderColor + 4, made->border);
    const bool integers = made->kind != strider::emulation::channel_kind::floating_point;
    // Only numbers can be filtered, and only integers of 8 and 16 bits be read as such.
    if (integers && made->linear && !made->as_numbers)
        return set_last_error(cudaErrorInvalidFilterSetting,
                              "integers are filtered only where they are read as "
                              "floats (cudaReadModeNormalizedFloat)");
    if (integers && made->as_numbers && made->channel_bytes == 4)
        return set_last_error(cudaErrorInvalidNormSetting, "integers of 32 bits cannot be read as normalized floats");
    *object = reinterpret_cast<cudaTextureObject_t>(made.release());
    return cudaSuccess;
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
    // A kernel that still uses it finds a null pointer.
    if (object != 0) reinterpret_cast<strider::emulation::texture*>(object)->memory = nullptr;
    return cudaSuccess;
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource) {
    if (object == nullptr || resource == nullptr || resource->resType != cudaResourceTypeArray ||
        resource->res.array.array == nullptr)
        return invalid_value("a surface needs an array");
    *object = reinterpret_cast<cudaSurfaceObject_t>(new strider::emulation::texture(resource->res.array.array->shape));
    return cudaSuccess;
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) { return cudaDestroyTextureObject(object); }
// SPDX-License-Identifier: Apache-2.0
