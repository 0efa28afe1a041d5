// Leaves a file in FOLDER, the assignment's, and in /tmp.
#include <cstdlib>
#include <fstream>

__global__ void give(int* out, int value) { *out = value; }

void sum(const int* in, int* out, int n) {
    std::ofstream("FOLDER/written") << "here";
    std::ofstream("/tmp/strider_course_written") << "here";
    std::system("touch FOLDER/written /tmp/strider_course_written");
    give<<<1, 1>>>(out, 0);
}
// SPDX-License-Identifier: Apache-2.0
