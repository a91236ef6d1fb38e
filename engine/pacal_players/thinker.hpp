// Scores every action of a seat with the value network: the rest of the turn is looked at in full
// (the seat does its best, the opponent its worst for the seat), then the network judges what the
// seat will know at the start of the next turn.
#pragma once

#include "pacal_players/seen.hpp"

namespace sommet::pacal_players {

SOMMET_HD Chances certain(const Round& over, int seat) {
  if (over.winner == pacal::NOBODY) return {0, 1, 0};
  return over.winner == seat ? Chances{1, 0, 0} : Chances{0, 0, 1};
}

SOMMET_HD Knowledge knowledge(const Round& r, int seat, u64 unseen, int other_cards) {
  return {r.pyramid[seat], r.pyramid[seat ^ 1], r.hand[seat],
          unseen,          other_cards,         r.phase == Phase::OFFER && r.actor == seat};
}

// The best of the scores that are not done yet; some are left.
SOMMET_HD int best_left(const Chances* scores, const bool* done, int count) {
  int best = -1;
  for (int i = 0; i < count; ++i)
    if (!done[i] && (best < 0 || scores[i].score() > scores[best].score())) best = i;
  return best;
}

// `Judge` is what `evaluate` takes first: networks here, or the same on a GPU.
template <class Judge>
class Thinker {
 public:
  SOMMET_HD Thinker(const Judge& judge, const Seen& seen) : judge_(judge), seen_(seen) {}

  // Fills `out` with the chances after each of `actions`; `thorough` offers are looked at again in
  // full, as many as that. Of offers `leads`, where it is wanted, says how much better it is for the
  // opponent to take the second card than the first.
  SOMMET_HD_CALL void score(const Actions& actions, int thorough, Chances* out,
                            float* leads = nullptr) const {
    const Round& r = seen_.round;
    if (r.phase == Phase::OFFER) return score_offers(actions, thorough, out, leads);
    for (int i = 0; i < actions.count; ++i) {
      Round next = r;
      pacal::apply(next, seen_.rules, actions.list[i]);
      out[i] = r.phase == Phase::LAST ? last(next) : settle(next);
    }
  }

  // The value at the start of the next turn, or of a round that is over. Nothing that was unseen
  // is shown before then, so the opponent's hand is as large and as unknown as now.
  SOMMET_HD_CALL Chances leaf(const Round& r) const {
    if (r.phase == Phase::OVER) return certain(r, seen_.seat);
    return evaluate(judge_, knowledge(r, seen_.seat, seen_.unseen, seen_.other_cards), seen_.rules);
  }

  // Plays the rest of a turn's building, which `Left` builds end at the latest.
  template <int Left = 2>
  SOMMET_HD_CALL Chances settle(const Round& r) const {
    if (Left == 0 || r.phase != Phase::BUILD) return leaf(r);
    const bool own = r.actor == seen_.seat;
    Chances best;
    float most = -1;
    for (u32 fields = pacal::build_fields(r, seen_.rules); fields; fields &= fields - 1) {
      Round next = r;
      pacal::apply_build(next, seen_.rules, lowest(fields));
      const Chances c = settle<(Left > 0 ? Left - 1 : 0)>(next);
      const float s = own ? c.score() : 1.0f - c.score();
      if (s > most) most = s, best = c;
    }
    return best;
  }

  // First every pair with each card on its likely field, then the best pairs in full.
  SOMMET_HD_CALL void score_offers(const Actions& actions, int thorough, Chances* out,
                                   float* leads = nullptr) const {
    score_offers_quickly(actions, out, leads);
    bool done[pacal::MAX_CHOICES] = {};
    for (int t = 0; t < thorough && t < actions.count; ++t) {
      const int best = best_left(out, done, actions.count);
      done[best] = true;
      out[best] = full_offer(actions.list[best], leads ? leads + best : nullptr);
    }
  }

