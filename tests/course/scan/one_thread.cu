// Right, by one thread, which loads and stores four elements at a time.
__global__ void serial(const int* in, int* out, int n) {
    int sum = 0, i = 0;
    for (; i + 4 <= n; i += 4) {
        int4 values = *reinterpret_cast<const int4*>(in + i);
        values.x = sum += values.x;
        values.y = sum += values.y;
        values.z = sum += values.z;
        values.w = sum += values.w;
        *reinterpret_cast<int4*>(out + i) = values;
    }
    for (; i < n; ++i) out[i] = sum += in[i];
}

void prefix_sums(const int* in, int* out, int n) { serial<<<1, 1>>>(in, out, n); }
// SPDX-License-Identifier: Apache-2.0
