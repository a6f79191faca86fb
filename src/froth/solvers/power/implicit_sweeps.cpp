// SPDX-License-Identifier: Apache-2.0
// Source: as solvers/power/implicit_sweeps.h.
#include <froth/solvers/power/implicit_sweeps.h>

#include <algorithm>

#include <froth/base/error.h>
#include <froth/solvers/power/impulse.h>

namespace froth {

namespace {

template <int Dim>
Mat<Dim, double> inverse_of(const Mat<Dim, double>& m) {
  Mat3<double> whole = lift(m);
  if constexpr (Dim == 2) whole(2, 2) = 1;
  return part_of<Dim>(transpose(cofactor(whole)) * (1 / determinant(whole)));
}

/// A constraint of Eq. (24) at the displacement gradient A: C, dC/dA and the compliance.
template <int Dim>
struct Constraint {
  double C, compliance;       ///< alpha; V0 psi = C^2 / (2 alpha)
  Mat<Dim, double> gradient;  ///< dC/dA, or G = dpsi/dA where `is_root`
  bool is_root;               ///< C = sqrt(psi), dC/dA = G / (2 C)
  bool is_at_rest;            ///< so little energy that the direction means nothing
};

template <int Dim, class L>
Constraint<Dim> constraint_of(const L& law, const typename L::State& s, const Mat3<double>& A, double V0,
                              double dt) {
  if constexpr (std::is_same_v<L, Liquid<double>>) {
    if (law.gamma == -1 && law.resists_tension) {
      const double J = std::exp(law.trial(s, A).log_J);
      return {J - 1, 1 / (law.kappa * V0), part_of<Dim>(TrialFrame<double>(A).inverse_transposed * J), false,
              false};
    }
  }
  const double psi = law.energy(s, A, dt), c = law.wave_speed(s, 1);
  return {std::sqrt(std::max(psi, 0.0)), 1 / (2 * V0), part_of<Dim>(law.piola(s, A, dt)), true,
          psi < 1e-12 * c * c};
}

/// The impulse matrix of Eq. (25): dlambda times dC/dA over dt.
template <int Dim>
Mat<Dim, double> xpbd_impulse(const Constraint<Dim>& at, const Mat<Dim, double>& K, double dt,
                              double& lambda) {
  const double a = at.compliance / (dt * dt);
  const double length = trace(at.gradient * K * transpose(at.gradient));  // sum |grad|^2 / m
  if (!at.is_root) {
    const double change = -(at.C + a * lambda) / (length + a);
    lambda += change;
    return at.gradient * (change / dt);
  }
  if (at.is_at_rest) return {};
  const double root = 2 * at.C, off = at.C + a * lambda, bottom = length + root * root * a;
  lambda -= root * root * off / bottom;
  return at.gradient * (-root * off / (bottom * dt));
}

template <class L>
PrincipalTangent tangent_of(const L& law, const typename L::State& s, const Mat3<double>& A, double dt,
                            ImplicitForm form) {
  if constexpr (FlowsInHenckyStrains<L>)
    if (form == ImplicitForm::Impulses) return tangent_after_flow(law, s, A, dt);
  return tangent_after(law, s, A);
}

template <int Dim>
bool flows(const PowerBody<Dim>& body) {
  return std::visit([]<class L>(const L&) { return FlowsInHenckyStrains<L>; }, body.law);
}

/// Share of the stress of the last step that a solve of flowing material starts from; selected.
constexpr double kKeptShare = 0.9;

/// Stresses of a body's particles as the grid sees them, less what is not kept: means at nodes, by volume,
/// and of those at particles. Where material flows within the solve, more than one stress can hold it, and
/// iterations keep to that which they began with: from the last step's own, stresses in which particles
/// differ while nodes feel next to no force live on from step to step, and a heap of sand at rest begins to
/// boil.
template <int Dim>
void keep_smooth(const StencilRows<Dim, double>& rows, const PowerBody<Dim>& body, std::span<const double> V0,
                 std::span<Mat<Dim, double>> stress) {
  std::vector<Mat<Dim, double>> mean(rows.node_count());
  for_particles(0, mean.size(), [&](std::size_t n) {
    double all = 0;
    rows.for_each_of_node(n, [&](std::size_t p, const StencilEntry<Dim, double>& e) {
      if (p < body.begin || p >= body.end) return;
      const double volume = e.weight * V0[p];
      mean[n] += stress[p] * volume, all += volume;
    });
    if (all > 0) mean[n] = mean[n] * (kKeptShare / all);
  });
  for_particles(body.begin, body.end, [&](std::size_t p) {
    stress[p] = {};
    for (const StencilEntry<Dim, double>& e : rows.row(p)) stress[p] += mean[e.node] * e.weight;
  });
}

}  // namespace

template <int Dim>
ImplicitSweeps<Dim>::ImplicitSweeps(const StencilRows<Dim, double>& rows,
                                    const std::vector<PowerBody<Dim>>& bodies, std::span<const double> V0,
                                    std::span<const double> node_mass, double dt, ImplicitForm form)
    : rows_(rows),
      bodies_(bodies),
      V0_(V0),
      dt_(dt),
      form_(form),
      nodes_(node_mass.size(), Node(0)),
      response_(V0.size()) {
  for (std::size_t n = 0; n < node_mass.size(); ++n)
    nodes_[n].v[kInverseMass] = node_mass[n] > 0 ? 1 / node_mass[n] : 0;
  for_particles(0, V0.size(), [&](std::size_t p) {
    Mat<Dim, double> sum{};
    for (const StencilEntry<Dim, double>& e : rows_.row(p))
      sum += outer(e.d, e.d) * (e.weight * e.weight * nodes_[e.node][kInverseMass]);
    const Mat<Dim, double>& D = rows_.inverse_moment(p);
    const Mat<Dim, double> K = D * sum * D;
    response_[p] = form_ != ImplicitForm::Xpbd ? inverse_of(K) : K;
  });
  if (form_ != ImplicitForm::Xpbd)
    impulse_.resize(V0.size()), was_turned_.resize(V0.size());
  else
    multiplier_.resize(V0.size());
}

template <int Dim>
template <class L>
void ImplicitSweeps<Dim>::visit(const PowerBody<Dim>& body, const L& law, std::size_t p) {
  if constexpr (HasPrincipalTangent<L>) {
    const auto row = rows_.row(p);
    Node columns[Dim];
    for (Node& column : columns) column = Node(0);
    for (const StencilEntry<Dim, double>& e : row) {
      const Node node = nodes_[e.node];
      for (int c = 0; c < Dim; ++c) columns[c] += Node(e.weight * e.d[c]) * node;
    }
    Mat<Dim, double> B{};
    for (int r = 0; r < Dim; ++r)
      for (int c = 0; c < Dim; ++c) B(r, c) = columns[c][r];
    const Mat<Dim, double>& D = rows_.inverse_moment(p);
    const Mat<Dim, double> A = B * D * dt_;
    const auto state = body.template state<L>(p);
    Mat<Dim, double> change;
    if (form_ != ImplicitForm::Xpbd) {
      const auto tangent_at = [&](const Mat<Dim, double>& at) {
        return tangent_of(law, state, lift(at), dt_, form_);
      };
      bool was_turned = false;
      change = impulse_change<Dim>(tangent_at, A, impulse_[p], response_[p], V0_[p], dt_, was_turned);
      if (was_turned) was_turned_[p] = 1;
    } else {
      change = xpbd_impulse<Dim>(constraint_of<Dim>(law, state, lift(A), V0_[p], dt_), response_[p], dt_,
                                 multiplier_[p]);
    }
    const Mat<Dim, double> push = change * D;
    for (int c = 0; c < Dim; ++c) {
      columns[c] = Node(0);
      for (int r = 0; r < Dim; ++r) columns[c].v[r] = push(r, c);
    }
    for (const StencilEntry<Dim, double>& e : row) {
      Node& node = nodes_[e.node];
      Node sum = columns[0] * Node(e.d[0]);
      for (int c = 1; c < Dim; ++c) sum += columns[c] * Node(e.d[c]);
      node += Node(e.weight * node[kInverseMass]) * sum;  // nothing is added to the last lane
    }
  } else {
    FROTH_CHECK(false, "a law without a tangent in an implicit step of the power solver");
  }
}

template <int Dim>
void ImplicitSweeps<Dim>::visit(const PowerBody<Dim>& body, std::size_t particle,
                                std::span<Vec<Dim, double>> v) {
  load(v);
  std::visit([&](const auto& law) { visit(body, law, particle); }, body.law);
  store(v);
}

template <int Dim>
void ImplicitSweeps<Dim>::load(std::span<const Vec<Dim, double>> v) {
  for (std::size_t n = 0; n < v.size(); ++n)
    for (int d = 0; d < Dim; ++d) nodes_[n].v[d] = v[n][d];
}

template <int Dim>
void ImplicitSweeps<Dim>::store(std::span<Vec<Dim, double>> v) const {
  for (std::size_t n = 0; n < v.size(); ++n)
    for (int d = 0; d < Dim; ++d) v[n][d] = nodes_[n][d];
}

template <int Dim>
void ImplicitSweeps<Dim>::start_from(std::span<const Mat<Dim, double>> stress,
                                     std::span<Vec<Dim, double>> v) {
  std::vector<Mat<Dim, double>> kept(stress.begin(), stress.end());
  for (const PowerBody<Dim>& body : bodies_)
    if (form_ == ImplicitForm::Impulses && flows(body)) keep_smooth<Dim>(rows_, body, V0_, kept);
  std::vector<Vec<Dim, double>> force(v.size());
  scatter_stress<Dim, double>(rows_, V0_, kept, force);
  for (std::size_t n = 0; n < v.size(); ++n) v[n] += (dt_ * nodes_[n][kInverseMass]) * force[n];
  for_particles(0, kept.size(), [&](std::size_t p) { impulse_[p] = kept[p] * (-dt_ * V0_[p]); });
}

template <int Dim>
void ImplicitSweeps<Dim>::read_stress(std::span<Mat<Dim, double>> stress) const {
  for_particles(0, stress.size(), [&](std::size_t p) { stress[p] = impulse_[p] * (-1 / (dt_ * V0_[p])); });
}

/// The law is looked up once for particles of a body that follow each other.
template <int Dim>
void ImplicitSweeps<Dim>::visit_group(std::span<const std::uint32_t> group, bool is_backward) {
  const auto particle = [&](std::size_t n) {
    return std::size_t(group[is_backward ? group.size() - 1 - n : n]);
  };
  for (std::size_t n = 0; n < group.size();) {
    const auto after = std::ranges::upper_bound(bodies_, particle(n), {}, &PowerBody<Dim>::begin);
    const PowerBody<Dim>& body = *std::prev(after);
    std::visit(
        [&](const auto& law) {
          for (; n < group.size() && particle(n) >= body.begin && particle(n) < body.end; ++n)
            visit(body, law, particle(n));
        },
        body.law);
  }
}

template <int Dim>
void ImplicitSweeps<Dim>::sweep(const BlockColoring& groups, std::span<Vec<Dim, double>> v,
                                bool is_backward) {
  load(v);
  for (std::size_t k = 0; k < groups.colors.size(); ++k) {
    const std::vector<Index>& color = groups.colors[is_backward ? groups.colors.size() - 1 - k : k];
    parallel_tasks(static_cast<Index>(color.size()), [&](Index n) {
      const auto g = static_cast<std::size_t>(color[static_cast<std::size_t>(n)]);
      const auto begin = static_cast<std::size_t>(groups.begin[g]);
      const auto count = static_cast<std::size_t>(groups.begin[g + 1]) - begin;
      visit_group(std::span(groups.order).subspan(begin, count), is_backward);
    });
  }
  store(v);
}

template <int Dim>
std::optional<std::size_t> ImplicitSweeps<Dim>::first_turned() const {
  const auto found = std::find(was_turned_.begin(), was_turned_.end(), 1);
  if (found == was_turned_.end()) return {};
  return static_cast<std::size_t>(found - was_turned_.begin());
}

template class ImplicitSweeps<2>;
template class ImplicitSweeps<3>;

}  // namespace froth