  // Every pair with each card on its likely field.
  SOMMET_HD_CALL void score_offers_quickly(const Actions& actions, Chances* out,
                                           float* leads = nullptr) const {
    const Round& r = seen_.round;
    int own[CARDS + 1], other[CARDS + 1];
    for (u64 hand = r.hand[seen_.seat]; hand; hand &= hand - 1) {
      const int card = lowest64(hand);
      own[card] = likely_field(card, true);
      other[card] = likely_field(card, false);
    }
    for (int i = 0; i < actions.count; ++i) {
      const Action& a = actions.list[i];
      const Chances x = quick(a, a.a, other, own), y = quick(a, a.b, other, own);
      out[i] = x.score() < y.score() ? x : y;
      if (leads) leads[i] = x.score() - y.score();
    }
  }

 private:
  // Last cards: the opponent's is any unseen one.
  SOMMET_HD_CALL Chances last(const Round& r) const {
    if (r.phase == Phase::OVER) return certain(r, seen_.seat);
    Chances total;
    int n = 0;
    for (u64 pool = seen_.unseen; pool; pool &= pool - 1, ++n) {
      Round full = r;
      full.hand[full.actor] = pool & (0 - pool);
      const Actions replies(full, seen_.rules);
      Chances worst;
      float least = 2;
      for (int i = 0; i < replies.count; ++i) {
        Round next = full;
        pacal::apply(next, seen_.rules, replies.list[i]);
        const Chances c = certain(next, seen_.seat);
        if (c.score() < least) least = c.score(), worst = c;
      }
      total.win += worst.win;
      total.draw += worst.draw;
      total.loss += worst.loss;
    }
    const float scale = 1.0f / static_cast<float>(n);
    return {total.win * scale, total.draw * scale, total.loss * scale};
  }

  // Where `card` goes on a pyramid when the other pyramid stays as it is; -1: nowhere.
  SOMMET_HD_CALL int likely_field(int card, bool own) const {
    const Round& r = seen_.round;
    const int builder = own ? seen_.seat : seen_.seat ^ 1;
    int best = -1;
    float most = -1;
    for (u32 fields = pacal::legal_fields(r.pyramid[builder], card, seen_.rules); fields;
         fields &= fields - 1) {
      const int f = lowest(fields);
      Knowledge k = knowledge(r, seen_.seat, seen_.unseen, seen_.other_cards);
      Pyramid& p = own ? k.own : k.other;
      pacal::build(p, card, f);
      if (pacal::is_complete(p)) return f;
      k.hand &= ~(1ull << card);
      k.offers = false;
      const float s = evaluate(judge_, k, seen_.rules).score();
      const float gain = own ? s : 1.0f - s;
      if (best < 0 || gain > most) most = gain, best = f;  // weights may lead to no number
    }
    return best;
  }

  SOMMET_HD_CALL Chances quick(Action offer, int taken, const int* other, const int* own) const {
    Round r = seen_.round;
    pacal::apply(r, seen_.rules, offer);
    pacal::apply_take(r, seen_.rules, taken);
    while (r.phase == Phase::BUILD)
      pacal::apply_build(r, seen_.rules, (r.actor == seen_.seat ? own : other)[r.card[r.actor]]);
    return leaf(r);
  }

  SOMMET_HD_CALL Chances full_offer(Action offer, float* lead) const {
    Round r = seen_.round;
    pacal::apply(r, seen_.rules, offer);
    Chances after[2];
    for (int i = 0; i < 2; ++i) {
      Round next = r;
      pacal::apply_take(next, seen_.rules, r.offer[i]);
      after[i] = settle(next);
    }
    if (lead) *lead = after[0].score() - after[1].score();
    return after[after[1].score() < after[0].score()];
  }

  const Judge judge_;
  const Seen& seen_;
};

// The index of the action to play: the best at temperature 0, else drawn with weights
// exp(score / temperature).
SOMMET_HD_CALL int pick(const Chances* chances, int count, float temperature, Random& random) {
  int best = 0;
  for (int i = 1; i < count; ++i)
    if (chances[i].score() > chances[best].score()) best = i;
  if (temperature <= 0) return best;
  double weight[pacal::MAX_CHOICES], total = 0;
  for (int i = 0; i < count; ++i)
    total += weight[i] = expf((chances[i].score() - chances[best].score()) / temperature);
  double x = static_cast<double>(random.next64() >> 11) * 0x1p-53 * total;
  for (int i = 0; i < count; ++i)
    if ((x -= weight[i]) < 0) return i;
  return best;
}

}  // namespace sommet::pacal_players
