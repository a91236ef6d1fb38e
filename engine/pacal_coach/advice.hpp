// The Pacal coach: the chance to win of each possible action, how sure it is, and why.
//
// The duel's chances are what the best player expects, put right by how rounds of the best player
// against itself really ended. They assume good play by both sides and nothing about the hidden
// cards beyond what the seat can see.
#pragma once

#include <cmath>

#include "pacal_coach/reasons.hpp"
#include "pacal_players/solo_levels.hpp"

namespace sommet::pacal_coach {

// Slope and shift on the log-odds.
struct Curve {
  double slope, shift;
};

// By phase (offer, take, build, last), of winning and of losing: fitted by sommet.learn.calibrate
// to 502,835 decisions of 10,000 rounds.
inline constexpr Curve CURVES[4][2] = {
    {{0.9663, -0.1266}, {0.9725, 0.1136}},
    {{1.0468, -0.119}, {1.0252, 0.1177}},
    {{1.0191, -0.1788}, {1.0144, 0.1769}},
    {{1.4023, -2.7545}, {1.1943, 1.8931}},
};
inline constexpr double CERTAIN = 1e-4;      // nearer to 0 or 1 a chance counts as certain
inline constexpr double MODEL_ERROR = 0.12;  // near one half, measured by playing rounds on
inline constexpr float CLEAR_TAKE = 0.05f;   // by this much a card is better to take than the other
inline constexpr double SOLO_MARGIN = 0.03;  // solo with covering: nine times out of ten no more

struct Advice {
  Action action;
  double win, draw;
  double margin;  // half of the interval in which the true chance lies nine times out of ten
  Reasons reasons;

  // Wins and half of the draws: what the best player goes by.
  double score() const { return win + draw / 2; }
};

using AdviceList = std::vector<Advice>;

// A chance put right by a curve; 0 and 1 stay certain.
inline double calibrate(double chance, Curve curve) {
  if (chance <= CERTAIN || chance >= 1 - CERTAIN) return chance;
  const double logit = curve.slope * std::log(chance / (1 - chance)) + curve.shift;
  return 1 / (1 + std::exp(-logit));
}

// How sure a chance is: certain at 0 and 1, least sure in the middle.
inline double margin_of(double chance) {
  return 1.645 * MODEL_ERROR * std::sqrt(4 * chance * (1 - chance));
}

// Puts advice behind all that is at least as good, so that equals stay in the order of the rules.
inline void insert_by_score(AdviceList& list, Advice advice) {
  std::size_t at = list.size();
  while (at && list[at - 1].score() < advice.score()) --at;
  list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), std::move(advice));
}

// On every action of the seat to act, the best first.
inline AdviceList advise(const Seen& seen, const pacal_players::Networks& networks) {
  using namespace pacal_players;
  const Actions actions(seen.round, seen.rules);
  Chances chances[pacal::MAX_CHOICES];
  float leads[pacal::MAX_CHOICES] = {};
  Thinker(networks, seen).score(actions, THOROUGH, chances, leads);
  const Curve* const curves = CURVES[static_cast<int>(seen.round.phase)];
  AdviceList list;
  for (int i = 0; i < actions.count; ++i) {
    double win = calibrate(static_cast<double>(chances[i].win), curves[0]);
    double loss = calibrate(static_cast<double>(chances[i].loss), curves[1]);
    if (const double both = win + loss; both > 1) {
      win /= both;
      loss /= both;
    }
    const Action action = actions.list[i];
    const int taken = leads[i] >= CLEAR_TAKE ? action.b : leads[i] <= -CLEAR_TAKE ? action.a : 0;
    insert_by_score(list,
                    {action, win, 1 - win - loss, margin_of(win), explain(seen, action, taken)});
  }
  return list;
}

// On every field of a solo game where the card drawn fits, the best first. The network is only
// needed where covering is allowed: without it the odds are exact. Rule PAC-12.
inline AdviceList advise(const pacal_players::SoloSeen& seen,
                         const pacal_players::SoloNetwork* weights) {
  const bool exact = !seen.rules.solo_cover;
  const auto blocked = [&](const Pyramid& p) -> u32 { return exact ? p.filled : p.doubled; };
  AdviceList list;
  for (u32 fields = pacal_players::fields_of(seen); fields; fields &= fields - 1) {
    const int field = lowest(fields);
    const double win = pacal_players::chance_after(seen, weights, field);
    Reasons reasons = explain_build(seen.pyramid, seen.card, field, 0, seen.unseen, blocked);
    if (exact) reasons.push_back({Remark::EXACT});
    const double margin = exact || win == 0 || win == 1 ? 0 : SOLO_MARGIN;
    insert_by_score(
        list,
        {{pacal::Kind::BUILD, static_cast<u8>(field), 0}, win, 0, margin, std::move(reasons)});
  }
  return list;
}

}  // namespace sommet::pacal_coach
