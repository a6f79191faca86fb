// SPDX-License-Identifier: Apache-2.0
// Expressions: values against the same formulas in C++, from many threads, and what is refused.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <thread>

#include <froth/base/error.h>
#include <froth/base/expression.h>

#include "support/random_values.h"

using namespace froth;
using namespace froth::test;

namespace {

struct Pair {
  const char* text;
  std::function<double(double, double, double)> formula;
};

std::string refusal(const std::string& text) {
  try {
    const Expression expression(text, {"x", "y", "z"});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

// Oracle: the same formulas in C++. Both round each operation once, but muParser may write x^2 as x*x and
// folds constants: a few units in the last place of terms of size at most 10.
TEST_CASE("expressions are their formulas") {
  const double pi = std::numbers::pi;
  const std::vector<Pair> pairs = {
      {"2*x - y/4 + z", [](double x, double y, double z) { return 2 * x - y / 4 + z; }},
      {"-x^2", [](double x, double, double) { return -(x * x); }},
      {"2^y^2", [](double, double y, double) { return std::pow(2, y * y); }},
      {"sin(2*pi*x)*cos(y) + tan(z/2)",
       [=](double x, double y, double z) { return std::sin(2 * pi * x) * std::cos(y) + std::tan(z / 2); }},
      {"asin(x/2) + acos(y/2) + atan(z) + atan2(y, x)",
       [](double x, double y, double z) {
         return std::asin(x / 2) + std::acos(y / 2) + std::atan(z) + std::atan2(y, x);
       }},
      {"sinh(x) + cosh(y) + tanh(z)",
       [](double x, double y, double z) { return std::sinh(x) + std::cosh(y) + std::tanh(z); }},
      {"exp(-x^2) + log(2 + y) + e",
       [](double x, double y, double) { return std::exp(-x * x) + std::log(2 + y) + std::numbers::e; }},
      {"log2(3+x) + log10(3+y) + sqrt(2+z) + cbrt(x)",
       [](double x, double y, double z) {
         return std::log2(3 + x) + std::log10(3 + y) + std::sqrt(2 + z) + std::cbrt(x);
       }},
      {"abs(x) + sign(y) + floor(3*z) + ceil(3*x) + round(3*y)",
       [](double x, double y, double z) {
         return std::abs(x) + (y > 0 ? 1 : -1) + std::floor(3 * z) + std::ceil(3 * x) + std::round(3 * y);
       }},
      {"pow(2 + x, y) + hypot(x, z)",
       [](double x, double y, double z) { return std::pow(2 + x, y) + std::sqrt(x * x + z * z); }},
      {"min(x, y, z) - max(x, y)",
       [](double x, double y, double z) {
         return std::min({x, y, z}) - std::max(x, y);
       }},
      {"mod(5*x, 2)", [](double x, double, double) { return std::fmod(std::fmod(5 * x, 2) + 2, 2); }},
      {"x < 0 ? y : z > 0 && y > 0 ? 1 : 2",
       [](double x, double y, double z) { return x < 0            ? y
                                                 : z > 0 && y > 0 ? 1
                                                                  : 2; }},
      {"step(0.25, x) + clamp(y, -0.5, 0.5)",
       [](double x, double y, double) { return (x < 0.25 ? 0 : 1) + std::clamp(y, -0.5, 0.5); }},
      {"smoothstep(-0.5, 0.5, x)",
       [](double x, double, double) {
         const double s = std::clamp(x + 0.5, 0.0, 1.0);
         return 3 * s * s - 2 * s * s * s;
       }},
      {"1e-3 * x + 2.5E2", [](double x, double, double) { return 1e-3 * x + 250; }},
  };
  Rng rng(3);
  for (const Pair& pair : pairs) {
    const Expression expression(pair.text, {"x", "y", "z"});
    CAPTURE(pair.text);
    for (int i = 0; i < 50; ++i) {
      const std::array<double, 3> v = {rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)};
      const double right = pair.formula(v[0], v[1], v[2]);
      CHECK(std::abs(expression(v) - right) <= 4e-15 * std::max(1.0, std::abs(right)));
    }
  }
}

// Oracle: one thread. Eight threads that share an expression, by calls and by evaluators of their own, give
// the bits of a serial loop.
TEST_CASE("threads share an expression") {
  const Expression shared("x*sin(y) + exp(-z*z) * (x > 0 ? 1 : y)", {"x", "y", "z"});
  const auto point = [](int i) { return std::array{0.01 * i - 3, 0.02 * i, 1e-3 * i - 1}; };
  constexpr int kPerThread = 2000, kThreads = 8;
  std::vector<double> serial(kPerThread * kThreads), called(serial), owned(serial);
  for (int i = 0; i < kPerThread * kThreads; ++i) serial[std::size_t(i)] = shared(point(i));
  std::vector<std::thread> threads;
  for (int n = 0; n < kThreads; ++n)
    threads.emplace_back([&, n] {
      Expression::Evaluator evaluator = shared.evaluator();
      for (int i = n; i < kPerThread * kThreads; i += kThreads) {
        called[std::size_t(i)] = shared(point(i));
        owned[std::size_t(i)] = evaluator(point(i));
      }
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(called == serial);
  CHECK(owned == serial);
}

// Oracle: places counted by hand, from one.
TEST_CASE("what is no expression says why and where") {
  struct Row {
    const char* text;
    std::vector<const char*> words;
  };
  const std::vector<Row> rows = {
      {"x +", {"is no expression of x, y, z", "unexpected end", "at its end"}},
      {"sin(x", {"missing parenthesis", "at its end"}},
      {"2*(x))", {"unexpected parenthesis", "character 6"}},
      {"foo * 2", {"unexpected token \"foo\"", "character 1", "it may use x, y, z, pi, e", "smoothstep"}},
      {"x + t", {"unexpected token \"t\"", "character 5"}},
      {"2x", {"unexpected variable \"x\"", "character 2"}},
      {"", {"empty"}},
      {"   ", {"empty"}},
      {"1, 2", {"several values", "give one"}},
      {"x = 3", {"\"=\" at character 3", "=="}},
      {"x ? 1", {"else"}},
      {"sin(1, 2)", {"too many parameters", "\"sin\""}},
      {"rnd()", {"unexpected token \"rnd\""}},
  };
  for (const Row& row : rows) {
    const std::string message = refusal(row.text);
    CAPTURE(message);
    for (const char* word : row.words) {
      CAPTURE(word);
      CHECK(message.find(word) != std::string::npos);
    }
  }
  for (const char* fine : {"x == 1 ? 2 : 3", "x >= 1", "x <= y", "x != z"}) CHECK(refusal(fine) == "");
}

// Oracle: the contract: an expression or an InputError, whatever the bytes.
TEST_CASE("broken bytes never break expressions") {
  Rng rng(9);
  const std::string letters = "xyz01.9e()+-*/^<>=!&|?:,\" sincosmax#\n";
  int accepted = 0, refused = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    std::string text = trial % 2 == 0 ? "x > 0 ? sin(2*pi*x) : max(y, 1e-3, z^2)" : "";
    for (int k = 0; k < 1 + trial % 7; ++k) {
      const auto letter = letters[std::size_t(rng.uniform(0, 0.999) * double(letters.size()))];
      const auto at = std::size_t(rng.uniform(0, 0.999) * double(text.size() + 1));
      if (at < text.size() && k % 2 == 0)
        text[at] = letter;
      else
        text.insert(at, 1, letter);
    }
    CAPTURE(text);
    try {
      const Expression expression(text, {"x", "y", "z"});
      expression(std::array{0.1, 0.2, 0.3});
      ++accepted;
    } catch (const InputError&) {
      ++refused;
    }
  }
  CHECK(accepted > 100);
  CHECK(refused > 100);
}

// Oracle: what the texts say.
TEST_CASE("constant expressions are known") {
  CHECK(Expression("2*pi", {"t"}).is_constant());
  CHECK_FALSE(Expression("0*t", {"t"}).is_constant());
  CHECK(Expression("2*t", {"t"}).text() == "2*t");
}
