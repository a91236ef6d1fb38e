// Scores actions against an opponent who answers with what it sees itself: hands that it may hold
// are drawn, in each of them it takes and builds as its own networks say, and the seat goes by the
// mean over these answers. The seat itself chooses by what it knows, once for all hands that look
// the same to it, so it never counts on knowing the hidden cards later.
#pragma once

#include "pacal_players/thinker.hpp"

namespace sommet::pacal_players {

constexpr int OFFERS_READ = 12;  // the offers that look best, each read with all hands

template <class Judge>
class Reader {
 public:
  // `theirs` judges for the opponent. As many hands are drawn as `evaluations` allow, about so
  // many in all; the same hands for each action.
  SOMMET_HD Reader(const Judge& own, const Judge& theirs, const Seen& seen, int evaluations)
      : theirs_(theirs), seen_(seen), thinker_(own, seen), evaluations_(evaluations) {}

  // The number of the action to play.
  SOMMET_HD_CALL int choose(const Actions& actions, Random& random) {
    Chances chances[pacal::MAX_CHOICES];
    const Phase phase = seen_.round.phase;
    if (phase == Phase::LAST) {
      thinker_.score(actions, 0, chances);
      return pick(chances, actions.count, 0, random);
    }
    int order[pacal::MAX_CHOICES], count = actions.count;
    if (phase == Phase::OFFER) {
      thinker_.score_offers_quickly(actions, chances);
      count = best_first(chances, actions.count, order);
    } else {
      for (int i = 0; i < count; ++i) order[i] = i;
    }
    int cost = 0;
    for (int t = 0; t < count; ++t) cost += cost_of(actions.list[order[t]]);
    const int hands = evaluations_ / (cost + 1);
    hands_ = hands < 1 ? 1 : hands > MOST_HANDS ? MOST_HANDS : hands;
    int best = 0;
    float most = -1;
    for (int t = 0; t < count; ++t) {
      Round next = seen_.round;
      pacal::apply(next, seen_.rules, actions.list[order[t]]);
      const float score = phase == Phase::OFFER ? read_offer(next, random) : read(next, random);
      if (score > most) most = score, best = order[t];
    }
    return best;
  }

 private:
  static constexpr int MOST_HANDS = 256;

  // The offers to read, those that look best first; returns how many.
  SOMMET_HD_CALL int best_first(const Chances* chances, int actions, int* order) const {
    bool done[pacal::MAX_CHOICES] = {};
    int count = 0;
    for (; count < OFFERS_READ && count < actions; ++count) {
      order[count] = best_left(chances, done, actions);
      done[order[count]] = true;
    }
    return count;
  }

  SOMMET_HD int fields(int seat, int card) const {
    return popcount(pacal::legal_fields(seen_.round.pyramid[seat], card, seen_.rules));
  }

  // About how often a network is asked to read an action with one hand.
  SOMMET_HD_CALL int cost_of(const Action& action) const {
    const Round& r = seen_.round;
    const int me = seen_.seat;
    if (action.kind == Kind::OFFER)
      return fields(other(), action.a) * fields(me, action.b) +
             fields(other(), action.b) * fields(me, action.a);
    if (action.kind == Kind::TAKE)
      return fields(me, action.a) * fields(other(), r.offer[0] + r.offer[1] - action.a);
    return r.card[other()] ? fields(other(), r.card[other()]) : 0;
  }

  // What one of the opponent's two cards and fields is: the card's place in the offer, the field.
  struct Answer {
    int card = 0, field = FIELDS;  // FIELDS: the card fits nowhere
  };

  SOMMET_HD int other() const { return seen_.seat ^ 1; }

  SOMMET_HD Round with_hand(const Round& r, Random& random) const {
    Round full = r;
    u64 pool = seen_.unseen;
    full.hand[other()] = pacal::draw_cards(pool, seen_.other_cards, random);
    return full;
  }

