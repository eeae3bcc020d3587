// Times "Let's Be Rational" (P. Jaeckel) on the workload: implied volatility, four greeks and the probability of every
// contract, greeks by libm. Compiled by lets-be-rational.ts with the sources of a checkout, which declare one of two
// names, by their age. What a chain or a strike decides is worked out once, as in the kernel.
//
//   driver <workload> <passes>    prints the nanoseconds of a pass: of each chain the middle one, added up
//   driver <workload> 0           prints the IV of every contract, a line each, 0 where there is none
//
// The workload: doubles. Per chain: underlying, years, rate, strikes; then all strikes, all call prices, all put prices.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#ifdef OLDER_NAME
extern "C" double implied_volatility_from_a_transformed_rational_guess(double price, double F, double K, double T, double q);
static double impliedVolatility(double price, double F, double K, double T, double q) {
  return implied_volatility_from_a_transformed_rational_guess(price, F, K, T, q);
}
#else
extern "C" double ImpliedBlackVolatility(double price, double F, double K, double T, double q);
static double impliedVolatility(double price, double F, double K, double T, double q) {
  return ImpliedBlackVolatility(price, F, K, T, q);
}
#endif

struct Side {
  std::vector<double> price, iv, delta, gamma, theta, vega, probAbove;
};

struct Chain {
  double underlying, years, rate;
  std::vector<double> strike;
  Side sides[2]; // call, put
};

static double normalCdf(double x) { return 0.5 * std::erfc(-x * 0.70710678118654752440); }

static void priceChain(Chain &chain) {
  const double growth = std::exp(chain.rate * chain.years), discount = 1 / growth;
  const double forward = chain.underlying * growth, rootYears = std::sqrt(chain.years);
  const size_t length = chain.strike.size();
  for (int s = 0; s < 2; s++) {
    Side &side = chain.sides[s];
    const double sign = s == 0 ? 1 : -1;
    for (size_t i = 0; i < length; i++) {
      const double strike = chain.strike[i];
      const double iv = impliedVolatility(side.price[i] * growth, forward, strike, chain.years, sign);
      if (!(iv > 0 && iv < 1e3)) {
        side.iv[i] = 0;
        side.delta[i] = side.gamma[i] = side.theta[i] = side.vega[i] = side.probAbove[i] = NAN;
        continue;
      }
      const double width = iv * rootYears;
      const double d1 = std::log(forward / strike) / width + 0.5 * width, d2 = d1 - width;
      const double density = std::exp(-0.5 * d1 * d1) * 0.39894228040143267794;
      const double above = normalCdf(d2), delta = normalCdf(d1);
      side.iv[i] = iv;
      side.delta[i] = s == 0 ? delta : delta - 1;
      side.gamma[i] = density / (chain.underlying * width);
      side.vega[i] = chain.underlying * density * rootYears;
      side.theta[i] = -chain.underlying * density * iv / (2 * rootYears) -
                      sign * chain.rate * strike * discount * (s == 0 ? above : 1 - above);
      side.probAbove[i] = above;
    }
  }
}

static std::vector<Chain> readWorkload(const char *path) {
  std::vector<Chain> chains;
  FILE *file = std::fopen(path, "rb");
  if (!file) std::exit(2);
  double head[4];
  while (std::fread(head, sizeof(double), 4, file) == 4) {
    const size_t length = static_cast<size_t>(head[3]);
    Chain chain{head[0], head[1], head[2], std::vector<double>(length), {}};
    bool isWhole = std::fread(chain.strike.data(), sizeof(double), length, file) == length;
    for (Side &side : chain.sides) {
      for (auto *column : {&side.price, &side.iv, &side.delta, &side.gamma, &side.theta, &side.vega, &side.probAbove})
        column->resize(length);
      isWhole = isWhole && std::fread(side.price.data(), sizeof(double), length, file) == length;
    }
    if (!isWhole) std::exit(3);
    chains.push_back(chain);
  }
  std::fclose(file);
  return chains;
}

int main(int count, char **words) {
  if (count != 3) return 1;
  std::vector<Chain> chains = readWorkload(words[1]);
  const int passes = std::atoi(words[2]);
  const int warmUp = 2;
  std::vector<std::vector<double>> times(chains.size());
  for (int pass = 0; pass < passes + warmUp; pass++) {
    for (size_t c = 0; c < chains.size(); c++) {
      const auto start = std::chrono::steady_clock::now();
      priceChain(chains[c]);
      const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
      if (pass >= warmUp) times[c].push_back(took.count());
    }
  }
  if (passes > 0) {
    double sum = 0;
    for (auto &ofChain : times) {
      std::sort(ofChain.begin(), ofChain.end());
      sum += ofChain[ofChain.size() / 2];
    }
    std::printf("%.0f\n", sum);
    return 0;
  }
  for (const Chain &chain : chains)
    for (const Side &side : chain.sides)
      for (double iv : side.iv) std::printf("%.17g\n", iv);
  return 0;
}
