// says: no matching function for call to
#include <list>

#include <strider/reduce.hpp>
#include <strider/views.hpp>

int main() {
    const std::list<int> numbers{1, 2, 3};
    return strider::reduce(strider::serial{}, strider::views::transform(numbers, [](int x) { return x + 1; }));
}
