// 91: NPP, nppiFilterBorder. For nvcc alone. The library is loaded where it is installed: nothing is linked, and its
// headers are not needed.
#include <dlfcn.h>

#include <ladders/convolve/gpu/convolution.hpp>
#include <limits>
#include <stdexcept>
#include <string>

namespace strider::ladders::convolve {
inline namespace STRIDER_TARGET {

namespace {

/// NPP's own C types, as far as its filter takes them.
struct npp_size {
    int width, height;
};
struct npp_point {
    int x, y;
};
struct npp_stream_context {
    cudaStream_t stream;
    int device, multiprocessors, threads_per_multiprocessor, threads_per_block;
    std::size_t shared_bytes_per_block;
    int major, minor;
    unsigned stream_flags;
    int reserved;
};
constexpr int npp_border_replicate = 2;
using npp_filter_border = int (*)(const float* source, int source_step, npp_size source_size, npp_point source_offset,
                                  float* destination, int destination_step, npp_size region, const float* mask,
                                  npp_size mask_size, npp_point anchor, int border, npp_stream_context context);

/// Null where this machine has no NPP.
npp_filter_border load_npp() {
    for (const char* const name : {"libnppif.so.13", "libnppif.so.12", "libnppif.so"}) {
        if (void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
            return reinterpret_cast<npp_filter_border>(dlsym(library, "nppiFilterBorder_32f_C1R_Ctx"));
        }
    }
    return nullptr;
}

npp_filter_border npp() {
    static const npp_filter_border found = load_npp();
    return found;
}

npp_stream_context context_of(cudaStream_t stream) {
    int device = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    const auto attribute = [device](cudaDeviceAttr which) {
        int value = 0;
        check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute");
        return value;
    };
    npp_stream_context context{};
    context.stream = stream;
    context.device = device;
    context.multiprocessors = attribute(cudaDevAttrMultiProcessorCount);
    context.threads_per_multiprocessor = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
    context.threads_per_block = attribute(cudaDevAttrMaxThreadsPerBlock);
    context.shared_bytes_per_block = static_cast<std::size_t>(attribute(cudaDevAttrMaxSharedMemoryPerBlock));
    context.major = attribute(cudaDevAttrComputeCapabilityMajor);
    context.minor = attribute(cudaDevAttrComputeCapabilityMinor);
    check(cudaStreamGetFlags(stream, &context.stream_flags), "cudaStreamGetFlags");
    return context;
}

const registration npp_rung{{
    .pattern = "convolve",
    .number = 91,
    .follows = 0,
    .name = "NPP",
    .idea =
        "nppiFilterBorder of NVIDIA Performance Primitives. Its only boundary is replicate; of 8-bit images it does "
        "not say how it rounds, so it is compared for f32 alone.",
    .hypothesis = "Fast up to masks of 5 x 5; for wider ones a general kernel takes over.",
    .expectations = {},
    .source = "NVIDIA Performance Primitives, image filtering",
    .kind = rung_kind::contender,
    .supports =
        [](const instance& of) {
            const shape image = shape_of(of);
            constexpr std::int64_t most = std::numeric_limits<int>::max() / static_cast<int>(sizeof(float));
            return of.type == element_type::f32 && of.parameters[dimensions] == 2 &&
                   image.outside == boundary::replicate && image.mask_rows % 2 == 1 && image.rows >= image.mask_rows &&
                   image.columns >= image.mask_columns && image.rows <= most && image.columns <= most &&
                   npp() != nullptr;
        },
    .run =
        [](const arguments& with) {
            const shape of = shape_of(with);
            const npp_size size{static_cast<int>(of.columns), static_cast<int>(of.rows)};
            const npp_size mask{static_cast<int>(of.mask_columns), static_cast<int>(of.mask_rows)};
            const int step = size.width * static_cast<int>(sizeof(float));
            // It convolves, and so turns the mask round: it is given the one that is turned round already.
            const float* const reversed = static_cast<const float*>(with.side_input) + side_places(of).reversed;
            const int status = npp()(
                static_cast<const float*>(with.input), step, size, {0, 0}, static_cast<float*>(with.output), step, size,
                reversed, mask, {mask.width / 2, mask.height / 2}, npp_border_replicate, context_of(stream_of(with)));
            if (status != 0) {
                throw std::runtime_error("nppiFilterBorder_32f_C1R_Ctx failed with status " + std::to_string(status));
            }
        },
}};

}  // namespace

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::convolve
