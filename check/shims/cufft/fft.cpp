#include <strider/check/shims/cufft/fft.hpp>

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "check/runtime/library_call.hpp"
#include "check/runtime/shared_library.hpp"

namespace {

using strider::emulation::byte_rows;
using strider::emulation::runtime::library_operands;
namespace program = strider::emulation::program;

/// How the elements of one side lie in memory.
struct layout {
    std::vector<int> shape;  // empty: they are packed
    int stride = 1, distance = 0;
};

struct fft_plan {
    std::vector<int> extents;
    layout input, output;
    cufftType type = CUFFT_C2C;
    int batch = 0;
    cudaStream_t stream = nullptr;
};

struct all_plans {
    std::mutex mutex;  // FFTW plans on one thread
    std::map<cufftHandle, fft_plan> all;
    cufftHandle last = 0;
};
all_plans& plans() {
    static auto* const all = new all_plans;
    return *all;
}
std::optional<fft_plan> find(cufftHandle plan) {
    const std::lock_guard guard(plans().mutex);
    const auto at = plans().all.find(plan);
    return at == plans().all.end() ? std::nullopt : std::optional(at->second);
}

bool is_double(cufftType type) { return type >= CUFFT_Z2Z; }
bool is_real_input(cufftType type) { return type == CUFFT_R2C || type == CUFFT_D2Z; }
bool is_real_output(cufftType type) { return type == CUFFT_C2R || type == CUFFT_Z2D; }

/// One side of a transform, as FFTW takes it.
struct side {
    void* begin;
    std::vector<int> extents, shape;
    int stride, distance;
    std::size_t element;

    /// Calls `rows` for the memory of its elements.
    template <class Rows>
    void each(int batch, Rows rows) const {
        const auto address = reinterpret_cast<std::uintptr_t>(begin);
        std::size_t packed = 1, outer = 1;
        for (std::size_t i = 0; i < extents.size(); ++i) {
            packed *= static_cast<std::size_t>(extents[i]);
            if (i + 1 < extents.size()) outer *= static_cast<std::size_t>(extents[i]);
        }
        const auto count = static_cast<std::size_t>(batch);
        if (stride == 1 && shape == extents && (batch == 1 || static_cast<std::size_t>(distance) == packed))
            return rows(byte_rows{address, packed * count * element, 0, 1});
        for (std::size_t b = 0; b < count; ++b) {
            for (std::size_t row = 0; row < outer; ++row) {
                std::size_t at = 0, rest = row, scale = 1;
                for (std::size_t i = extents.size() - 1; i-- > 0;) {
                    scale *= static_cast<std::size_t>(shape[i + 1]);
                    at += rest % static_cast<std::size_t>(extents[i]) * scale;
                    rest /= static_cast<std::size_t>(extents[i]);
                }
                const std::size_t first =
                    b * static_cast<std::size_t>(distance) + at * static_cast<std::size_t>(stride);
                rows(byte_rows{address + first * element, element, static_cast<std::size_t>(stride) * element,
                               static_cast<std::size_t>(extents.back())});
            }
        }
    }
};

/// `half`: of complex numbers that stand for real ones, those that the others do not give. `padded`: real numbers in
/// the place of these.
side side_of(const fft_plan& plan, const layout& shape, void* memory, bool is_real, bool padded) {
    const bool half = !is_real && (is_real_input(plan.type) || is_real_output(plan.type));
    side result{memory,         plan.extents,
                shape.shape,    shape.stride,
                shape.distance, (is_real ? 1u : 2u) * (is_double(plan.type) ? sizeof(double) : sizeof(float))};
    if (half) result.extents.back() = result.extents.back() / 2 + 1;
    if (!shape.shape.empty()) return result;
    result.shape = result.extents;
    if (padded) result.shape.back() = 2 * (result.extents.back() / 2 + 1);
    result.stride = result.distance = 1;
    for (const int extent : result.shape) result.distance *= extent;
    return result;
}

void transform(const fft_plan& plan, const side& from, const side& to, int direction) {
    constexpr unsigned estimate = 1u << 6, preserve_input = 1u << 4;
    static void* const libraries[] = {program::float_fftw_library.open(), program::fftw_library.open()};
    void* const library = libraries[is_double(plan.type)];
    const std::string prefix = is_double(plan.type) ? "fftw_" : "fftwf_";
    const int rank = static_cast<int>(plan.extents.size());
    const unsigned flags = estimate | (rank == 1 || !is_real_output(plan.type) ? preserve_input : 0);
    const auto make = [&](const char* name, auto... last) {
        return program::function_of<void*(int, const int*, int, void*, const int*, int, int, void*, const int*, int,
                                          int, decltype(last)...)>(library, prefix + name)(
            rank, plan.extents.data(), plan.batch, from.begin, from.shape.data(), from.stride, from.distance, to.begin,
            to.shape.data(), to.stride, to.distance, last...);
    };
    const std::lock_guard guard(plans().mutex);
    void* const made = is_real_input(plan.type)    ? make("plan_many_dft_r2c", flags)
                       : is_real_output(plan.type) ? make("plan_many_dft_c2r", flags)
                                                   : make("plan_many_dft", direction, flags);
    program::function_of<void(void*)>(library, prefix + "execute")(made);
    program::function_of<void(void*)>(library, prefix + "destroy_plan")(made);
}

cufftResult execute(const void* caller, const char* name, cufftHandle handle, cufftType type, void* input, void* output,
                    int direction) {
    const auto plan = find(handle);
    if (!plan || plan->batch == 0) return CUFFT_INVALID_PLAN;
    if (plan->type != type) {
        strider::emulation::runtime::report_refused(caller, name, "the plan is for another type of transform",
                                                    "make the plan with the type that the call has in its name");
        return CUFFT_INVALID_TYPE;
    }
    const bool in_place = input == output;
    const side from = side_of(*plan, plan->input, input, is_real_input(type), in_place && is_real_input(type));
    const side to = side_of(*plan, plan->output, output, is_real_output(type), in_place && is_real_output(type));
    const auto work = [=, plan = *plan](library_operands& o) {
        from.each(plan.batch, [&](const byte_rows& rows) { o.read("input", rows); });
        to.each(plan.batch, [&](const byte_rows& rows) { o.write("output", rows); });
        if (o.accept()) transform(plan, from, to, direction);
    };
    return strider::emulation::runtime::submit({caller, name, plan->stream}, work) == cudaSuccess ? CUFFT_SUCCESS
                                                                                                  : CUFFT_EXEC_FAILED;
}

}  // namespace