  // The opponent takes one of two cards and builds; then the seat builds.
  SOMMET_HD_CALL float read_offer(const Round& r, Random random) const {
    u16 count[2][FIELDS + 1] = {};
    for (int h = 0; h < hands_; ++h) {
      const Answer a = answer_offer(with_hand(r, random));
      ++count[a.card][a.field];
    }
    float total = 0;
    for (int card = 0; card < 2; ++card)
      for (int field = 0; field <= FIELDS; ++field) {
        if (!count[card][field]) continue;
        Round next = r;
        pacal::apply_take(next, seen_.rules, r.offer[card]);
        if (field < FIELDS) pacal::apply_build(next, seen_.rules, field);
        total += static_cast<float>(count[card][field]) * thinker_.template settle<1>(next).score();
      }
    return total / static_cast<float>(hands_);
  }

  SOMMET_HD_CALL Answer answer_offer(const Round& full) const {
    const Seen theirs = see(full, seen_.rules, other());
    const Thinker<Judge> thinker(theirs_, theirs);
    Answer best;
    float most = -1;
    for (int card = 0; card < 2; ++card) {
      Round taken = theirs.round;
      pacal::apply_take(taken, seen_.rules, full.offer[card]);
      if (taken.phase != Phase::BUILD || taken.actor != other()) {
        const float score = thinker.template settle<1>(taken).score();
        if (score > most) most = score, best = {card, FIELDS};
        continue;
      }
      for (u32 fields = pacal::build_fields(taken, seen_.rules); fields; fields &= fields - 1) {
        Round built = taken;
        pacal::apply_build(built, seen_.rules, lowest(fields));
        const float score = thinker.template settle<1>(built).score();
        if (score > most) most = score, best = {card, lowest(fields)};
      }
    }
    return best;
  }

  // After the seat has taken or built: it builds what it took, then the opponent builds.
  SOMMET_HD_CALL float read(const Round& r, const Random& random) const {
    if (r.phase != Phase::BUILD || r.actor != seen_.seat) return read_building(r, random);
    float most = -1;
    for (u32 fields = pacal::build_fields(r, seen_.rules); fields; fields &= fields - 1) {
      Round next = r;
      pacal::apply_build(next, seen_.rules, lowest(fields));
      const float score = read_building(next, random);
      if (score > most) most = score;
    }
    return most;
  }

  SOMMET_HD_CALL float read_building(const Round& r, Random random) const {
    if (r.phase != Phase::BUILD) return thinker_.leaf(r).score();
    const u32 choices = pacal::build_fields(r, seen_.rules);
    u16 count[FIELDS] = {};
    if (!(choices & (choices - 1)))
      count[lowest(choices)] = static_cast<u16>(hands_);
    else
      for (int h = 0; h < hands_; ++h) ++count[answer_building(with_hand(r, random), choices)];
    float total = 0;
    for (int field = 0; field < FIELDS; ++field) {
      if (!count[field]) continue;
      Round next = r;
      pacal::apply_build(next, seen_.rules, field);
      total += static_cast<float>(count[field]) * thinker_.leaf(next).score();
    }
    return total / static_cast<float>(hands_);
  }

  SOMMET_HD_CALL int answer_building(const Round& full, u32 choices) const {
    const Seen theirs = see(full, seen_.rules, other());
    const Thinker<Judge> thinker(theirs_, theirs);
    int best = lowest(choices);
    float most = -1;
    for (; choices; choices &= choices - 1) {
      Round next = theirs.round;
      pacal::apply_build(next, seen_.rules, lowest(choices));
      const float score = thinker.leaf(next).score();
      if (score > most) most = score, best = lowest(choices);
    }
    return best;
  }

  const Judge& theirs_;
  const Seen& seen_;
  const Thinker<Judge> thinker_;
  const int evaluations_;
  int hands_ = 1;
};

}  // namespace sommet::pacal_players
