// The interface of a module: the page writes a request into its memory and reads the answer there.
//
//   _initialize() → to be called once, before anything else
//   request(size) → where to write a request of that many bytes
//   answer()      → how many bytes the answer has
//   answer_at()   → where it lies, until the next request
#pragma once

#include "bindings/web/common/reply.hpp"

#define SOMMET_EXPORT(name) extern "C" __attribute__((export_name(#name)))

extern "C" void __wasm_call_ctors();

#define SOMMET_MODULE(calls)                                                                     \
  namespace {                                                                                    \
  sommet::web::Text answer_text;                                                                 \
  std::vector<char> request_letters;                                                             \
  }                                                                                              \
  SOMMET_EXPORT(_initialize) void sommet_initialize() { __wasm_call_ctors(); }                   \
  SOMMET_EXPORT(request) char* sommet_request(unsigned size) {                                   \
    request_letters.assign(size, 0);                                                             \
    return request_letters.data();                                                               \
  }                                                                                              \
  SOMMET_EXPORT(answer) unsigned sommet_answer() {                                               \
    sommet::web::answer_request(std::move(request_letters), calls, sizeof calls / sizeof *calls, \
                                answer_text);                                                    \
    return static_cast<unsigned>(answer_text.view().size());                                     \
  }                                                                                              \
  SOMMET_EXPORT(answer_at) const char* sommet_answer_at() { return answer_text.view().data(); }
