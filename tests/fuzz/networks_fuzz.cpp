// Runs Pacal's networks, of random numbers, on random inputs with each width of vectors and with
// whatever is chosen for this processor; fails where one of them differs from plain numbers, summed
// up in the same order. Built with sanitizers, and for no processor in particular.
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "common/random.hpp"
#include "pacal_players/features.hpp"
#include "pacal_players/solo.hpp"

using namespace sommet;
using namespace sommet::pacal_players;

namespace {

constexpr int MOST_ROWS = 40, TRIES = 300;

float number(Random& random) {
  return static_cast<float>(static_cast<int>(random.quick(2001)) - 1000) / 700.0f;
}

template <class Network, class In, int Outputs>
void run_plainly(const Network& net, const In& x, float (&logits)[Outputs]) {
  float last[Network::NARROW];
  std::memcpy(last, net.narrow_bias, sizeof last);
  for (int column = 0; column < Network::WIDE; ++column) {
    float sum = net.wide_bias[column];
    for (int r = 0; r < x.rows; ++r) sum += net.row[x.row[r]][column];
    int input = 0;
    for (const float v : x.dense) {
      if (v != 0.0f) sum += v * net.dense[input][column];
      ++input;
    }
    for (int unit = 0; unit < Network::NARROW; ++unit)
      last[unit] += (sum > 0.0f ? sum : 0.0f) * net.narrow[column][unit];
  }
  for (int k = 0; k < Outputs; ++k) {
    logits[k] = net.out_bias[k];
    for (int unit = 0; unit < Network::NARROW; ++unit)
      logits[k] += (last[unit] > 0.0f ? last[unit] : 0.0f) * net.out[k][unit];
  }
}

template <int Rows, int Dense, int Outputs, int Wide, int Narrow>
int differences(const CardNetwork<Rows, Dense, Outputs, Wide, Narrow>*, Random& random) {
  using Network = CardNetwork<Rows, Dense, Outputs, Wide, Narrow>;
  std::vector<float> weights(Network::FLOATS);
  for (float& weight : weights) weight = number(random);
  const auto net = std::make_unique<Network>();
  net->unpack(weights.data());
  int found = 0;
  for (int i = 0; i < TRIES; ++i) {
    Inputs<MOST_ROWS, Dense> x;
    x.rows = static_cast<int>(random.quick(MOST_ROWS));
    for (int r = 0; r < x.rows; ++r) x.row[r] = static_cast<u16>(random.quick(Rows));
    for (float& v : x.dense) v = random.quick(3) ? number(random) : 0.0f;
    float plain[Outputs], four[Outputs], chosen[Outputs];
    run_plainly(*net, x, plain);
    net->template run_by<FourFloats>(x, four);
    net->run(x, chosen);
    found += std::memcmp(four, plain, sizeof plain) != 0;
    found += std::memcmp(chosen, plain, sizeof plain) != 0;
  }
  return found;
}

}  // namespace

int main() {
  Random random(7);
  const int found = differences(static_cast<const DuelNetwork*>(nullptr), random) +
                    differences(static_cast<const WideDuelNetwork*>(nullptr), random) +
                    differences(static_cast<const SoloNetwork*>(nullptr), random);
  std::printf("%d differences\n", found);
  return found ? 1 : 0;
}
