#include "pylos_tablebase/packed_file.hpp"

#include "common/crc32.hpp"
#include "common/inflate.hpp"

namespace sommet::pylos_tablebase {

namespace {

constexpr std::string_view LETTERS = "SOMMETPK";
constexpr u64 ALIGN = 64, BLOCK_BYTES = 1 << 16, SUM = 4;
constexpr u64 LARGEST_MODEL = u64{1} << 26;

// Takes the sums off the end; true where all are right, else the block that is not.
bool check_sums(Part& file, u64& wrong) {
  const u64 blocks = (file.size - SUM + BLOCK_BYTES + SUM - 1) / (BLOCK_BYTES + SUM);
  const u64 body = file.size - SUM * blocks;
  for (wrong = 0; wrong < blocks; ++wrong) {
    const u64 at = wrong * BLOCK_BYTES;
    u32 sum;
    std::memcpy(&sum, file.bytes + body + SUM * wrong, SUM);
    if (at > body ||
        crc32(file.bytes + at, body - at < BLOCK_BYTES ? body - at : BLOCK_BYTES) != sum)
      return false;
  }
  file.size = body;
  return true;
}

}  // namespace

FileFault open_packed(Part whole, PackedFile& file) {
  using What = FileFault::What;
  if (!FileHeader::has_letters(whole, LETTERS)) return {What::FOREIGN};
  u64 wrong;
  if (!check_sums(whole, wrong)) return {What::CHECKSUM, wrong};
  if (whole.size < FileHeader::LETTERS + FileHeader::LENGTH) return {What::HEADER};
  FileHeader header;
  if (const FileFault fault = header.read(whole, PACKED_FORMAT)) return fault;
  file.base = header.base;
  file.rules = header.rules;
  u64 at = header.end;
  const auto next = [&](std::string_view name, Part& part) {
    const auto size = header.number(header.member(header.member("sections"), name));
    at = (at + ALIGN - 1) / ALIGN * ALIGN;
    if (!size || at > whole.size || *size > whole.size - at) return false;
    part = {whole.bytes + at, *size};
    at += *size;
    return true;
  };
  Part model;
  if (!next("model", model) || !next("groups", file.groups) || !next("data", file.data))
    return {What::PARTS};
  file.model.clear();
  if (!inflate(model.bytes, model.size, LARGEST_MODEL, file.model)) return {What::PARTS};
  return {};
}

}  // namespace sommet::pylos_tablebase
