// says: argument 4: must_be_an_operator_of_two_elements_also_where_const_to_the_type_of_the_output
#include <strider/adjacent_difference.hpp>

int main() {
    bool flags[3] = {true, true, false};
    strider::adjacent_difference(strider::cpu{}, flags, flags);
}
