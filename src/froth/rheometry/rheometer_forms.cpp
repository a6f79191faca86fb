// SPDX-License-Identifier: Apache-2.0
// Simple shear by gamma has the principal stretches exp(+-e), 1 with sinh e = gamma/2, and axes turned so
// that tau_xy = (tau_1 - tau_2) / (2 cosh e).
//
// A point that yields in steady simple shear keeps its elastic stretches exp(+-e_y). Its axes are at rest
// where the strain rate turns them as fast as the spin turns them back, cos 2 theta = tanh 2 e_y, so that
// tau_xy = (tau_1 - tau_2) / (2 cosh 2 e_y).
#include <froth/rheometry/rheometer_forms.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace froth {

namespace {

using Form = std::optional<double>;

double elastic_angle(double gamma) { return std::asinh(gamma / 2); }

/// A law whose closed form is not known.
template <class L>
Form shear(const L&, const FormPoint&) {
  return std::nullopt;
}
template <class L>
Form extension(const L&, const FormPoint&) {
  return std::nullopt;
}
template <class L>
Form compression(const L&, const FormPoint&) {
  return std::nullopt;
}

// What the dashpot of kelvin_voigt.h adds: T (2 mu dev D + kappa tr(D) I).
double damping_in_shear(const auto& law, const FormPoint& p) { return law.damping_time * law.mu * p.rate; }
double damping_in_extension(const auto& law, const FormPoint& p) {
  return 3 * law.damping_time * law.mu * p.rate;
}
double damping_in_compression(const auto& law, const FormPoint& p) { return law.viscosity() * p.rate; }

// tau = kappa/2 (J^2 - 1) I + mu dev b, and b does not feel the pressure.
Form shear(const NeoHookean<double>& law, const FormPoint& p) {
  return law.mu * p.strain + damping_in_shear(law, p);
}
Form extension(const NeoHookean<double>& law, const FormPoint& p) {
  return law.mu * (std::exp(2 * p.strain) - std::exp(-p.strain)) + damping_in_extension(law, p);
}
Form compression(const NeoHookean<double>& law, const FormPoint& p) {
  const double q = std::exp(-p.strain), J = std::exp(p.log_J) * q;
  return -law.kappa / 2 * (J * J - 1) - law.mu * 2 / 3 * std::pow(q, -2.0 / 3) * (q * q - 1) +
         damping_in_compression(law, p);
}

// tau_i = 2 mu s_i (s_i - 1) + lambda J (J - 1), with stretches s_i that begin at J^(1/3).
Form shear(const FixedCorotated<double>& law, const FormPoint& p) {
  const double s = std::exp(p.log_J / 3);
  return law.mu * p.strain * (2 * s * s - s / std::cosh(elastic_angle(p.strain))) + damping_in_shear(law, p);
}
Form extension(const FixedCorotated<double>& law, const FormPoint& p) {
  const double s = std::exp(p.log_J / 3), along = s * std::exp(p.strain),
               across = s * std::exp(-p.strain / 2);
  return 2 * law.mu * (along * (along - 1) - across * (across - 1)) + damping_in_extension(law, p);
}
Form compression(const FixedCorotated<double>& law, const FormPoint& p) {
  const double s = std::exp(p.log_J / 3 - p.strain), J = std::exp(p.log_J - p.strain);
  return -2 * law.mu * s * (s - 1) - law.lambda * J * (J - 1) + damping_in_compression(law, p);
}

// tau = -J p I + 2 eta J dev sym grad v.
Form shear(const Liquid<double>& law, const FormPoint& p) { return law.eta * std::exp(p.log_J) * p.rate; }
Form extension(const Liquid<double>& law, const FormPoint& p) {
  return 3 * law.eta * std::exp(p.log_J) * p.rate;
}
Form compression(const Liquid<double>& law, const FormPoint& p) {
  const double log_J = p.log_J - p.strain, J = std::exp(log_J);
  return J * law.kappa / law.gamma * std::expm1(-law.gamma * log_J) + 4.0 / 3 * law.eta * J * p.rate;
}

// Hencky elasticity up to q = sqrt(3/2) |dev tau| of the yield surface. In shear q is sqrt(3) (tau_1 -
// tau_2)/2 and tau_1 - tau_2 = 4 mu e; in extension 3 mu and in compression 2 mu times the strain.
Form hencky_shear(double mu, double q, const FormPoint& p) {
  const double e = elastic_angle(p.strain), most = elastic_angle(p.most),
               yield = q / (2 * mu * std::sqrt(3.0));
  if (most <= yield || std::abs(e) <= yield) {
    if (p.turns && most > yield) return std::nullopt;  // what has yielded does not come back this way
    return 2 * mu * e / std::cosh(e);
  }
  if (p.turns) return std::nullopt;
  return 2 * mu * yield / std::cosh(2 * yield);
}

/// Stress above yield depends on the rate, and its steady state in shear on more.
bool stays_at_yield(const VonMises<double>& law) { return law.eta == 0; }
Form shear(const VonMises<double>& law, const FormPoint& p) {
  if (!stays_at_yield(law)) return std::nullopt;
  return hencky_shear(law.mu, law.yield_stress, p);
}
Form extension(const VonMises<double>& law, const FormPoint& p) {
  if (!stays_at_yield(law)) return std::nullopt;
  return std::min(3 * law.mu * p.strain, law.yield_stress);
}
Form compression(const VonMises<double>& law, const FormPoint& p) {
  if (!stays_at_yield(law)) return std::nullopt;
  return law.kappa * (p.strain - p.log_J) + 2.0 / 3 * std::min(2 * law.mu * p.strain, law.yield_stress);
}

// |dev tau| is at most 3 alpha times the pressure -kappa log J.
double strength(const DruckerPrager<double>& law, double log_J) {
  return std::sqrt(1.5) * 3 * law.alpha * law.kappa * std::max(-log_J, 0.0);
}
Form shear(const DruckerPrager<double>& law, const FormPoint& p) {
  return hencky_shear(law.mu, strength(law, p.log_J), p);
}
Form extension(const DruckerPrager<double>& law, const FormPoint& p) {
  return std::min(3 * law.mu * p.strain, strength(law, p.log_J));
}
Form compression(const DruckerPrager<double>& law, const FormPoint& p) {
  const double log_J = p.log_J - p.strain;
  return -law.kappa * log_J + 2.0 / 3 * std::min(2 * law.mu * p.strain, strength(law, log_J));
}

// Neo-Hookean elasticity. A point that flows in steady simple shear has b_yy = b_zz = c - d, b_xx = c + 2 d
// and b_xy^2 = 3/2 d (c - d): what a step adds to dev b, the return takes, and det b = 1 is kept by scaling.
// With r = d/c, det b = 1 says c^3 (1 - r)^2 (1 + r/2) = 1, and |dev b|^2 = 3 c^2 r (1 + r).
struct FlowingShear {
  explicit FlowingShear(double ratio)
      : r(ratio),
        c(std::pow((1 - r) * (1 - r) * (1 + r / 2), -1.0 / 3)),
        length(c * std::sqrt(3 * r * (1 + r))),
        xy(c * std::sqrt(1.5 * r * (1 - r))) {}
  double r, c;
  double length;  ///< |dev b|
  double xy;      ///< b_xy

