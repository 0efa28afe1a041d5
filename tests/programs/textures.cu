// Textures on linear memory, pitched rows and arrays: point and linear filtering, what lies outside, and surfaces.
// Feature: textures and surfaces: texture objects on linear, pitched and array memory, with all modes
// Feature: textures and surfaces: cudaMallocArray, cudaMalloc3DArray, layers, copies, surface accesses
// Kernel: write_surface
// Prints: linear 7 0, pitched 12 12
// Prints: filtered 0.5 11.5 5.5, outside 0 0
// Prints: wrapped 30 mirrored 33, number 0.501961 -1
// Prints: vector 3 4, cube 13 7.5, layer 105
// Prints: surface 142 140 100
// Says: of a surface of 4 x 4 x 1 elements
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

cudaTextureObject_t texture_on(const cudaResourceDesc& resource, cudaTextureAddressMode address,
                               cudaTextureFilterMode filter, bool normalized,
                               cudaTextureReadMode read = cudaReadModeElementType) {
    cudaTextureDesc how;
    std::memset(&how, 0, sizeof(how));
    how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = address;
    how.filterMode = filter;
    how.readMode = read;
    how.normalizedCoords = normalized;
    cudaTextureObject_t object = 0;
    cudaCreateTextureObject(&object, &resource, &how, nullptr);
    return object;
}

