#include "length.hpp"

int length() { return 100; }
// SPDX-License-Identifier: Apache-2.0
