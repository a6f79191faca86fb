// SPDX-License-Identifier: Apache-2.0
// Arithmetic that a user wrote as text, such as "0.1*sin(2*pi*t)", compiled once and evaluated often.
//
// Operators + - * / ^ ( ), comparisons, && || and `condition ? a : b`; the constants pi and e; the functions
// of expression_functions(). Angles are in radians, log is the natural logarithm. Nothing is random.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace froth {

/// A name that stands for an expression.
struct Definition {
  std::string text;                    ///< without other definitions' names
  std::vector<std::string> variables;  ///< that occur in it
};
using Definitions = std::map<std::string, Definition>;

class Expression {
  struct Pool;
  struct Parser;

 public:
  /// Throws InputError with the reason and the place in the text where it is no expression of `variables`
  /// and of names that are defined.
  Expression(const std::string& text, const std::vector<std::string>& variables,
             const Definitions& definitions = {});

  /// A private way to evaluate, for a loop on one thread. Taking one costs a lock, using it none.
  class Evaluator {
   public:
    ~Evaluator();
    Evaluator(Evaluator&&) noexcept;
    Evaluator& operator=(Evaluator&&) = delete;

    /// The value where the variables, in the order of the constructor, are these.
    double operator()(std::span<const double> variables);

   private:
    friend class Expression;
    explicit Evaluator(std::shared_ptr<Pool> pool);

    std::shared_ptr<Pool> pool_;
    std::unique_ptr<Parser> parser_;
  };
  Evaluator evaluator() const { return Evaluator(pool_); }

  /// The same from any thread, at the cost of a lock per call.
  double operator()(std::span<const double> variables) const { return evaluator()(variables); }

  const std::string& text() const;
  /// The text with what is defined in place of its names.
  const std::string& expanded_text() const;
  /// Those that occur in it.
  const std::vector<std::string>& used_variables() const;
  const std::vector<std::string>& variables() const;
  /// Whether no variable occurs in the text.
  bool is_constant() const;

 private:
  std::shared_ptr<Pool> pool_;  ///< shared by copies: an expression never changes
};

/// Names in a text that are neither numbers nor operators, each once, in order.
std::vector<std::string> names_in(const std::string& text);

/// Names of all functions, for the reference page.
const std::vector<std::string>& expression_functions();

}  // namespace froth
