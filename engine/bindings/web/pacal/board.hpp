// Boards of Pacal for the page, in the form of the protocol's PacalBoard and SoloBoard.
#pragma once

#include "bindings/web/pacal/request.hpp"
#include "bindings/web/pylos/board.hpp"

namespace sommet::web {

inline constexpr const char* PHASES[] = {"offer", "take", "build", "last", "over"};

[[gnu::noinline]] inline void write_cards(Json& json, u64 cards) {
  json.open('[');
  for (; cards; cards &= cards - 1) json.number(lowest64(cards));
  json.close(']');
}

[[gnu::noinline]] inline void write_fields(Json& json, u32 fields) {
  json.open('[');
  for (; fields; fields &= fields - 1) json.number(lowest(fields) + 1);
  json.close(']');
}

[[gnu::noinline]] inline void write_seat(Json& json, int seat) {
  if (seat < pacal::NOBODY) {
    json.number(seat);
  } else {
    json.null();
  }
}

[[gnu::noinline]] inline void write_pyramid(Json& json, const pacal::Pyramid& p) {
  json.open('[');
  for (int f = 0; f < pacal::FIELDS; ++f) {
    json.open('{').name("field").number(f + 1).name("card").number_or_null(p.top[f]);
    json.name("covered").number_or_null(p.under[f]).close('}');
  }
  json.close(']');
}

// For all ten fields whether `card` may be built there, and why not.
[[gnu::noinline]] inline void write_field_choices(Json& json, const pacal::Pyramid& p, int card,
                                                  const pacal::Rules& rules, bool solo) {
  json.open('[');
  for (int f = 0; f < pacal::FIELDS; ++f) {
    const pacal::FieldRefusal refusal = pacal::field_refusal(p, card, f, rules, solo);
    const bool allowed = refusal == pacal::FieldRefusal::NONE;
    json.open('{').name("field").number(f + 1).name("allowed").boolean(allowed);
    json.name("covers").boolean(p.top[f] != 0);
    if (allowed) {
      json.name("reason").null().name("clause").null();
    } else {
      const pacal::FieldReason why = pacal::reason_of(refusal);
      json.name("reason").text(why.key).name("clause").text(why.clause);
    }
    json.close('}');
  }
  json.close(']');
}

[[gnu::noinline]] inline void write_face_down(Json& json, const u8* cards) {
  json.open('[');
  for (int f = 0; f < pacal::FIELDS; ++f) json.number(cards[f]);
  json.close(']');
}

class RoundWriter {
 public:
  // `opened`: the full round, once its cards are no secret any more; `over`: the game has ended
  // otherwise, by time or resignation.
  RoundWriter(Json& json, const PlayedView& played, const pacal::RoundTable* opened, bool over)
      : json_(json),
        played_(played),
        view_(played.view),
        round_(played.view.round),
        opened_(opened),
        over_(over || played.view.round.phase == pacal::Phase::OVER) {}

  void write() {
    json_.open('{').name("kind").text("pacal").name("viewer");
    write_seat(json_, view_.seat);
    json_.name("phase").text(over_ ? "over" : PHASES[static_cast<int>(round_.phase)]);
    json_.name("actor");
    write_seat(json_, over_ ? pacal::NOBODY : round_.actor);
    json_.name("turn").number(round_.turn).name("beginner").number(round_.beginner);
    json_.name("apexes").open('[').number(round_.apex[0]).number(round_.apex[1]).close(']');
    json_.name("pyramids").open('[');
    for (const pacal::Pyramid& p : round_.pyramid) write_pyramid(json_, p);
    json_.close(']');
    write_hands();
    write_table();
    write_choices();
    write_fits();
    json_.name("outcome");
    if (round_.phase == pacal::Phase::OVER) {
      const pacal::FieldReason ending = pacal::ending_of(round_);
      write_ending(json_, round_.winner, ending.key, ending.clause);
    } else {
      json_.null();
    }
    json_.name("commitment").null().name("face_down");
    if (opened_) {
      json_.open('[');
      write_face_down(json_, opened_->deck.card);
      write_face_down(json_, opened_->deck.card + pacal::FIELDS);
      json_.close(']');
    } else {
      json_.null();
    }
    json_.close('}');
  }

 private:
  void write_hands() {
    json_.name("hands").open('[');
    for (int seat = 0; seat < 2; ++seat) {
      json_.open('{').name("size").number(view_.held[seat]).name("cards");
      if (opened_) {
        write_cards(json_, opened_->round.hand[seat]);
      } else if (seat == view_.seat) {
        write_cards(json_, round_.hand[seat]);
      } else {
        json_.null();
      }
      json_.close('}');
    }
    json_.close(']');
  }

