// Stands in for the header of this name where a program is compiled for the executor.
#pragma once

#include <nvtx3/nvToolsExt.h>
