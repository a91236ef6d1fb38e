// Actions as text: `offer 17 42`, `take 42`, `build 5`, `decline`.
#pragma once

#include <string_view>

#include "pacal/rules.hpp"

namespace sommet::pacal {

// Reads the numbers of a text, whatever groups they stand in; -1 if there is anything else.
inline int read_numbers(std::string_view text, u8 (&numbers)[CARDS]) {
  int count = 0, digits = 0, number = 0;
  const auto end_number = [&] {
    if (digits && count < CARDS) numbers[count] = static_cast<u8>(number);
    count += digits > 0;
    digits = number = 0;
  };
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      number = number * 10 + (c - '0');
      if (++digits > 2) return -1;
    } else if (c == ' ' || c == '|') {
      end_number();
    } else {
      return -1;
    }
  }
  end_number();
  return count;
}

// Reads an action; false for anything else. The cards of an offer may stand in either order.
inline bool parse_action(std::string_view text, Action& action) {
  const std::size_t space = text.find(' ');
  const std::string_view word = text.substr(0, space);
  u8 numbers[CARDS];
  const int count = space == std::string_view::npos ? 0 : read_numbers(text.substr(space), numbers);
  const auto is_card = [&](int i) { return numbers[i] >= 1 && numbers[i] <= CARDS; };
  if (word == "decline" && count == 0) {
    action = {Kind::DECLINE, 0, 0};
    return true;
  }
  if (word == "offer" && count == 2 && is_card(0) && is_card(1) && numbers[0] != numbers[1]) {
    const bool swapped = numbers[0] > numbers[1];
    action = {Kind::OFFER, numbers[swapped], numbers[!swapped]};
    return true;
  }
  if (word == "take" && count == 1 && is_card(0)) {
    action = {Kind::TAKE, numbers[0], 0};
    return true;
  }
  if (word == "build" && count == 1 && numbers[0] >= 1 && numbers[0] <= FIELDS) {
    action = {Kind::BUILD, static_cast<u8>(numbers[0] - 1), 0};
    return true;
  }
  return false;
}

}  // namespace sommet::pacal
