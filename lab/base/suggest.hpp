// The known word that a misspelt one may have meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace strider::lab {

/// `; did you mean "ladder"?` of "lader": the end of a message about a word that is not known. The nearest known word
/// is meant where it begins with `word`, has the same words in another order, or where a third of the letters or fewer
/// are wrong, missing, too many or swapped with their neighbours; upper and lower case are one. Empty where none is
/// near.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
