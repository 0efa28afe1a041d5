// Stands in for the CUDA toolkit's header of this name where a program is compiled for the executor.
#error \
    "strider: cuRAND (<curand_kernel.h>) is not supported by the executor; fill the input on the host under STRIDER_SIMT"
