// Pacal alone as learners see it (PAC-10 to PAC-12).
//
// Actions (10): build the drawn card on field 1 … 10.
//
// Observation (78 bytes; cards are numbers 1 to 50, 0 stands for none):
//   0 … 49    cards not drawn yet          50 … 59   visible cards       60 … 69  covered cards
//   70        the card to build            71        cards built so far
//   72 … 77   rules, as in pacal_game.hpp
#pragma once

#include "batch/pacal_game.hpp"

namespace sommet::batch {

struct SoloGame {
  using Settings = PacalSettings;
  static constexpr int SEATS = 1, OBSERVATION = 78, ACTIONS = pacal::FIELDS;

  pacal::Solo solo;
  Random stream{0};
  u64 deal_seed = 0;  // sommet.pacal.Solo.deal(options, deal_seed) is this game
  bool over = false;

  void begin(const Settings& settings, u64 seed) {
    stream = Random(seed);
    deal(settings);
  }

  void deal(const Settings& settings) {
    deal_seed = stream.next64();
    Random random(deal_seed);
    u8 deck[pacal::CARDS];
    pacal::shuffled_deck(deck, random);
    solo = pacal::solo_from_deck(deck, settings.rules);
    over = false;
  }

  int actor() const { return 0; }
  float result(int) const { return solo.status == pacal::SoloStatus::WON ? 1.0f : 0.0f; }

  bool is_legal(const Settings& settings, long action) const {
    return action >= 0 && action < ACTIONS &&
           (pacal::solo_fields(solo, settings.rules) >> action & 1);
  }

  void act(const Settings& settings, int action) {
    pacal::apply_solo(solo, settings.rules, action);
    over = solo.status != pacal::SoloStatus::BUILDING;
  }

  template <class F>
  void for_each_action(const Settings& settings, F&& f) const {
    for (u32 b = pacal::solo_fields(solo, settings.rules); b; b &= b - 1) f(lowest(b));
  }

  int random_action(const Settings& settings, Random& random) const {
    return pacal::random_field(pacal::solo_fields(solo, settings.rules), random);
  }

  void write_mask(const Settings& settings, u8* out, bool) const {
    write_bits<ACTIONS>(pacal::solo_fields(solo, settings.rules), out);
  }

  void observe(const Settings& settings, int, u8* out) const {
    u64 drawn = 0;
    for (int i = 0; i < solo.drawn; ++i) drawn |= 1ull << solo.pile[i];
    write_bits<pacal::CARDS>((pacal::ALL_CARDS & ~drawn) >> 1, out);
    std::memcpy(out + 50, solo.pyramid.top, 10);
    std::memcpy(out + 60, solo.pyramid.under, 10);
    const bool won = solo.status == pacal::SoloStatus::WON;
    out[70] = won ? 0 : static_cast<u8>(pacal::drawn_card(solo));
    out[71] = static_cast<u8>(pacal::cards_built(solo.pyramid));
    write_rules(settings.rules, out + 72);
  }
};

}  // namespace sommet::batch
