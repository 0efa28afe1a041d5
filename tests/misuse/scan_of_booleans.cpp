// says: argument 2: must_not_be_bool_in_a_sum_or_product_transform_it_to_integers_first
#include <strider/scan.hpp>

int main() {
    bool flags[] = {true, false, true};
    strider::inclusive_scan(strider::serial{}, flags, flags, strider::multiplies{});
}
