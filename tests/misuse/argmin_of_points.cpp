// says: argument 2: must_have_elements_that_are_numbers_unless_a_comparison_is_given
#include <vector>

#include <strider/reduce.hpp>

struct point {
    int x, y;
};

int main() {
    const std::vector<point> points{{1, 2}};
    strider::argmin(strider::serial{}, points);
}
