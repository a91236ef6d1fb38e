// A round or a solo game together with its deal, its rules and what has been played: the immutable
// value behind sommet.pacal.Round and sommet.pacal.Solo. Host only.
//
// Actions travel as small codes, so that Python can keep one object per action:
//   0 … 4095      offer: lower card * 64 + higher card
//   4096 + card   take
//   4160 + field  build (fields 0 to 9)
//   4170          decline
#pragma once

#include <cstddef>
#include <cstring>

#include "common/wrong_input.hpp"
#include "pacal/options.hpp"
#include "pacal/playout.hpp"

namespace sommet::pacal {

constexpr int TAKE_CODES = 4096, BUILD_CODES = 4160, DECLINE_CODE = 4170, CODES = 4171;

inline int action_code(Action action) {
  switch (action.kind) {
    case Kind::OFFER:
      return action.a * 64 + action.b;
    case Kind::TAKE:
      return TAKE_CODES + action.a;
    case Kind::BUILD:
      return BUILD_CODES + action.a;
    case Kind::DECLINE:
      return DECLINE_CODE;
  }
  return DECLINE_CODE;
}

// Codes outside the table above give an action that is never legal.
inline Action decode_action(int code) {
  if (code == DECLINE_CODE) return {Kind::DECLINE, 0, 0};
  if (code < 0 || code >= CODES) return {Kind::BUILD, FIELDS, 0};
  if (code >= BUILD_CODES) return {Kind::BUILD, static_cast<u8>(code - BUILD_CODES), 0};
  if (code >= TAKE_CODES) return {Kind::TAKE, static_cast<u8>(code - TAKE_CODES), 0};
  return {Kind::OFFER, static_cast<u8>(code >> 6), static_cast<u8>(code & 63)};
}

struct Deck {
  u8 card[CARDS];
};

// What is wrong with a deck's cards, or nullptr.
inline const char* deck_fault(const u8* cards, std::size_t size) {
  if (size != CARDS) return "a deck has 50 cards";
  u64 seen = 0;
  for (int i = 0; i < CARDS; ++i) {
    if (cards[i] < 1 || cards[i] > CARDS || (seen >> cards[i] & 1))
      return "a deck holds each card from 1 to 50 once";
    seen |= 1ull << cards[i];
  }
  return nullptr;
}

inline Deck read_deck(const void* bytes, std::size_t size) {
  if (const char* const fault = deck_fault(static_cast<const u8*>(bytes), size))
    refuse_input(fault);
  Deck deck;
  std::memcpy(deck.card, bytes, CARDS);
  return deck;
}

// A duel's deck with each hand ascending: the order of cards in a hand means nothing.
inline Deck sort_hands(Deck deck) {
  u8* next = deck.card + HANDS_AT;
  const Round dealt = round_from_deck(deck.card);
  for (u64 hand : dealt.hand)
    for (; hand; hand &= hand - 1) *next++ = static_cast<u8>(lowest64(hand));
  return deck;
}

// The pyramid with these visible and covered cards, one byte per field, 0 = none.
inline Pyramid read_pyramid(const u8* tops, const u8* unders) {
  Pyramid p;
  u64 seen = 0;
  int last = CARDS + 1;
  for (int f = 0; f < FIELDS; ++f) {
    if (unders[f] && !tops[f]) refuse_input("a covered card has one above it");
    for (const u8 card : {unders[f], tops[f]}) {
      if (!card) continue;
      if (card > CARDS || (seen >> card & 1)) refuse_input("cards are from 1 to 50 and lie once");
      seen |= 1ull << card;
    }
    if (!tops[f]) continue;
    if (tops[f] >= last) refuse_input("visible numbers descend");
    last = tops[f];
    build(p, tops[f], f);
    p.under[f] = unders[f];
    if (unders[f]) p.doubled = static_cast<u16>(p.doubled | 1u << f);
  }
  return p;
}

struct RoundTable {
  Round round;
  Deck deck;
  u8 rules_code;
  u8 played = 0;
  Rules rules;
  u16 history[MAX_ACTIONS];

  RoundTable(const Deck& d, unsigned code)
      : round(round_from_deck(d.card)),
        deck(sort_hands(d)),
        rules_code(static_cast<u8>(code)),
        rules(decode_rules(code)) {}

  bool play(int code) {
    const Action action = decode_action(code);
    if (!is_legal(round, rules, action)) return false;
    apply(round, rules, action);
    history[played++] = static_cast<u16>(code);
    return true;
  }
};

struct SoloTable {
  Solo solo;
  Deck deck;
  u8 rules_code;
  u8 played = 0;
  Rules rules;
  u16 history[2 * FIELDS];

  SoloTable(const Deck& d, unsigned code)
      : solo(solo_from_deck(d.card, decode_rules(code))),
        deck(d),
        rules_code(static_cast<u8>(code)),
        rules(decode_rules(code)) {}

  bool play(int code) {
    const Action action = decode_action(code);
    if (action.kind != Kind::BUILD || action.a >= FIELDS) return false;
    if (!(solo_fields(solo, rules) >> action.a & 1)) return false;
    apply_solo(solo, rules, action.a);
    history[played++] = static_cast<u16>(code);
    return true;
  }
};

}  // namespace sommet::pacal
