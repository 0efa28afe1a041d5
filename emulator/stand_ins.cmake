# Headers by the names of the CUDA toolkit's, for programs that are compiled for the emulator. Each forwards to the emulator's own
# headers; they are written into the build tree, which installs them. Those with contents stand in emulator/include/strider/emulator/toolkit.
#
#   strider_stand_ins(<header>[;<header>...] <folder> <name>...)
set(strider_stand_ins_folder ${PROJECT_BINARY_DIR}/emulator/include)
function(strider_stand_ins headers folder)
  list(TRANSFORM headers REPLACE "(.+)" "#include <\\1>\n")
  list(JOIN headers "" includes)
  foreach(name IN LISTS ARGN)
    string(REPLACE NAME ${name} text "${includes}")
    file(CONFIGURE OUTPUT ${strider_stand_ins_folder}/strider/emulator/${folder}/${name} @ONLY CONTENT
"// Stands in for the CUDA toolkit's header of this name where a program is compiled for the emulator.
#pragma once

${text}")
  endforeach()
endfunction()

strider_stand_ins(strider/emulator/dialect/runtime.hpp toolkit
  builtin_types.h common_functions.h cudaProfiler.h cuda_device_runtime_api.h cuda_profiler_api.h cuda_runtime.h
  cuda_runtime_api.h device_atomic_functions.h device_functions.h device_launch_parameters.h device_types.h
  driver_functions.h driver_types.h host_config.h host_defines.h math_functions.h sm_20_atomic_functions.h
  sm_20_intrinsics.h sm_30_intrinsics.h sm_32_atomic_functions.h sm_32_intrinsics.h sm_35_atomic_functions.h
  sm_35_intrinsics.h sm_60_atomic_functions.h sm_61_intrinsics.h vector_functions.h vector_types.h
  crt/common_functions.h crt/device_functions.h crt/host_config.h crt/host_defines.h crt/math_functions.h)
strider_stand_ins(strider/emulator/dialect/cooperative_groups.hpp toolkit
  cooperative_groups.h cooperative_groups/memcpy_async.h cooperative_groups/reduce.h cooperative_groups/scan.h)
foreach(name IN ITEMS async coalesced_reduce coalesced_scan driver_abi functional helpers info invoke memory partitioning
    reduce scan sync)
  strider_stand_ins(strider/emulator/dialect/cooperative_groups.hpp toolkit cooperative_groups/details/${name}.h)
endforeach()
strider_stand_ins(strider/emulator/dialect/cub.hpp toolkit
  cub/block/block_reduce.cuh cub/block/block_scan.cuh cub/thread/thread_operators.cuh cub/warp/warp_reduce.cuh)
strider_stand_ins(strider/emulator/dialect/cub_items.hpp toolkit
  cub/block/block_exchange.cuh cub/block/block_load.cuh cub/block/block_radix_sort.cuh cub/block/block_store.cuh
  cub/util_type.cuh cub/warp/warp_scan.cuh)
strider_stand_ins(strider/emulator/runtime/cub_loops.hpp toolkit cub/cub.cuh cub/device/device_adjacent_difference.cuh
  cub/device/device_for.cuh cub/device/device_merge.cuh cub/device/device_transform.cuh
  cub/iterator/arg_index_input_iterator.cuh cub/iterator/cache_modified_input_iterator.cuh cub/thread/thread_load.cuh
  cub/thread/thread_search.cuh cub/thread/thread_store.cuh cub/util_allocator.cuh)
strider_stand_ins(strider/emulator/runtime/cub.hpp toolkit cub/device/device_histogram.cuh
  cub/device/device_merge_sort.cuh cub/device/device_partition.cuh
  cub/device/device_radix_sort.cuh cub/device/device_reduce.cuh cub/device/device_run_length_encode.cuh
  cub/device/device_scan.cuh cub/device/device_segmented_radix_sort.cuh cub/device/device_segmented_reduce.cuh
  cub/device/device_segmented_sort.cuh cub/device/device_select.cuh cub/util_arch.cuh cub/util_cpp_dialect.cuh cub/util_debug.cuh
  cub/util_device.cuh cub/util_macro.cuh cub/util_namespace.cuh)
strider_stand_ins(strider/emulator/dialect/atomic_ref.hpp toolkit cuda/atomic)
strider_stand_ins(strider/emulator/dialect/cuda_barrier.hpp toolkit cuda/barrier cuda_awbarrier.h)
strider_stand_ins(strider/emulator/dialect/cuda_pipeline.hpp toolkit cuda/pipeline cuda_pipeline.h cuda_pipeline_primitives.h)
strider_stand_ins(strider/emulator/dialect/cuda_semaphore.hpp toolkit
  cuda/latch cuda/semaphore cuda/std/latch cuda/std/semaphore)
strider_stand_ins(strider/emulator/dialect/cuda_ptx.hpp toolkit cuda/ptx)
strider_stand_ins(strider/emulator/dialect/half.hpp toolkit cuda_bf16.h cuda_bf16.hpp cuda_fp16.h cuda_fp16.hpp)
strider_stand_ins(strider/emulator/dialect/fp8.hpp toolkit cuda_fp8.h cuda_fp8.hpp)
strider_stand_ins(strider/emulator/dialect/mma.hpp toolkit mma.h)
strider_stand_ins("strider/emulator/dialect/random.hpp;strider/emulator/runtime/curand.hpp" toolkit
  curand_kernel.h curand_lognormal.h curand_normal.h curand_uniform.h)
strider_stand_ins("strider/emulator/dialect/runtime.hpp;strider/emulator/runtime/driver.hpp;strider/emulator/runtime/virtual_memory.hpp" toolkit cuda.h)
strider_stand_ins(strider/emulator/runtime/nvrtc.hpp toolkit nvrtc.h)
strider_stand_ins(strider/emulator/runtime/fft.hpp toolkit cufft.h cufftXt.h)
strider_stand_ins(strider/emulator/runtime/curand.hpp toolkit curand.h)
strider_stand_ins(strider/emulator/runtime/blas.hpp toolkit cublas_api.h cublas_v2.h)
strider_stand_ins(strider/emulator/runtime/blas_lt.hpp toolkit cublasLt.h)
strider_stand_ins(strider/emulator/runtime/data_types.hpp toolkit library_types.h)
strider_stand_ins(nvtx3/nvToolsExt.h toolkit nvToolsExt.h)
strider_stand_ins(strider/emulator/dialect/cuda_std.hpp toolkit cuda/std/atomic cuda/std/barrier)

# The rest of cuda::std: the standard header of the same name. A folder of its own, behind Thrust's headers, which bring theirs.
strider_stand_ins("NAME;strider/emulator/dialect/cuda_std.hpp" standard/cuda/std
  algorithm array bit bitset cassert cfloat chrono climits cmath complex concepts cstddef cstdint cstdlib cstring ctime
  exception functional initializer_list iterator limits memory new numbers numeric optional ranges ratio source_location
  span string_view tuple type_traits typeindex utility variant version)
foreach(name IN ITEMS algorithm memory new)
  strider_stand_ins("${name};strider/emulator/dialect/cuda_std.hpp" standard/cuda/std __${name}_)
endforeach()
strider_stand_ins("complex;strider/emulator/dialect/cuda_std.hpp" standard/cuda/std ccomplex)
strider_stand_ins(strider/emulator/dialect/cuda_functional.hpp standard/cuda functional)
strider_stand_ins(strider/emulator/dialect/cuda_numbers.hpp standard/cuda bit cmath numeric)
strider_stand_ins("NAME;strider/emulator/dialect/cuda_std.hpp" standard/cuda type_traits version)
strider_stand_ins(strider/emulator/runtime/stream_ref.hpp standard/cuda stream_ref)
strider_stand_ins(strider/emulator/dialect/cuda_mdspan.hpp standard/cuda mdspan std/mdspan)

# Libraries that the emulator has nothing for: their headers say so, also where the toolkit has its own.
foreach(name IN ITEMS cublas.h cublasXt.h cudnn.h cufftw.h cupti.h curand_mtgp32_host.h curand_mtgp32_kernel.h
    cusolverDn.h cusolverMg.h cusolverRf.h cusolverSp.h cusparse.h cusparse_v2.h cutensor.h nccl.h npp.h nppi.h npps.h nvJitLink.h
    nvgraph.h nvjpeg.h nvml.h nvshmem.h nvvm.h optix.h cudaEGL.h cudaGL.h cuda_egl_interop.h cuda_gl_interop.h
    cuda_vdpau_interop.h cuda_fp4.h cuda_fp6.h cudaTypedefs.h cudaProfilerTypedefs.h curand_discrete.h curand_discrete2.h
    curand_poisson.h cupti_activity.h cupti_activity_deprecated.h cupti_callbacks.h cusolverSp_LOWLEVEL_PREVIEW.h)
  file(CONFIGURE OUTPUT ${strider_stand_ins_folder}/strider/emulator/toolkit/${name} @ONLY CONTENT
"#error <${name}> is not supported by the emulator (docs/emulator.md lists what is); leave it out under STRIDER_EMULATOR
")
endforeach()
# SPDX-License-Identifier: Apache-2.0
