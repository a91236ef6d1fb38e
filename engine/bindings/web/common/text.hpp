// Text that grows, and the JSON written into it.
#pragma once

#include <string_view>
#include <vector>

#include "common/device.hpp"

// Called in hundreds of places: small modules matter more than fast writing.
#define SOMMET_CALLED [[gnu::noinline]]

namespace sommet::web {

class Text {
 public:
  SOMMET_CALLED void add(char c) { letters_.push_back(c); }
  SOMMET_CALLED void add(std::string_view text) {
    letters_.insert(letters_.end(), text.begin(), text.end());
  }
  SOMMET_CALLED void add_number(long long number) {
    char digits[24];
    int at = sizeof digits;
    u64 rest = number < 0 ? 0 - static_cast<u64>(number) : static_cast<u64>(number);
    do digits[--at] = static_cast<char>('0' + rest % 10);
    while (rest /= 10);
    if (number < 0) digits[--at] = '-';
    add(std::string_view(digits + at, sizeof digits - static_cast<std::size_t>(at)));
  }
  void clear() { letters_.clear(); }
  std::string_view view() const { return {letters_.data(), letters_.size()}; }

 private:
  std::vector<char> letters_;
};

// Writes one JSON value. Commas come by themselves; opening and closing is the caller's.
class Json {
 public:
  explicit Json(Text& out) : to_(&out) {}

  SOMMET_CALLED Json& open(char bracket) {
    separate();
    to_->add(bracket);
    first_ = true;
    return *this;
  }
  SOMMET_CALLED Json& close(char bracket) {
    to_->add(bracket);
    first_ = false;
    return *this;
  }
  // The name of an object's next value.
  SOMMET_CALLED Json& name(std::string_view name) {
    text(name);
    to_->add(':');
    first_ = true;
    return *this;
  }
  SOMMET_CALLED Json& name(const char* letters) { return name(std::string_view(letters)); }
  SOMMET_CALLED Json& text(const char* letters) { return text(std::string_view(letters)); }
  SOMMET_CALLED Json& text(std::string_view text) {
    separate();
    to_->add('"');
    for (const char c : text) add_escaped(c);
    to_->add('"');
    return *this;
  }
  SOMMET_CALLED Json& number(long long value) {
    separate();
    to_->add_number(value);
    return *this;
  }
  // Six digits after the point: finer than any difference that matters.
  SOMMET_CALLED Json& fraction(double value) {
    separate();
    const long long millionths = static_cast<long long>(value * 1e6 + (value < 0 ? -0.5 : 0.5));
    if (millionths < 0) to_->add('-');
    const long long size = millionths < 0 ? -millionths : millionths;
    to_->add_number(size / 1000000);
    to_->add('.');
    for (long long part = 100000; part; part /= 10)
      to_->add(static_cast<char>('0' + size / part % 10));
    return *this;
  }
  SOMMET_CALLED Json& boolean(bool value) {
    separate();
    to_->add(value ? "true" : "false");
    return *this;
  }
  SOMMET_CALLED Json& null() {
    separate();
    to_->add("null");
    return *this;
  }
  // A number from `least` on, or null for a smaller one: how the core says that there is none.
  SOMMET_CALLED Json& number_from(int least, int value) {
    return value < least ? null() : number(value);
  }
  Json& number_or_null(int card) { return number_from(1, card); }

 private:
  void separate() {
    if (!first_) to_->add(',');
    first_ = false;
  }
  void add_escaped(char c) {
    if (c == '"' || c == '\\') to_->add('\\');
    if (static_cast<u8>(c) >= 0x20) return to_->add(c);
    constexpr char HEX[] = "0123456789abcdef";
    to_->add("\\u00");
    to_->add(HEX[c >> 4]);
    to_->add(HEX[c & 15]);
  }

  Text* to_;
  bool first_ = true;
};

}  // namespace sommet::web
