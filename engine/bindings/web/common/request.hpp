// A request as the page sends it: one JSON object.
#pragma once

#include "common/json.hpp"

namespace sommet::web {

using Request = JsonDocument;
using Value = JsonValue;
using ValueKind = JsonKind;

}  // namespace sommet::web
