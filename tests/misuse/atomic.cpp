// says: put a value of another size into a strider::atomic_cell
#include <strider/atomic.hpp>

struct colour {
    unsigned char red, green, blue;
};

int main() {
    colour here{1, 2, 3};
    strider::atomic_ref<colour> at(here);
}
// SPDX-License-Identifier: Apache-2.0
