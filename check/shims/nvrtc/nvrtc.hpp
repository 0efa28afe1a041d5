// NVRTC in its names. `strider check` compiles the sources that the program gives, links them with the program, and
// runs it again from the start: kernels that come as text are then checked as all others.
#pragma once

#include <cstddef>

// By which programs know that the toolkit's header has been read.
#define __NVRTC_H__

enum nvrtcResult {
    NVRTC_SUCCESS,
    NVRTC_ERROR_OUT_OF_MEMORY,
    NVRTC_ERROR_PROGRAM_CREATION_FAILURE,
    NVRTC_ERROR_INVALID_INPUT,
    NVRTC_ERROR_INVALID_PROGRAM,
    NVRTC_ERROR_INVALID_OPTION,
    NVRTC_ERROR_COMPILATION,
    NVRTC_ERROR_BUILTIN_OPERATION_FAILURE,
    NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION,
    NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION,
    NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID,
    NVRTC_ERROR_INTERNAL_ERROR
};
using nvrtcProgram = struct _nvrtcProgram*;

const char* nvrtcGetErrorString(nvrtcResult result);
nvrtcResult nvrtcVersion(int* major, int* minor);
nvrtcResult nvrtcCreateProgram(nvrtcProgram* program, const char* source, const char* name, int header_count,
                               const char* const* headers, const char* const* header_names);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram* program);
/// Only the options -D, -U and -I count.
nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int count, const char* const* options);
/// Names that cuModuleLoadData() takes for the program's kernels: no PTX.
nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, std::size_t* bytes);
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char* text);
inline nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, std::size_t* bytes) {
    return nvrtcGetPTXSize(program, bytes);
}
inline nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char* text) { return nvrtcGetPTX(program, text); }
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, std::size_t* bytes);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char* text);
/// The expression must name a kernel; the lowered name is the expression.
nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char* expression);
nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char* expression, const char** name);
// SPDX-License-Identifier: Apache-2.0