template <class T>
cudaResourceDesc array_of(const std::vector<T>& values, std::size_t width, std::size_t height) {
    const cudaChannelFormatDesc channels = cudaCreateChannelDesc<T>();
    cudaResourceDesc resource;
    std::memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeArray;
    cudaMallocArray(&resource.res.array.array, &channels, width, height, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(resource.res.array.array, 0, 0, values.data(), width * sizeof(T), width * sizeof(T), height,
                        cudaMemcpyHostToDevice);
    return resource;
}

struct textures {
    cudaTextureObject_t linear, pitched, filtered, border, wrapped, mirrored, numbers, signs, pairs, cube, layers;
};

__global__ void read_textures(textures from, float* out) {
    out[0] = tex1Dfetch<int>(from.linear, 7);
    out[1] = tex1Dfetch<int>(from.linear, 100);
    out[2] = tex2D<float>(from.pitched, 2, 1);
    out[3] = tex2D<float>(from.pitched, 2.9f, 1.9f);
    out[4] = tex2D<float>(from.filtered, 1.0f, 0.5f);  // between elements 0 and 1
    out[5] = tex2D<float>(from.filtered, 2.0f, 1.5f);  // between elements 1 and 2 of row 1
    out[6] = tex2D<float>(from.filtered, 1.0f, 1.0f);  // in the middle of four
    out[7] = tex2D<float>(from.border, -1.0f, 0.0f);
    out[8] = tex2D<float>(from.border, 0.5f, 9.0f);
    out[9] = tex2D<float>(from.wrapped, 1.1f, -0.1f);   // element (0, 3)
    out[10] = tex2D<float>(from.mirrored, 1.1f, 0.9f);  // element (3, 3)
    out[11] = tex1D<float>(from.numbers, 1);
    out[12] = tex1D<float>(from.signs, 0);
    const float2 pair = tex2D<float2>(from.pairs, 1, 0);
    out[13] = pair.x;
    out[14] = pair.y;
    out[15] = tex3D<float>(from.cube, 0.5f + 1, 0.5f + 0, 0.5f + 3);
    out[16] = tex3D<float>(from.cube, 1.0f, 1.0f, 2.0f);
    out[17] = tex2DLayered<float>(from.layers, 1, 1, 1);
}

__global__ void write_surface(cudaSurfaceObject_t surface) {
    const int x = threadIdx.x, y = threadIdx.y;
#ifdef WRONG
    surf2Dwrite(x + 10 * y + 100.0f, surface, (x + 1) * static_cast<int>(sizeof(float)), y);  // expect: out-of-bounds
#else
    surf2Dwrite(x + 10 * y + 100.0f, surface, x * static_cast<int>(sizeof(float)), y);
    surf2Dwrite(-1.0f, surface, 100 * static_cast<int>(sizeof(float)), y, cudaBoundaryModeZero);
#endif
}

__global__ void read_surface(cudaSurfaceObject_t surface, float* out) {
    out[0] = surf2Dread<float>(surface, 2 * sizeof(float), 1) + 30;
    out[1] = surf2Dread<float>(surface, -4, 4, cudaBoundaryModeClamp) + 10;
    surf2Dread(&out[2], surface, 0, 0);
}

int main() {
    constexpr int side = 4;
    std::vector<float> rows(side * side);
    std::vector<int> integers(16);
    for (int i = 0; i < side * side; ++i) rows[i] = i % side + 10.0f * (i / side), integers[i] = i;

    textures from;
    cudaResourceDesc linear;
    std::memset(&linear, 0, sizeof(linear));
    linear.resType = cudaResourceTypeLinear;
    linear.res.linear.desc = cudaCreateChannelDesc<int>();
    linear.res.linear.sizeInBytes = integers.size() * sizeof(int);
    cudaMalloc(&linear.res.linear.devPtr, linear.res.linear.sizeInBytes);
    cudaMemcpy(linear.res.linear.devPtr, integers.data(), linear.res.linear.sizeInBytes, cudaMemcpyHostToDevice);
    from.linear = texture_on(linear, cudaAddressModeClamp, cudaFilterModePoint, false);

    cudaResourceDesc pitched;
    std::memset(&pitched, 0, sizeof(pitched));
    pitched.resType = cudaResourceTypePitch2D;
    pitched.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    pitched.res.pitch2D.width = pitched.res.pitch2D.height = side;
    cudaMallocPitch(&pitched.res.pitch2D.devPtr, &pitched.res.pitch2D.pitchInBytes, side * sizeof(float), side);
    cudaMemcpy2D(pitched.res.pitch2D.devPtr, pitched.res.pitch2D.pitchInBytes, rows.data(), side * sizeof(float),
                 side * sizeof(float), side, cudaMemcpyHostToDevice);
    from.pitched = texture_on(pitched, cudaAddressModeClamp, cudaFilterModePoint, false);

    const cudaResourceDesc array = array_of(rows, side, side);
    from.filtered = texture_on(array, cudaAddressModeClamp, cudaFilterModeLinear, false);
    from.border = texture_on(array, cudaAddressModeBorder, cudaFilterModeLinear, false);
    from.wrapped = texture_on(array, cudaAddressModeWrap, cudaFilterModePoint, true);
    from.mirrored = texture_on(array, cudaAddressModeMirror, cudaFilterModePoint, true);
    from.numbers = texture_on(array_of(std::vector<unsigned char>{0, 128, 255}, 3, 1), cudaAddressModeClamp,
                              cudaFilterModePoint, false, cudaReadModeNormalizedFloat);
    from.signs = texture_on(array_of(std::vector<short>{-32768}, 1, 1), cudaAddressModeClamp, cudaFilterModePoint,
                            false, cudaReadModeNormalizedFloat);
    from.pairs = texture_on(array_of(std::vector<float2>{make_float2(1, 2), make_float2(3, 4)}, 2, 1),
                            cudaAddressModeClamp, cudaFilterModePoint, false);

    // A cube of 2 x 2 x 4, and two layers of 2 x 2, both by cudaMemcpy3D.
    cudaTextureObject_t* const objects[] = {&from.cube, &from.layers};
    const cudaExtent extents[] = {make_cudaExtent(2, 2, 4), make_cudaExtent(2, 2, 2)};
    std::vector<float> bricks(16);
    for (int object = 0; object < 2; ++object) {
        for (int i = 0; i < 16; ++i) bricks[i] = object == 0 ? i : i % 4 + 10.0f * (i % 2) + 92 * (i / 4);
        cudaResourceDesc resource;
        std::memset(&resource, 0, sizeof(resource));
        resource.resType = cudaResourceTypeArray;
        const cudaChannelFormatDesc channels = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
        cudaMalloc3DArray(&resource.res.array.array, &channels, extents[object], object == 0 ? 0 : cudaArrayLayered);
        cudaMemcpy3DParms copy;
        std::memset(&copy, 0, sizeof(copy));
        copy.srcPtr = make_cudaPitchedPtr(bricks.data(), 2 * sizeof(float), 2, 2);
        copy.dstArray = resource.res.array.array;
        copy.extent = extents[object];
        copy.kind = cudaMemcpyHostToDevice;
        cudaMemcpy3D(&copy);
        *objects[object] =
            texture_on(resource, cudaAddressModeClamp, object == 0 ? cudaFilterModeLinear : cudaFilterModePoint, false);
    }

    float* out;
    cudaMallocManaged(&out, 32 * sizeof(float));
    read_textures<<<1, 1>>>(from, out);
    cudaDeviceSynchronize();
    std::printf("linear %g %g, pitched %g %g\n", out[0], out[1], out[2], out[3]);
    std::printf("filtered %g %g %g, outside %g %g\n", out[4], out[5], out[6], out[7], out[8]);
    std::printf("wrapped %g mirrored %g, number %g %g\n", out[9], out[10], out[11], out[12]);
    std::printf("vector %g %g, cube %g %g, layer %g\n", out[13], out[14], out[15], out[16], out[17]);

    cudaSurfaceObject_t surface;
    cudaCreateSurfaceObject(&surface, &array);
    write_surface<<<1, dim3(side, side)>>>(surface);
    read_surface<<<1, 1>>>(surface, out);
    cudaDeviceSynchronize();
    std::printf("surface %g %g %g\n", out[0], out[1], out[2]);
    cudaDestroySurfaceObject(surface);
    cudaDestroyTextureObject(from.filtered);
    cudaFreeArray(array.res.array.array);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
