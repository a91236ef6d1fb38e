// What a call gives back: {"ok": …} or {"refused": …}.
//
// A refusal has the form of the protocol's Refusal, without the key, which is always
// `refused.{code}`; `at` says which of several moves it is about.
#pragma once

#include "bindings/web/common/request.hpp"
#include "bindings/web/common/text.hpp"

namespace sommet::web {

struct Param {
  std::string_view name, value;
};

class Reply {
 public:
  explicit Reply(Text& out) : out_(out), json_(out) {
    out_.clear();
    json_.open('{').name("ok");
  }

  Json& json() { return json_; }
  bool failed() const { return failed_; }

  // Gives up whatever was written and says why instead. Always returns false.
  SOMMET_CALLED bool refuse(const char* code, const char* clause, const char* sentence,
                            std::initializer_list<Param> params = {}, int at = -1) {
    failed_ = true;
    out_.clear();
    json_ = Json(out_);
    json_.open('{').name("refused").open('{').name("code").text(code);
    json_.name("params").open('{');
    for (const Param& param : params) json_.name(param.name).text(param.value);
    json_.close('}').name("clause");
    if (!*clause) {
      json_.null();
    } else {
      json_.text(clause);
    }
    json_.name("sentence").text(sentence).name("at");
    if (at < 0) {
      json_.null();
    } else {
      json_.number(at);
    }
    json_.close('}');
    return false;
  }
  SOMMET_CALLED bool refuse_request(const char* where, const char* why) {
    return refuse("malformed", "", why, {{"where", where}, {"reason", "value"}, {"why", why}});
  }

  void finish() { json_.close('}'); }

 private:
  Text& out_;
  Json json_;
  bool failed_ = false;
};

// One thing that a module can be asked for.
struct Call {
  std::string_view name;
  void (*answer)(const Request&, Reply&);
};

// Looks up the request's `call` and lets it answer.
inline void answer_request(std::vector<char> letters, const Call* calls, int count, Text& out) {
  Reply reply(out);
  const std::optional<Request> request = Request::parse(std::move(letters));
  if (!request) {
    reply.refuse_request("", "the request is not JSON");
    return reply.finish();
  }
  const std::string_view name = request->text(request->member(request->root(), "call"));
  for (int i = 0; i < count; ++i) {
    if (calls[i].name != name) continue;
    calls[i].answer(*request, reply);
    return reply.finish();
  }
  reply.refuse_request("call", "there is no such call");
  reply.finish();
}

}  // namespace sommet::web
