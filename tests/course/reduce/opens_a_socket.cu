#include <sys/socket.h>

__global__ void give(int* out, int value) { *out = value; }

void sum(const int* in, int* out, int n) { give<<<1, 1>>>(out, socket(AF_INET, SOCK_STREAM, 0)); }
// SPDX-License-Identifier: Apache-2.0
