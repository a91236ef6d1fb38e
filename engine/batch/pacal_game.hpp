// The Pacal duel as learners see it: one round is one game, actions are numbered, observations are
// bytes and hold what one seat may know.
//
// Actions (1238):
//   0 … 1224     offer two cards a < b: pairs by a, then b                                 PAC-3
//   1225, 1226   take the lower, the higher card on offer
//   1227 … 1236  build on field 1 … 10                                                     PAC-4
//   1237         decline to build the last card                                            PAC-6
// Offers name cards, not places in the hand: an action is public, and a place would tell the other
// player how the offered cards lie among the hidden ones.
//
// Observation of a seat (163 bytes; cards are numbers 1 to 50, 0 stands for none):
//   0 … 49      own hand, 1 for a card held      50 … 99    cards whose place this seat can't know
//   100 … 109   own pyramid, visible cards       110 … 119  own pyramid, covered cards
//   120 … 129   the other's, visible cards       130 … 139  the other's, covered cards
//   140, 141    cards on offer, lower first
//   142, 143    card received and not built: own, the other's
//   144, 145    apex card: own, the other's
//   146 … 149   phase: offer, take, build, last
//   150         turn, 1 to 15                    151        1 if this seat offers in this turn
//   152         1 if this seat is to act         153, 154   declined: own, the other's
//   155, 156    hand size: own, the other's
//   157 … 162   rules: largest difference wins, solo covers, most fields if stuck, most fields at
//               the end, fewest covers break ties, covering always allowed
#pragma once

#include "batch/bits.hpp"
#include "pacal/playout.hpp"

namespace sommet::batch {

namespace offers {

constexpr int COUNT = pacal::CARDS * (pacal::CARDS - 1) / 2;

struct Table {
  u8 low[COUNT]{}, high[COUNT]{};
  short row[pacal::CARDS + 1]{};  // number of the pair (a, a + 1)
};

inline constexpr Table TABLE = [] {
  Table table;
  int next = 0;
  for (int a = 1; a <= pacal::CARDS; ++a) {
    table.row[a] = static_cast<short>(next);
    for (int b = a + 1; b <= pacal::CARDS; ++b, ++next) {
      table.low[next] = static_cast<u8>(a);
      table.high[next] = static_cast<u8>(b);
    }
  }
  return table;
}();

inline int number(int low, int high) { return TABLE.row[low] + high - low - 1; }

}  // namespace offers

struct PacalSettings {
  pacal::Rules rules;
};

inline void write_rules(const pacal::Rules& rules, u8* out) {
  out[0] = rules.largest_wins;
  out[1] = rules.solo_cover;
  out[2] = rules.fields_if_stuck;
  out[3] = rules.fields_at_end;
  out[4] = rules.covers_break_tie;
  out[5] = rules.cover_anytime;
}

struct PacalGame {
  using Settings = PacalSettings;
  static constexpr int SEATS = 2, OBSERVATION = 163;
  static constexpr int TAKE = offers::COUNT, BUILD = TAKE + 2, DECLINE = BUILD + pacal::FIELDS;
  static constexpr int ACTIONS = DECLINE + 1;

  pacal::Round round;
  Random stream{0};   // gives the seed of each deal
  u64 deal_seed = 0;  // sommet.pacal.Round.deal(options, deal_seed) is this round
  bool over = false;

  void begin(const Settings& settings, u64 seed) {
    stream = Random(seed);
    deal(settings);
  }

  void deal(const Settings&) {
    deal_seed = stream.next64();
    Random random(deal_seed);
    round = pacal::deal_round(random);
    over = false;
  }

  int actor() const { return round.actor; }
  float result(int seat) const {
    return round.winner == pacal::NOBODY ? 0.0f : round.winner == seat ? 1.0f : -1.0f;
  }

  pacal::Action decode(int number) const {
    if (number < TAKE)
      return {pacal::Kind::OFFER, offers::TABLE.low[number], offers::TABLE.high[number]};
    if (number < BUILD) return {pacal::Kind::TAKE, round.offer[number - TAKE], 0};
    if (number < DECLINE) return {pacal::Kind::BUILD, static_cast<u8>(number - BUILD), 0};
    return {pacal::Kind::DECLINE, 0, 0};
  }
  int encode(pacal::Action action) const {
    switch (action.kind) {
      case pacal::Kind::OFFER:
        return offers::number(action.a, action.b);
      case pacal::Kind::TAKE:
        return TAKE + (action.a == round.offer[1]);
      case pacal::Kind::BUILD:
        return BUILD + action.a;
      default:
        return DECLINE;
    }
  }

  bool is_legal(const Settings& settings, long action) const {
    return !over && action >= 0 && action < ACTIONS &&
           pacal::is_legal(round, settings.rules, decode(static_cast<int>(action)));
  }

  // The action must be legal.
  void act(const Settings& settings, int action) {
    pacal::apply(round, settings.rules, decode(action));
    over = round.phase == pacal::Phase::OVER;
  }

  template <class F>
  void for_each_action(const Settings& settings, F&& f) const {
    pacal::for_each_action(round, settings.rules, [&](pacal::Action a) { f(encode(a)); });
  }

  int random_action(const Settings& settings, Random& random) const {
    return encode(pacal::random_action(round, settings.rules, random));
  }

  // `clean`: no offer is marked in `out`, so only the end needs writing.
  void write_mask(const Settings& settings, u8* out, bool clean) const {
    if (!clean) std::memset(out, 0, TAKE);
    if (round.phase == pacal::Phase::OFFER) {
      for (u64 lows = round.hand[round.actor]; lows & (lows - 1); lows &= lows - 1) {
        const int low = lowest64(lows);
        write_bits(lows >> (low + 1), pacal::CARDS - low, out + offers::TABLE.row[low]);
      }
    }
    out[TAKE] = out[TAKE + 1] = round.phase == pacal::Phase::TAKE;
    write_bits<pacal::FIELDS>(pacal::build_fields(round, settings.rules), out + BUILD);
    out[DECLINE] = round.phase == pacal::Phase::LAST;
  }
  bool marks_offers() const { return round.phase == pacal::Phase::OFFER; }

  void observe(const Settings& settings, int seat, u8* out) const {
    const pacal::Round& r = round;
    const int other = seat ^ 1;
    write_bits<pacal::CARDS>(r.hand[seat] >> 1, out);
    write_bits<pacal::CARDS>((pacal::ALL_CARDS & ~pacal::seen_cards(r, seat)) >> 1, out + 50);
    std::memcpy(out + 100, r.pyramid[seat].top, 10);
    std::memcpy(out + 110, r.pyramid[seat].under, 10);
    std::memcpy(out + 120, r.pyramid[other].top, 10);
    std::memcpy(out + 130, r.pyramid[other].under, 10);
    out[140] = r.offer[0];
    out[141] = r.offer[1];
    out[142] = r.card[seat];
    out[143] = r.card[other];
    out[144] = r.apex[seat];
    out[145] = r.apex[other];
    for (int phase = 0; phase < 4; ++phase) out[146 + phase] = static_cast<int>(r.phase) == phase;
    out[150] = r.turn;
    out[151] = pacal::offerer(r) == seat;
    out[152] = r.actor == seat;
    out[153] = r.declined >> seat & 1;
    out[154] = r.declined >> other & 1;
    out[155] = static_cast<u8>(popcount64(r.hand[seat]));
    out[156] = static_cast<u8>(popcount64(r.hand[other]));
    write_rules(settings.rules, out + 157);
  }
};

}  // namespace sommet::batch
