// Stands in for the CUDA toolkit's header of this name where a program is compiled for the executor.
#error "strider: half precision (<cuda_bf16.h>) is not supported by the executor; use float under STRIDER_SIMT"
