#include "length.hpp"

int length() { return 100; }
