// Stands in for the CUDA toolkit's header of this name where a program is compiled for the executor.
#pragma once

#include <strider/simt/runtime/cub.hpp>
