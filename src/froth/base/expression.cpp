// SPDX-License-Identifier: Apache-2.0
// muParser compiles and evaluates; this is the only file that knows it. Its parsers hold the variables they
// evaluate with, so a thread needs one of its own: evaluators borrow them from a pool that grows to as many
// as are ever in use at once.
#include <froth/base/expression.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <mutex>
#include <numbers>
#include <set>
#include <utility>

#include <muParser.h>

#include <froth/base/error.h>
#include <froth/base/suggest.h>

namespace froth {

namespace {

using Unary = double (*)(double);
using Binary = double (*)(double, double);
using Ternary = double (*)(double, double, double);

double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
/// The remainder that has the sign of b, so that it repeats evenly through zero.
double mod(double a, double b) { return a - b * std::floor(a / b); }
double step(double edge, double x) { return x < edge ? 0 : 1; }
double clamp(double x, double lo, double hi) { return x < lo ? lo : x > hi ? hi : x; }
double smoothstep(double a, double b, double x) {
  const double s = clamp((x - a) / (b - a), 0, 1);
  return s * s * (3 - 2 * s);
}
double least(const double* x, int count) { return *std::min_element(x, x + count); }
double greatest(const double* x, int count) { return *std::max_element(x, x + count); }

const std::vector<std::pair<const char*, Unary>>& unary_functions() {
  static const std::vector<std::pair<const char*, Unary>> list = {
      {"sin", std::sin},     {"cos", std::cos},   {"tan", std::tan},     {"asin", std::asin},
      {"acos", std::acos},   {"atan", std::atan}, {"sinh", std::sinh},   {"cosh", std::cosh},
      {"tanh", std::tanh},   {"exp", std::exp},   {"log", std::log},     {"log2", std::log2},
      {"log10", std::log10}, {"sqrt", std::sqrt}, {"cbrt", std::cbrt},   {"abs", std::fabs},
      {"floor", std::floor}, {"ceil", std::ceil}, {"round", std::round}, {"sign", sign},
  };
  return list;
}

const std::vector<std::pair<const char*, Binary>>& binary_functions() {
  static const std::vector<std::pair<const char*, Binary>> list = {
      {"atan2", std::atan2}, {"pow", std::pow}, {"hypot", std::hypot}, {"mod", mod}, {"step", step}};
  return list;
}

const std::vector<std::pair<const char*, Ternary>>& ternary_functions() {
  static const std::vector<std::pair<const char*, Ternary>> list = {{"clamp", clamp},
                                                                    {"smoothstep", smoothstep}};
  return list;
}

[[noreturn]] void refuse(const std::string& text, const std::vector<std::string>& variables,
                         const std::string& reason) {
  throw InputError("\"" + text + "\" is no expression of " + joined(variables) + ": " + reason);
}

/// muParser's own words, without its place, which is counted now from zero and now from one past the end.
std::string reason_of(const mu::ParserError& error, const std::string& text) {
  std::string words = error.GetMsg();
  for (const char* tail : {" found at position", " at expression position", " at position"})
    words = words.substr(0, words.find(tail));
  while (!words.empty() && (words.back() == '.' || words.back() == ' ' || words.back() == '!'))
    words.pop_back();
  if (!words.empty()) words[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(words[0])));
  const int place = std::min(error.GetPos() + 1, static_cast<int>(text.size()) + 1);
  if (place < 1) return words;
  return words +
         (place > static_cast<int>(text.size()) ? " at its end" : " at character " + std::to_string(place));
}

/// muParser would assign to a variable; here it is a typo for a comparison.
std::size_t find_assignment(const std::string& text) {
  for (std::size_t i = text.find('='); i != std::string::npos; i = text.find('=', i + 1)) {
    if (i + 1 < text.size() && text[i + 1] == '=')
      ++i;
    else if (i == 0 || std::string("<>!").find(text[i - 1]) == std::string::npos)
      return i;
  }
  return std::string::npos;
}

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Calls name(begin, end) for every name in the text; the e of 1e-3 is none.
template <class OnName>
void for_each_name(const std::string& text, const OnName& name) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = i;
    if (is_letter(text[i])) {
      while (i < text.size() && (is_letter(text[i]) || is_digit(text[i]))) ++i;
      name(begin, i);
    } else if (is_digit(text[i]) || text[i] == '.') {
      while (i < text.size() && (is_digit(text[i]) || text[i] == '.')) ++i;
      if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        const std::size_t sign = i + 1 < text.size() && (text[i + 1] == '+' || text[i + 1] == '-') ? 2 : 1;
        if (i + sign < text.size() && is_digit(text[i + sign])) i += sign;
      }
      while (i < text.size() && is_digit(text[i])) ++i;
    } else {
      ++i;
    }
  }
}

/// Definitions may double a text each; nobody writes one as long as this.
constexpr std::size_t kLongestText = 20000;

std::string expanded(const std::string& text, const Definitions& definitions) {
  std::string out;
  std::size_t done = 0;
  for_each_name(text, [&](std::size_t begin, std::size_t end) {
    const auto found = definitions.find(text.substr(begin, end - begin));
    if (found == definitions.end()) return;
    out += text.substr(done, begin - done) + "(" + found->second.text + ")";
    done = end;
  });
  return out + text.substr(done);
}

}  // namespace

struct Expression::Parser {
  mu::Parser mu;
  std::vector<double> variables;

