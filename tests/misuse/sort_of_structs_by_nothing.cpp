// says: argument 4: must_give_a_number_of_at_most_8_bytes_to_sort_by
#include <functional>
#include <vector>

#include <strider/sort.hpp>

struct particle {
    float weight;
    int cell;
};

int main() {
    std::vector<particle> particles(3);
    strider::sort(strider::serial{}, particles, std::less{});
}
