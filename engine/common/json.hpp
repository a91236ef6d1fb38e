// A JSON text read into a flat list of values.
//
// Whatever the text is, nothing here traps: invalid JSON gives no document, and asking for
// something that is not there gives JsonKind::NONE, which is of no kind.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "common/device.hpp"

namespace sommet {

enum class JsonKind : u8 { NONE, NOTHING, BOOLEAN, NUMBER, TEXT, LIST, OBJECT };

struct JsonValue {
  JsonKind kind = JsonKind::NONE;
  bool truth = false;
  u32 name_at = 0, name_size = 0;  // of the member that this is
  u32 at = 0, size = 0;            // of a text or number, in the document's letters
  int first = -1, next = -1;       // the first value inside, and the one after this
};

class JsonDocument {
 public:
  // `letters` is changed: escapes are undone in place.
  static std::optional<JsonDocument> parse(std::vector<char> letters) {
    JsonDocument document(std::move(letters));
    if (!document.read_value(0) ||
        (document.skip_spaces(), document.at_ != document.letters_.size()))
      return std::nullopt;
    return document;
  }

  const JsonValue& root() const { return values_[0]; }
  [[gnu::noinline]] const JsonValue& member(const JsonValue& object, std::string_view name) const {
    if (object.kind == JsonKind::OBJECT)
      for (int i = object.first; i >= 0; i = values_[i].next)
        if (name_of(values_[i]) == name) return values_[i];
    return none_;
  }
  [[gnu::noinline]] const JsonValue& member(const JsonValue& object, const char* name) const {
    return member(object, std::string_view(name));
  }
  // Calls f(JsonValue) for everything in a list or object until it returns false.
  template <class F>
  bool each(const JsonValue& whole, F&& f) const {
    for (int i = whole.first; i >= 0; i = values_[i].next)
      if (!f(values_[i])) return false;
    return true;
  }
  std::string_view name_of(const JsonValue& value) const {
    return {letters_.data() + value.name_at, value.name_size};
  }
  std::string_view text(const JsonValue& value) const {
    if (value.kind != JsonKind::TEXT && value.kind != JsonKind::NUMBER) return {};
    return {letters_.data() + value.at, value.size};
  }
  // A whole number from 0, also when it is written as a text: seeds have 64 bits.
  [[gnu::noinline]] std::optional<u64> number(const JsonValue& value) const {
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

  explicit JsonDocument(std::vector<char> letters) : letters_(std::move(letters)) {}

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
        return read_inside(mine, JsonKind::OBJECT, '}', depth);
      case '[':
        return read_inside(mine, JsonKind::LIST, ']', depth);
      case '"':
        values_[mine].kind = JsonKind::TEXT;
        return read_text(values_[mine].at, values_[mine].size);
      case 't':
        values_[mine].truth = true;
        values_[mine].kind = JsonKind::BOOLEAN;
        return take_word("true");
      case 'f':
        values_[mine].kind = JsonKind::BOOLEAN;
        return take_word("false");
      case 'n':
        values_[mine].kind = JsonKind::NOTHING;
        return take_word("null");
      default:
        return read_number(values_[mine]);
    }
  }

  bool read_inside(std::size_t mine, JsonKind kind, char end, int depth) {
    ++at_;
    values_[mine].kind = kind;
    if (take(end)) return true;
    int before = -1;
    do {
      u32 name_at = 0, name_size = 0;
      if (kind == JsonKind::OBJECT) {
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

  bool read_number(JsonValue& value) {
    value.kind = JsonKind::NUMBER;
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
  std::vector<JsonValue> values_;
  std::size_t at_ = 0;
  JsonValue none_;
};

}  // namespace sommet
