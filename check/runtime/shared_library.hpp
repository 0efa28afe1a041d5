// Libraries of the system that compute what the CUDA toolkit's do: loaded when a program needs one, so that the
// emulator is built and installed without them.
#pragma once

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace strider::emulation::program {

struct shared_library {
    const char*
        name;  ///< behind STRIDER_EMULATOR_MISSING_, by which its header refuses a program where it is not there
    const char* header;    ///< how the toolkit's headers begin that need it
    const char* files[3];  ///< each may be it
    const char* symbol;    ///< what it must have

    /// A handle for dlsym(); null where there is none.
    void* open() const {
        for (const char* const file : files)
            if (void* const handle = file == nullptr ? nullptr : dlopen(file, RTLD_NOW | RTLD_LOCAL))
                if (dlsym(handle, symbol) != nullptr) return handle;
        return nullptr;
    }
};

inline constexpr shared_library blas_library{
    "BLAS", "cublas", {"libopenblas.so.0", "libblas.so.3", "libblis.so.4"}, "cblas_dgemm"};
inline constexpr shared_library fftw_library{"FFTW", "cufft", {"libfftw3.so.3"}, "fftw_plan_many_dft"};
inline constexpr shared_library float_fftw_library{"FFTW", "cufft", {"libfftw3f.so.3"}, "fftwf_plan_many_dft"};
inline constexpr const shared_library* shared_libraries[] = {&blas_library, &fftw_library, &float_fftw_library};

/// A function of a library that is there.
template <class Function>
Function* function_of(void* library, const std::string& name) {
    void* const function = library == nullptr ? nullptr : dlsym(library, name.c_str());
    if (function == nullptr) throw std::runtime_error("the system's library has no " + name);
    return reinterpret_cast<Function*>(function);
}

}  // namespace strider::emulation::program
// SPDX-License-Identifier: Apache-2.0