  /// Rate of shear where dev b flows back at the rate 2 c gamma: the xy component of what keeps b as it is.
  double rate(double gamma) const { return 2 * xy / length * gamma / ((1 - r) * (1 - r)); }
};
/// The state of least r of which `is_above` holds; what it asks for must grow with r.
template <class IsAbove>
FlowingShear flowing_shear(const IsAbove& is_above) {
  double low = 0, high = 1;
  for (int k = 0; k < 60; ++k) {
    const double r = (low + high) / 2;
    (is_above(FlowingShear(r)) ? high : low) = r;
  }
  return FlowingShear(low);
}

// Elastic up to yield, and steady once the start is forgotten; in between no closed form is known.
Form shear(const HerschelBulkley<double>& law, const FormPoint& p) {
  if (p.turns) return std::nullopt;
  // Yield is where |dev tau| = mu sqrt(2 gamma^2 + 2/3 gamma^4) reaches sqrt(2/3) sigma_Y.
  const double g2 = p.strain * p.strain, sheared = std::sqrt(2 * g2 + 2.0 / 3 * g2 * g2);
  const double yield = std::sqrt(2.0 / 3) * law.yield_stress;
  if (law.mu * sheared <= yield) return law.mu * p.strain;
  if (p.rate == 0 || (law.tears && sheared > law.tear_yield)) return std::nullopt;
  const FlowingShear steady = flowing_shear([&](const FlowingShear& at) {
    const double s = law.mu * at.length;
    if (s <= yield || law.eta == 0) return s > yield;
    const double gamma =
        law.as_bargteil ? (s - yield) / (law.eta * s) : std::pow((s - yield) / law.eta, 1 / law.h);
    return at.rate(gamma) > std::abs(p.rate);
  });
  const double forgotten = 6 * steady.xy;  // six times the elastic strain leave a part in ten thousand
  return p.strain < forgotten ? std::nullopt : Form(law.mu * steady.xy);
}

Form neo_hookean_shear(double mu, double most, const FormPoint& p) {
  const auto length = [](double gamma) {
    const double square = gamma * gamma;
    return std::sqrt(2 * square + 2 * square * square / 3);
  };
  if (length(p.turns ? p.most : p.strain) <= most) return mu * p.strain;
  if (p.turns) return std::nullopt;
  return mu * flowing_shear([&](const FlowingShear& at) { return at.length >= most; }).xy;
}

// |dev tau| = mu |dev b| is at most 3 alpha times the pressure kappa/2 (1 - J^2).
double longest(const DruckerPragerNeoHookean<double>& law, double log_J) {
  return 1.5 * law.alpha * law.kappa / law.mu * std::max(-std::expm1(2 * log_J), 0.0);
}
Form shear(const DruckerPragerNeoHookean<double>& law, const FormPoint& p) {
  return neo_hookean_shear(law.mu, longest(law, p.log_J), p);
}
Form extension(const DruckerPragerNeoHookean<double>& law, const FormPoint& p) {
  return std::min(*extension(law.elastic(), p), std::sqrt(1.5) * law.mu * longest(law, p.log_J));
}
Form compression(const DruckerPragerNeoHookean<double>& law, const FormPoint& p) {
  const double log_J = p.log_J - p.strain, q = std::exp(-p.strain);
  const double trial = law.mu * 2 / 3 * std::pow(q, -2.0 / 3) * (1 - q * q);
  return -law.kappa / 2 * std::expm1(2 * log_J) +
         std::min(trial, std::sqrt(2.0 / 3) * law.mu * longest(law, log_J));
}

// Clay is elastic until it yields; then its strength changes, unless it does not harden. Pressed to its tip
// it has yielded before it begins.
bool is_fresh(const Nacc<double>& law, double log_J) { return -std::sinh(log_J) < law.strength(law.rest()); }
double longest(const Nacc<double>& law, double log_J) {
  const double p = -std::sinh(log_J), p0 = law.strength(law.rest());
  const double room = std::max((p + law.cohesion * p0) * (p0 - p), 0.0);
  const double q = law.critical_slope * std::sqrt(room / (1 + 2 * law.cohesion));
  return q * law.kappa * std::exp(log_J) / (std::sqrt(1.5) * law.mu);
}
Form shear(const Nacc<double>& law, const FormPoint& p) {
  if (!is_fresh(law, p.log_J)) return std::nullopt;
  const double most = longest(law, p.log_J);
  const Form form = neo_hookean_shear(law.mu, most, p);
  return law.hardens && form != Form(law.mu * p.strain) ? std::nullopt : form;
}
Form extension(const Nacc<double>& law, const FormPoint& p) {
  if (!is_fresh(law, p.log_J)) return std::nullopt;
  const double trial = *extension(law.elastic(), p), most = std::sqrt(1.5) * law.mu * longest(law, p.log_J);
  return law.hardens && trial > most ? std::nullopt : Form(std::min(trial, most));
}

Form compression(const Nacc<double>& law, const FormPoint& p) {
  if (!is_fresh(law, p.log_J)) return std::nullopt;
  const double tip = -std::asinh(law.strength(law.rest())), log_J = std::max(p.log_J - p.strain, tip);
  const double q = std::exp(-p.strain), trial = law.mu * 2 / 3 * std::pow(q, -2.0 / 3) * (1 - q * q);
  const double most = std::sqrt(2.0 / 3) * law.mu * longest(law, log_J);
  if (law.hardens && (trial > most || log_J == tip)) return std::nullopt;
  return -law.kappa / 2 * std::expm1(2 * log_J) + (log_J == tip ? 0 : std::min(trial, most));
}

// Stretches along fixed axes are cut one by one; shear turns the axes, so that only its elastic part is
// known.
Form shear(const Snow<double>& law, const FormPoint& p) {
  const double e = elastic_angle(p.turns ? p.most : std::abs(p.strain)), s = std::exp(p.log_J / 3);
  const double least = 1 - law.critical_compression + 1e-12;  // what is pressed to its limit has been packed
  const bool fits = s * std::exp(e) <= 1 + law.critical_stretch && s * std::exp(-e) > least;
  return fits ? shear(law.elastic(law.rest()), p) : std::nullopt;
}
double cut(const Snow<double>& law, double log_stretch) {
  return std::clamp(std::exp(log_stretch), 1 - law.critical_compression, 1 + law.critical_stretch);
}
/// The factor on the moduli where `J` of a body's volume `total` is elastic.
double hardened(const Snow<double>& law, double total, double J) {
  return law.elastic({SplitStrain<double>::rest(), std::log(total / J)}).mu / law.mu;
}
Form extension(const Snow<double>& law, const FormPoint& p) {
  if (p.log_J != 0) return std::nullopt;
  const double along = cut(law, p.strain), across = cut(law, -p.strain / 2);
  return 2 * law.mu * hardened(law, 1, along * across * across) *
         (along * (along - 1) - across * (across - 1));
}
Form compression(const Snow<double>& law, const FormPoint& p) {
  if (p.log_J != 0) return std::nullopt;
  const double s = cut(law, -p.strain);
  return hardened(law, std::exp(-p.strain), s) * (2 * law.mu + law.lambda) * s * (1 - s);
}

// Oldroyd-B. With T the relaxation time and q = exp(-t/T), a motion that begins at b = b0 I, b0 = J^(2/3),
// has
//   shear at the rate g:      b_yy = b_zz = 1 + (b0 - 1) q,   b_xy = g (T (1 - q) + (b0 - 1) t q),
//                             b_xx = b_yy + g^2 (2 T^2 (1 - q - t/T q) + (b0 - 1) t^2 q),
//   a stretch at the rate e:  b_i = b0 exp(-w t) + (1 - exp(-w t)) / (w T),   w = 1/T - 2 e,
// and after the motion b - I fades by q. Stress follows from b as the law says.
struct RelaxingStrain {
  Sym3<double> b;
  double log_J;
};
double oldroyd_scale(const OldroydB<3, double>& law, const RelaxingStrain& s) {
  return law.keeps_volume ? std::cbrt(std::exp(2 * s.log_J) / determinant(s.b)) : 1;
}
RelaxingStrain sheared(double T, double rate, double time, double log_J) {
  const double s = time / T, q = std::exp(-s), extra = std::expm1(2.0 / 3 * log_J);
  // (1 - q) / s and (1 - q - s q) / s^2; the latter by its series where it would be a difference of
  // roundings.
  const double first = s > 0 ? -std::expm1(-s) / s : 1;
  const double second = s < 1e-3 ? 0.5 - s / 3 + s * s / 8 : (first - q) / s;
  const double gamma = rate * time, yy = 1 + extra * q;
  return {{yy + gamma * gamma * (2 * second + extra * q), yy, yy, gamma * (first + extra * q), 0, 0}, log_J};
}
/// b along an axis that is stretched at this rate.
double stretched(double T, double rate, double time, double log_J) {
  const double w = 1 / T - 2 * rate, x = w * time;
  const double mean = std::abs(x) > 1e-9 ? -std::expm1(-x) / x : 1;
  return std::exp(2.0 / 3 * log_J - x) + time / T * mean;
}
double forgets(double T, double time) { return std::exp(-time / T); }

// In an oscillation b_xy is that of Maxwell's fluid; b_xx, which the scale hangs on, is left alone.
Form oldroyd_oscillation(const OldroydB<3, double>& law, const FormPoint& p) {
  if (law.keeps_volume || p.log_J != 0) return std::nullopt;
  const double w = 2 * std::numbers::pi * p.motion.frequency, T = law.relaxation_time, d = w * T;
  const double xy =
      (d * d * std::sin(w * p.time) + d * (std::cos(w * p.time) - forgets(T, p.time))) / (1 + d * d);
  return p.motion.strain * law.mu * xy + law.eta * p.rate;
}
Form shear(const OldroydB<3, double>& law, const FormPoint& p) {
  if (p.turns) return oldroyd_oscillation(law, p);
  const double T = law.relaxation_time, ramp = std::min(p.time, p.motion.strain / p.motion.rate);
  RelaxingStrain s = sheared(T, p.motion.rate, ramp, p.log_J);
  const double left = forgets(T, p.time - ramp);
  s.b = (s.b.plus_diagonal(-1) * left).plus_diagonal(1);
  return law.mu * oldroyd_scale(law, s) * s.b.xy + law.eta * std::exp(p.log_J) * p.rate;
}
Form extension(const OldroydB<3, double>& law, const FormPoint& p) {
  const double T = law.relaxation_time, across = stretched(T, -p.motion.rate / 2, p.time, p.log_J);
  const RelaxingStrain s{{stretched(T, p.motion.rate, p.time, p.log_J), across, across, 0, 0, 0}, p.log_J};
  return law.mu * oldroyd_scale(law, s) * (s.b.xx - s.b.yy) + 3 * law.eta * std::exp(p.log_J) * p.rate;
}
Form compression(const OldroydB<3, double>& law, const FormPoint& p) {
  const double T = law.relaxation_time, across = stretched(T, 0, p.time, p.log_J);
  const RelaxingStrain s{{stretched(T, -p.motion.rate, p.time, p.log_J), across, across, 0, 0, 0},
                         p.log_J - p.strain};
  const double J = std::exp(s.log_J);
  return -law.mu * (oldroyd_scale(law, s) * s.b.xx - 1) - law.lambda * J * (J - 1) + 2 * law.eta * J * p.rate;
}

}  // namespace

std::optional<double> closed_form(const Law<3, double>& law, RheometerTest test, const FormPoint& point) {
  return std::visit(
      [&](const auto& l) {
        if (test == RheometerTest::Extension) return extension(l, point);
        if (test == RheometerTest::Compression) return compression(l, point);
        return shear(l, point);
      },
      law);
}

}  // namespace froth
