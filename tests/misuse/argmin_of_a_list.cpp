// says: the elements must be consecutive in memory
#include <list>

#include <strider/reduce.hpp>

int main() {
    const std::list<int> numbers{1, 2, 3};
    strider::argmin(strider::serial{}, numbers);
}
