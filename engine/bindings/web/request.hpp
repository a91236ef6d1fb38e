// A request as the page sends it: one JSON object, read into a flat list of values.
//
// Whatever the page sends, nothing here traps: a text that is no JSON gives no request, and asking
// for something that is not there gives Value::NONE, which is of no kind.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "common/device.hpp"

namespace sommet::web {

enum class ValueKind : u8 { NONE, NOTHING, BOOLEAN, NUMBER, TEXT, LIST, OBJECT };

struct Value {
  ValueKind kind = ValueKind::NONE;
  bool truth = false;
  u32 name_at = 0, name_size = 0;  // of the member that this is
  u32 at = 0, size = 0;            // of a text or number, in the request's letters
  int first = -1, next = -1;       // the first value inside, and the one after this
};

class Request {
 public:
  // `letters` is changed: escapes are undone in place.
  static std::optional<Request> parse(std::vector<char> letters) {
    Request request(std::move(letters));
    if (!request.read_value(0) || (request.skip_spaces(), request.at_ != request.letters_.size()))
      return std::nullopt;
    return request;
  }

  const Value& root() const { return values_[0]; }
  [[gnu::noinline]] const Value& member(const Value& object, std::string_view name) const {
    if (object.kind == ValueKind::OBJECT)
      for (int i = object.first; i >= 0; i = values_[i].next)
        if (name_of(values_[i]) == name) return values_[i];
    return none_;
  }
  // Calls f(Value) for everything in a list or object until it returns false.
  template <class F>
  bool each(const Value& whole, F&& f) const {
    for (int i = whole.first; i >= 0; i = values_[i].next)
      if (!f(values_[i])) return false;
    return true;
  }
  std::string_view name_of(const Value& value) const {
    return {letters_.data() + value.name_at, value.name_size};
  }
  std::string_view text(const Value& value) const {
    if (value.kind != ValueKind::TEXT && value.kind != ValueKind::NUMBER) return {};
    return {letters_.data() + value.at, value.size};
  }
  // A whole number from 0, also when it is written as a text: seeds have 64 bits.
  [[gnu::noinline]] std::optional<u64> number(const Value& value) const {
    const std::string_view digits = text(value);
    if (digits.empty() || digits.size() > 20) return std::nullopt;
    u64 result = 0;
    for (const char c : digits) {
      const u64 digit = static_cast<u64>(c - '0');
      if (digit > 9 || result > (~0ull - digit) / 10) return std::nullopt;
      result = result * 10 + digit;
    }
    return result;
  }

 private:
  static constexpr int DEEPEST = 12;

  explicit Request(std::vector<char> letters) : letters_(std::move(letters)) {}

  void skip_spaces() {
    while (at_ < letters_.size() && (letters_[at_] == ' ' || letters_[at_] == '\n' ||
                                     letters_[at_] == '\t' || letters_[at_] == '\r'))
      ++at_;
  }
  bool take(char c) {
    skip_spaces();
    if (at_ == letters_.size() || letters_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool take_word(std::string_view word) {
    if (std::string_view(letters_.data() + at_, letters_.size() - at_).substr(0, word.size()) !=
        word)
      return false;
    at_ += word.size();
    return true;
  }

  bool read_value(int depth) {
    skip_spaces();
    if (depth > DEEPEST || at_ == letters_.size()) return false;
    const std::size_t mine = values_.size();
    values_.emplace_back();
    switch (letters_[at_]) {
      case '{':
        return read_inside(mine, ValueKind::OBJECT, '}', depth);
      case '[':
        return read_inside(mine, ValueKind::LIST, ']', depth);
      case '"':
        values_[mine].kind = ValueKind::TEXT;
        return read_text(values_[mine].at, values_[mine].size);
      case 't':
        values_[mine].truth = true;
        values_[mine].kind = ValueKind::BOOLEAN;
        return take_word("true");
      case 'f':
        values_[mine].kind = ValueKind::BOOLEAN;
        return take_word("false");
      case 'n':
        values_[mine].kind = ValueKind::NOTHING;
        return take_word("null");
      default:
        return read_number(values_[mine]);
    }
  }

  bool read_inside(std::size_t mine, ValueKind kind, char end, int depth) {
    ++at_;
    values_[mine].kind = kind;
    if (take(end)) return true;
    int before = -1;
    do {
      u32 name_at = 0, name_size = 0;
      if (kind == ValueKind::OBJECT) {
        skip_spaces();
        if (!read_text(name_at, name_size) || !take(':')) return false;
      }
      const int child = static_cast<int>(values_.size());
      if (!read_value(depth + 1)) return false;
      values_[child].name_at = name_at;
      values_[child].name_size = name_size;
      (before < 0 ? values_[mine].first : values_[before].next) = child;
      before = child;
    } while (take(','));
    return take(end);
  }

  bool read_number(Value& value) {
    value.kind = ValueKind::NUMBER;
    value.at = static_cast<u32>(at_);
    while (at_ < letters_.size() &&
           std::string_view("+-.0123456789eE").find(letters_[at_]) != std::string_view::npos)
      ++at_;
    value.size = static_cast<u32>(at_) - value.at;
    return value.size > 0;
  }

  bool read_text(u32& at, u32& size) {
    if (at_ == letters_.size() || letters_[at_] != '"') return false;
    std::size_t to = ++at_;
    at = static_cast<u32>(to);
    while (at_ < letters_.size() && letters_[at_] != '"') {
      if (letters_[at_] != '\\') {
        letters_[to++] = letters_[at_++];
      } else if (!read_escape(to)) {
        return false;
      }
    }
    if (at_ == letters_.size()) return false;
    ++at_;
    size = static_cast<u32>(to) - at;
    return true;
  }

  bool read_escape(std::size_t& to) {
    if (at_ + 1 >= letters_.size()) return false;
    const char kind = letters_[at_ + 1];
    at_ += 2;
    const std::size_t found = std::string_view("\"\\/bfnrt").find(kind);
    if (found != std::string_view::npos) {
      letters_[to++] = "\"\\/\b\f\n\r\t"[found];
      return true;
    }
    if (kind != 'u' || at_ + 4 > letters_.size()) return false;
    u32 code = 0;
    for (int i = 0; i < 4; ++i) {
      const char c = letters_[at_++];
      const int digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
      if (digit < 0) return false;
      code = code * 16 + static_cast<u32>(digit);
    }
    // All names and texts of the games are ASCII; anything else only has to differ from them.
    letters_[to++] = code < 0x80 ? static_cast<char>(code) : '?';
    return true;
  }

  std::vector<char> letters_;
  std::vector<Value> values_;
  std::size_t at_ = 0;
  Value none_;
};

}  // namespace sommet::web
