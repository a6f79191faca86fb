// SPDX-License-Identifier: Apache-2.0
#include <froth/obstacles/couple_rigid.h>

#include <algorithm>

namespace froth {

namespace {

/// Rounds of Newton's method; two or three do where nothing changes sides.
constexpr int kRounds = 20;

/// Impulse on the body, and the positive matrix by which it falls with the body's velocity there.
struct Response {
  Vec3<double> impulse{};
  Mat3<double> slope{};
};

Response respond(const TouchingMass& t, const Vec3<double>& v_body) {
  const Vec3<double> relative = t.v - v_body;
  const Vec3<double> v_new = resolve_contact(t.rule, t.v, v_body, t.n);
  Response response{t.mass * (t.v - v_new), {}};
  if (t.rule.kind == ContactKind::Sticky || !(dot(t.n, t.n) > 0)) {
    response.slope = t.mass * Mat3<double>::identity();
    return response;
  }
  const double normal = dot(relative, t.n);
  if (t.rule.kind == ContactKind::Separating && normal >= 0) return response;
  const double sliding = norm(relative - normal * t.n);
  const double most = t.rule.kind == ContactKind::Separating ? t.rule.friction * -normal : 0.0;
  const double share = sliding > 0 ? std::min(1.0, most / sliding) : (most > 0 ? 1.0 : 0.0);
  const Mat3<double> nn = outer(t.n, t.n);
  response.slope = t.mass * (nn + share * (Mat3<double>::identity() - nn));
  return response;
}

/// Adds J^T S J for a slope at an arm, J = [1, -arm x].
void add_slope(const Mat3<double>& S, const Vec3<double>& r, TwistMatrix& to) {
  const Mat3<double> skew{{{0, r[2], -r[1]}, {-r[2], 0, r[0]}, {r[1], -r[0], 0}}};
  const Mat3<double> SX = S * skew, XS = transpose(SX), XSX = transpose(skew) * SX;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      to(i, j) += S(i, j), to(i, 3 + j) += SX(i, j);
      to(3 + i, j) += XS(i, j), to(3 + i, 3 + j) += XSX(i, j);
    }
}

CoupledBody couple_one(const RigidBody& body, std::span<const TouchingMass> touching, std::size_t number) {
  const Twist start = body.velocity();
  const TwistMatrix mass = body.mass_matrix();
  CoupledBody coupled{start, body.freed_inverse(mass)};
  for (int round = 0; round < kRounds; ++round) {
    TwistMatrix matrix = mass;
    Twist impulses{};
    bool touches = false;
    for (const TouchingMass& t : touching) {
      if (t.body != number) continue;
      touches = true;
      const Vec3<double> arm = t.x - body.center;
      const Response response = respond(t, velocity_at(coupled.velocity, arm));
      impulses += impulse_at(response.impulse, arm);
      add_slope(response.slope, arm, matrix);
    }
    if (!touches) break;
    coupled.inverse = body.freed_inverse(matrix);
    const Twist change = coupled.inverse * (impulses - mass * (coupled.velocity - start));
    coupled.velocity += change;
    if (dot(change, change) <= 1e-24 * dot(coupled.velocity, coupled.velocity)) break;
  }
  return coupled;
}

}  // namespace

std::vector<CoupledBody> couple(std::span<const RigidBody> bodies, std::span<const TouchingMass> touching) {
  std::vector<CoupledBody> coupled;
  for (std::size_t b = 0; b < bodies.size(); ++b) coupled.push_back(couple_one(bodies[b], touching, b));
  return coupled;
}

}  // namespace froth