  // The offer until the next one, and the cards received and not built.
  void write_table() {
    json_.name("offer");
    const bool between = round_.phase == pacal::Phase::OFFER || round_.phase == pacal::Phase::LAST;
    if (between || !played_.offer[0]) {
      json_.null();
    } else {
      json_.open('{').name("by").number(played_.offered_by).name("cards").open('[');
      json_.number(played_.offer[0]).number(played_.offer[1]).close(']');
      json_.name("taken").number_or_null(played_.taken).close('}');
    }
    json_.name("cards").open('[');
    json_.number_or_null(round_.card[0]).number_or_null(round_.card[1]).close(']');
    json_.name("card").number_or_null(view_.card());
    write_pair("stuck", round_.stuck);
    write_pair("declined", round_.declined);
    json_.name("built").open('[');
    for (const pacal::Pyramid& p : round_.pyramid) json_.number(pacal::cards_built(p));
    json_.close(']');
  }

  void write_pair(const char* name, u8 bits) {
    json_.name(name).open('[').boolean(bits & 1).boolean(bits & 2).close(']');
  }

  void write_choices() {
    json_.name("choices");
    if (over_ || round_.actor != view_.seat) {
      json_.null();
      return;
    }
    json_.open('{').name("offerable");
    write_cards(json_, round_.phase == pacal::Phase::OFFER ? round_.hand[round_.actor] : 0);
    json_.name("takeable").open('[');
    if (round_.phase == pacal::Phase::TAKE) json_.number(round_.offer[0]).number(round_.offer[1]);
    json_.close(']').name("fields");
    if (const int card = view_.card()) {
      write_field_choices(json_, round_.pyramid[round_.actor], card, view_.rules, false);
    } else {
      json_.open('[').close(']');
    }
    json_.name("may_decline").boolean(round_.phase == pacal::Phase::LAST).close('}');
  }

  void write_fits() {
    json_.name("fits").open('[');
    if (view_.seat < pacal::NOBODY && round_.phase != pacal::Phase::OVER) {
      u64 seen = round_.hand[view_.seat];
      for (int i = 0; i < 2; ++i) seen |= 1ull << round_.offer[i] | 1ull << round_.card[i];
      for (seen &= pacal::ALL_CARDS; seen; seen &= seen - 1) {
        const int card = lowest64(seen);
        json_.open('{').name("card").number(card).name("own");
        write_fields(json_, legal_fields(round_.pyramid[view_.seat], card, view_.rules));
        json_.name("other");
        write_fields(json_, legal_fields(round_.pyramid[view_.seat ^ 1], card, view_.rules));
        json_.close('}');
      }
    }
    json_.close(']');
  }

  Json& json_;
  const PlayedView& played_;
  const pacal::View& view_;
  const pacal::Round& round_;
  const pacal::RoundTable* opened_;
  bool over_;
};

// `over`: the game has ended, so that the cards face down are no secret any more.
[[gnu::noinline]] inline void write_solo_board(Json& json, const pacal::SoloTable& table,
                                               bool over) {
  const pacal::Solo& solo = table.solo;
  const bool going_on = solo.status == pacal::SoloStatus::BUILDING;
  const int card = solo.status == pacal::SoloStatus::WON ? 0 : pacal::drawn_card(solo);
  json.open('{').name("kind").text("solo").name("pyramid");
  write_pyramid(json, solo.pyramid);
  json.name("card").number_or_null(card).name("pile").number(pacal::PILE - solo.drawn);
  json.name("used").number(table.played).name("choices");
  if (going_on && !over) {
    json.open('{').name("offerable").open('[').close(']').name("takeable").open('[').close(']');
    json.name("fields");
    write_field_choices(json, solo.pyramid, card, table.rules, true);
    json.name("may_decline").boolean(false).close('}');
  } else {
    json.null();
  }
  json.name("outcome");
  if (going_on) {
    json.null();
  } else {
    const pacal::FieldReason ending = pacal::ending_of(solo);
    write_ending(json, solo.status == pacal::SoloStatus::WON ? 0 : 1, ending.key, ending.clause);
  }
  json.name("commitment").null().name("face_down");
  if (going_on && !over) {
    json.null();
  } else {
    write_face_down(json, table.deck.card);
  }
  json.close('}');
}

}  // namespace sommet::web
