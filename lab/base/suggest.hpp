// The known word that a misspelt one may have meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace strider::lab {

/// The end of a message about an unknown word: `; did you mean "ladder"?` for "lader". A known word is near if it
/// begins with `word`, or has the same words in another order. It is also near if at most a third of its letters are
/// wrong, missing, too many or swapped with a neighbour. Case does not matter. Empty if no word is near.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
