// How files about solved rules begin: eight letters that name the kind of file, the header's length
// (4 bytes), the header (JSON) with the format's number and the rules that the file was made for.
#pragma once

#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "common/json.hpp"
#include "pylos/rules.hpp"

namespace sommet::pylos_tablebase {

// Why a file cannot be used. `number` is the block whose checksum is wrong, or the format.
struct FileFault {
  enum class What : u8 { NONE, FOREIGN, CHECKSUM, HEADER, FORMAT, PARTS };
  What what = What::NONE;
  u64 number = 0;

  explicit operator bool() const { return what != What::NONE; }
};

// Some bytes of a file.
struct Part {
  const u8* bytes = nullptr;
  u64 size = 0;
};

class FileHeader {
 public:
  static constexpr u64 LETTERS = 8, LENGTH = 4;

  static bool has_letters(Part file, std::string_view letters) {
    return file.size >= LETTERS + LENGTH &&
           std::string_view(reinterpret_cast<const char*>(file.bytes), LETTERS) == letters;
  }

  // Reads the header of a file whose letters and checksums are right.
  FileFault read(Part file, u64 format) {
    using What = FileFault::What;
    u32 length;
    std::memcpy(&length, file.bytes + LETTERS, LENGTH);
    if (length > file.size - LETTERS - LENGTH) return {What::HEADER};
    const char* const text = reinterpret_cast<const char*>(file.bytes) + LETTERS + LENGTH;
    json_ = JsonDocument::parse(std::vector<char>(text, text + length));
    if (!json_) return {What::HEADER};
    const std::optional<u64> found = number(member("format"));
    if (!found) return {What::HEADER};
    if (*found != format) return {What::FORMAT, *found};
    if (!read_rules()) return {What::HEADER};
    end = LETTERS + LENGTH + length;
    return {};
  }

  const JsonValue& member(std::string_view name) const {
    return json_->member(json_->root(), name);
  }
  const JsonValue& member(const JsonValue& of, std::string_view name) const {
    return json_->member(of, name);
  }
  std::optional<u64> number(const JsonValue& value) const { return json_->number(value); }
  std::string_view text(const JsonValue& value) const { return json_->text(value); }
  template <class F>
  bool each(const JsonValue& whole, F&& f) const {
    return json_->each(whole, f);
  }

  u64 end = 0;  // where the header ends in the file
  int base = 0;
  pylos::Rules rules{};

 private:
  bool read_rules() {
    const JsonValue& tag = member("rules");
    const std::optional<u64> size = number(member(tag, "base"));
    const JsonValue &squares = member(tag, "squares"), &lines = member(tag, "lines");
    const std::string_view takeback = text(member(tag, "takeback"));
    const std::string_view reserve = text(member(tag, "reserve"));
    if (!size || (*size != 3 && *size != 4) || squares.kind != JsonKind::BOOLEAN ||
        lines.kind != JsonKind::BOOLEAN || (takeback != "optional" && takeback != "compulsory") ||
        (reserve != "may-raise" && reserve != "lose"))
      return false;
    base = static_cast<int>(*size);
    rules = {squares.truth, lines.truth, takeback == "optional", reserve == "may-raise"};
    return true;
  }

  std::optional<JsonDocument> json_;
};

}  // namespace sommet::pylos_tablebase