  Parser(const std::string& text, const std::vector<std::string>& names) : variables(names.size(), 0.0) {
    mu.ClearConst();
    mu.ClearFun();
    mu.DefineConst("pi", std::numbers::pi);
    mu.DefineConst("e", std::numbers::e);
    for (const auto& [name, function] : unary_functions()) mu.DefineFun(name, function);
    for (const auto& [name, function] : binary_functions()) mu.DefineFun(name, function);
    for (const auto& [name, function] : ternary_functions()) mu.DefineFun(name, function);
    mu.DefineFun("min", least);
    mu.DefineFun("max", greatest);
    for (std::size_t i = 0; i < names.size(); ++i) mu.DefineVar(names[i], &variables[i]);
    mu.SetExpr(text);
  }
};

struct Expression::Pool {
  std::string text, expanded_text;
  std::vector<std::string> variables, used_variables;
  bool is_constant = false;
  std::mutex mutex;
  std::vector<std::unique_ptr<Parser>> idle;

  std::unique_ptr<Parser> take() {
    const std::lock_guard lock(mutex);
    if (idle.empty()) return std::make_unique<Parser>(expanded_text, variables);
    std::unique_ptr<Parser> parser = std::move(idle.back());
    idle.pop_back();
    return parser;
  }
  void give_back(std::unique_ptr<Parser> parser) {
    const std::lock_guard lock(mutex);
    idle.push_back(std::move(parser));
  }
};

/// Compiles the text as it was written, so that complaints are about that, and returns the names it uses.
static std::vector<std::string> names_used(mu::Parser& mu, const std::string& text,
                                           const std::vector<std::string>& variables,
                                           const Definitions& definitions) {
  const auto fail = [&](const std::string& reason) { refuse(text, variables, reason); };
  try {
    mu.Eval();
    if (mu.GetNumResults() != 1) fail("it has several values separated by commas; give one");
  } catch (const mu::ParserError& error) {
    if (error.GetCode() != mu::ecUNASSIGNABLE_TOKEN) fail(reason_of(error, text));
    std::vector<std::string> known = variables;
    for (const auto& [name, definition] : definitions) known.push_back(name);
    for (const char* constant : {"pi", "e"}) known.emplace_back(constant);
    const std::vector<std::string>& functions = expression_functions();
    std::string advice = "; it may use " + joined(known) + " and the functions " + joined(functions);
    known.insert(known.end(), functions.begin(), functions.end());
    const std::string guess = definitions.empty() ? "" : suggestion(error.GetToken(), known);
    fail(reason_of(error, text) + (guess.empty() ? advice : guess));
  }
  std::vector<std::string> names;
  for (const auto& [name, value] : mu.GetUsedVar()) names.push_back(name);
  return names;
}

Expression::Expression(const std::string& text, const std::vector<std::string>& variables,
                       const Definitions& definitions)
    : pool_(std::make_shared<Pool>()) {
  pool_->text = text;
  pool_->variables = variables;
  const auto fail = [&](const std::string& reason) { refuse(text, variables, reason); };
  if (const std::size_t at = find_assignment(text); at != std::string::npos)
    fail("\"=\" at character " + std::to_string(at + 1) + " would assign; write \"==\" to compare");
  std::vector<std::string> names = variables;
  for (const auto& [name, definition] : definitions) names.push_back(name);
  auto parser = std::make_unique<Parser>(text, names);
  std::set<std::string> used;
  for (const std::string& name : names_used(parser->mu, text, variables, definitions)) {
    const auto found = definitions.find(name);
    if (found == definitions.end()) used.insert(name);
    if (found == definitions.end()) continue;
    for (const std::string& variable : found->second.variables)
      if (std::find(variables.begin(), variables.end(), variable) == variables.end())
        fail("\"" + name + "\" depends on " + variable + ", which this number may not");
    used.insert(found->second.variables.begin(), found->second.variables.end());
  }
  pool_->expanded_text = expanded(text, definitions);
  if (pool_->expanded_text.size() > kLongestText)
    fail("with its definitions it has more than " + std::to_string(kLongestText) + " characters");
  pool_->used_variables.assign(used.begin(), used.end());
  pool_->is_constant = used.empty();
  if (definitions.empty()) pool_->give_back(std::move(parser));
}

const std::string& Expression::expanded_text() const { return pool_->expanded_text; }
const std::vector<std::string>& Expression::used_variables() const { return pool_->used_variables; }
const std::string& Expression::text() const { return pool_->text; }
const std::vector<std::string>& Expression::variables() const { return pool_->variables; }
bool Expression::is_constant() const { return pool_->is_constant; }

Expression::Evaluator::Evaluator(std::shared_ptr<Pool> pool)
    : pool_(std::move(pool)), parser_(pool_->take()) {}
Expression::Evaluator::Evaluator(Evaluator&&) noexcept = default;
Expression::Evaluator::~Evaluator() {
  if (parser_ != nullptr) pool_->give_back(std::move(parser_));
}

double Expression::Evaluator::operator()(std::span<const double> variables) {
  FROTH_CHECK(variables.size() == parser_->variables.size(),
              "an expression got too many or too few variables");
  std::copy(variables.begin(), variables.end(), parser_->variables.begin());
  try {
    return parser_->mu.Eval();
  } catch (const mu::ParserError& error) {
    throw InputError("\"" + pool_->text + "\" cannot be evaluated: " + reason_of(error, pool_->text));
  }
}

std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> names;
  for_each_name(text, [&](std::size_t begin, std::size_t end) {
    std::string name = text.substr(begin, end - begin);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  });
  return names;
}

const std::vector<std::string>& expression_functions() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const auto& [name, function] : unary_functions()) list.emplace_back(name);
    for (const auto& [name, function] : binary_functions()) list.emplace_back(name);
    for (const auto& [name, function] : ternary_functions()) list.emplace_back(name);
    for (const char* name : {"min", "max"}) list.emplace_back(name);
    return list;
  }();
  return names;
}

}  // namespace froth
