// Macros that tell the toolkit's version: CUDA 13.0.
#pragma once

#define CUDART_VERSION 13000
#define CUDA_VERSION 13000
#define __CUDA_API_VERSION 13000
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 48

// By which programs know that the toolkit's headers have been read.
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __HOST_DEFINES_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__

#define CUDARTAPI
#define CUDARTAPI_CDECL
// SPDX-License-Identifier: Apache-2.0