cufftResult cufftCreate(cufftHandle* plan) {
    if (plan == nullptr) return CUFFT_INVALID_VALUE;
    const std::lock_guard guard(plans().mutex);
    *plan = ++plans().last;
    plans().all[*plan] = {};
    return CUFFT_SUCCESS;
}
cufftResult cufftDestroy(cufftHandle plan) {
    cudaDeviceSynchronize();
    const std::lock_guard guard(plans().mutex);
    return plans().all.erase(plan) != 0 ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
    const std::lock_guard guard(plans().mutex);
    const auto at = plans().all.find(plan);
    if (at == plans().all.end()) return CUFFT_INVALID_PLAN;
    at->second.stream = stream;
    return CUFFT_SUCCESS;
}
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int* extents, int* input_shape, int input_stride,
                              int input_distance, int* output_shape, int output_stride, int output_distance,
                              cufftType type, int batch, std::size_t* work_bytes) {
    if (rank < 1 || rank > 3 || extents == nullptr) return CUFFT_INVALID_VALUE;
    if (batch < 1) return CUFFT_INVALID_SIZE;
    for (int i = 0; i < rank; ++i)
        if (extents[i] < 1) return CUFFT_INVALID_SIZE;
    const auto lies = [&](const int* shape, int stride, int distance) {
        return input_shape == nullptr || output_shape == nullptr ? layout{}
                                                                 : layout{{shape, shape + rank}, stride, distance};
    };
    const std::lock_guard guard(plans().mutex);
    const auto known = plans().all.find(plan);
    if (known == plans().all.end()) return CUFFT_INVALID_PLAN;
    known->second = {{extents, extents + rank},
                     lies(input_shape, input_stride, input_distance),
                     lies(output_shape, output_stride, output_distance),
                     type,
                     batch,
                     known->second.stream};
    if (work_bytes != nullptr) *work_bytes = 0;
    return CUFFT_SUCCESS;
}

#define STRIDER_CUFFT(kind, In, Out)                                                                             \
    cufftResult cufftExec##kind(cufftHandle plan, In* input, Out* output) {                                      \
        return execute(__builtin_return_address(0), __func__, plan, CUFFT_##kind, input, output, CUFFT_FORWARD); \
    }
#define STRIDER_CUFFT_COMPLEX(kind, T)                                                                       \
    cufftResult cufftExec##kind(cufftHandle plan, T* input, T* output, int direction) {                      \
        return execute(__builtin_return_address(0), __func__, plan, CUFFT_##kind, input, output, direction); \
    }
STRIDER_CUFFT_COMPLEX(C2C, cufftComplex)
STRIDER_CUFFT_COMPLEX(Z2Z, cufftDoubleComplex)
STRIDER_CUFFT(R2C, cufftReal, cufftComplex)
STRIDER_CUFFT(C2R, cufftComplex, cufftReal)
STRIDER_CUFFT(D2Z, cufftDoubleReal, cufftDoubleComplex)
STRIDER_CUFFT(Z2D, cufftDoubleComplex, cufftDoubleReal)
// SPDX-License-Identifier: Apache-2.0
