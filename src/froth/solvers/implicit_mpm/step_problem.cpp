// SPDX-License-Identifier: Apache-2.0
#include <froth/solvers/implicit_mpm/step_problem.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <froth/linalg/eigen_sym.h>

namespace froth {

namespace {

template <int Dim, class Real>
double mass_of(const OpenBlocks& open, const NodeField<Dim, Real>& masses) {
  return open.sum(0.0, [&](Index b) {
    double sum = 0;
    for (int n = 0; n < kBlockCells<Dim>; ++n) sum += double(masses.block(b)[n][3]);
    return sum;
  });
}

/// By the pivots of Cholesky's decomposition. In the plane the third axis has no stiffness.
bool is_positive(const Sym3<double>& m) {
  return m.xx > 0 && m.xx * m.yy > m.xy * m.xy && determinant(m) > 0;
}

/// The block of one node, with its mass on the diagonal, made positive and inverted. An eigenvalue below the
/// mass is a direction in which the exact Hessian bends down; the mass alone is then the best guess.
Sym3<double> inverse_block(const Sym3<double>& stiffness, double mass) {
  if (is_positive(stiffness)) {  // nearly always, and far quicker
    const Sym3<double> sum = stiffness.plus_diagonal(mass);
    return adjugate(sum) * (1 / determinant(sum));
  }
  const EigenSym<double> eigen = eigen_sym(stiffness);
  Vec3<double> inverse{};
  for (int k = 0; k < 3; ++k) inverse[k] = 1 / (mass + std::max(eigen.values[k], 0.0));
  return compose(eigen.vectors, inverse);
}

}  // namespace

template <int Dim, class Real>
StepProblem<Dim, Real>::StepProblem(const TransferJob<Dim, Real>& job, const GridFields<Dim, Real>& grid,
                                    const Field& free, Responses& responses,
                                    NodeContacts<Dim, Real>& contacts, ElementResponse<Dim, Real>* elements)
    : job_(job),
      touched_(grid.touched),
      free_(free),
      responses_(responses),
      elements_(elements != nullptr && !elements->is_empty() ? elements : nullptr),
      contacts_(contacts),
      open_(grid.is_open),
      total_mass_(mass_of(open_, free)) {}

template <int Dim, class Real>
typename StepProblem<Dim, Real>::Field StepProblem<Dim, Real>::make_field() const {
  Field field;
  field.resize(static_cast<Index>(job_.topology.blocks().size()));
  clear(open_, field);
  return field;
}

template <int Dim, class Real>
StepEnergy StepProblem<Dim, Real>::evaluate(const Field& v) {
  gather_batches<Dim, Real>(job_, v, touched_,
                            [&](std::size_t body, Index first, int count, MatrixBatch<Dim, Real>& A) {
                              responses_[body]->take(first, count, A);
                            });
  StepEnergy total;
  total.energy = open_.sum(0.0, [&](Index b) {
    double sum = 0;
    for (int n = 0; n < kBlockCells<Dim>; ++n)
      for (int d = 0; d < Dim; ++d) {
        const double change = double(v.block(b)[n][d]) - double(free_.block(b)[n][d]);
        sum += 0.5 * double(free_.block(b)[n][3]) * change * change;
      }
    return sum;
  });
  total.magnitude = total.energy;
  const auto add = [&](const StoredEnergy& stored) {
    total.energy += stored.energy;
    total.magnitude += stored.magnitude;
    total.is_feasible &= stored.is_feasible;
  };
  for (const auto& response : responses_)
    add(ordered_reduce(
        response->count(), StoredEnergy{}, [&](const Chunk& c) { return response->energy(c.begin, c.end); },
        [](const StoredEnergy& a, const StoredEnergy& b) {
          return StoredEnergy{a.energy + b.energy, a.magnitude + b.magnitude, a.is_feasible && b.is_feasible};
        }));
  if (elements_ != nullptr) add(elements_->evaluate(v));
  return total;
}

template <int Dim, class Real>
void StepProblem<Dim, Real>::gradient(const Field& v, Field& g) {
  scatter_batches<Dim, Real>(
      job_,
      [&](std::size_t body, Index first, int count, MatrixBatch<Dim, Real>& P) {
        responses_[body]->linearise(first, count, P);
      },
      sums_);
  if (elements_ != nullptr) {
    elements_->add_gradient(sums_.field);
    speed_ = speed_of_velocity(v);
  }
  open_.each([&](Index b) {
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      const auto free = free_.block(b)[n];
      auto sum = sums_.field.block(b)[n] + free[3] * (v.block(b)[n] - free);
      sum[3] = 0;
      g.block(b)[n] = free[3] > Real(0) ? sum : decltype(sum){};
    }
  });
}

template <int Dim, class Real>
template <class F>
void StepProblem<Dim, Real>::with_differential(F f) {
  const auto exact = [&](std::size_t body, Index first, int count, MatrixBatch<Dim, Real>& batch) {
    responses_[body]->differential(first, count, batch);
  };
  const auto cut = [&](std::size_t body, Index first, int count, MatrixBatch<Dim, Real>& batch) {
    projected_->differential(body, first, count, batch);
  };
  if (projected_)
    f(BatchFunction<Dim, Real>(cut));
  else
    f(BatchFunction<Dim, Real>(exact));
}

template <int Dim, class Real>
void StepProblem<Dim, Real>::multiply(const Field& p, Field& product) {
  with_differential([&](const BatchFunction<Dim, Real>& respond) {
    exchange_batches<Dim, Real>(job_, p, touched_, respond, sums_);
  });
  if (elements_ != nullptr) elements_->add_product(p, sums_.field);
  open_.each([&](Index b) {
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      const Real mass = free_.block(b)[n][3];
      auto sum = sums_.field.block(b)[n] + mass * p.block(b)[n];
      sum[3] = 0;
      product.block(b)[n] = mass > Real(0) ? sum : decltype(sum){};
    }
  });
  contacts_.project(product);
}

template <int Dim, class Real>
void StepProblem<Dim, Real>::build_preconditioner() {
  scatter_blocks<Dim, Real>(
      job_,
      [&](std::size_t body, Index first, int count, StiffnessBatch<Real>& batch) {
        responses_[body]->stiffness(first, count, batch);
      },
      blocks_);
  using Node = typename Field::Node;
  // A stress of particles is known to a rounding of its modulus; see rounding_speed(). Elements know places
  // to 2^-32 of a cell, and to a rounding of the way of a step.
  constexpr double digit = double(std::numeric_limits<Real>::epsilon());
  const double cell_speed = job_.lattice.dx / job_.settings.dt, eps = digit * cell_speed,
               eps_of_elements = digit * speed_ + std::min(digit, 0x1p-32) * cell_speed;
  if (elements_ != nullptr) elements_->prepare();
  const double noise = open_.sum(0.0, [&](Index b) {
    double apart = 0, together = 0, block_mass = 0;
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      auto &first = blocks_.first.block(b)[n], &second = blocks_.second.block(b)[n];
      const double mass = double(free_.block(b)[n][3]);
      if (!(mass > 0)) {
        first = second = Node{};
        continue;
      }
      const Sym3<double> own{double(first[0]), double(first[3]), double(second[1]),
                             double(first[1]), double(first[2]), double(second[0])};
      const Sym3<double> of_elements = elements_ != nullptr ? elements_->block(b, n) : Sym3<double>{};
      const Sym3<double> inverse = inverse_block(own + of_elements, mass);
      const double rounding = (eps * trace(own) + eps_of_elements * trace(of_elements)) / Dim,
                   mean_inverse = (inverse.xx + inverse.yy + (Dim == 3 ? inverse.zz : 0.0)) / Dim;
      apart += rounding * rounding * mean_inverse;
      together += rounding * rounding;
      block_mass += mass;
      first = Node{Real(inverse.xx), Real(inverse.xy), Real(inverse.xz), Real(inverse.yy)};
      second = Node{Real(inverse.yz), Real(inverse.zz), Real(0), Real(std::sqrt(mass / mean_inverse))};
    }
    return block_mass > 0 ? apart + together / block_mass : 0.0;
  });
  rounding_speed_ = std::sqrt(noise / total_mass_);
}

template <int Dim, class Real>
void StepProblem<Dim, Real>::precondition(const Field& r, Field& z) const {
  using Node = typename Field::Node;
  open_.each([&](Index b) {
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      const auto &m = blocks_.first.block(b)[n], &k = blocks_.second.block(b)[n], &x = r.block(b)[n];
      z.block(b)[n] = Node{m[0] * x[0] + m[1] * x[1] + m[2] * x[2], m[1] * x[0] + m[3] * x[1] + k[0] * x[2],
                           m[2] * x[0] + k[0] * x[1] + k[1] * x[2], Real(0)};
    }
  });
  contacts_.project(z);
}

template <int Dim, class Real>
void StepProblem<Dim, Real>::build_patches() {
  if (elements_ != nullptr) elements_->prepare();
  with_differential([&](const BatchFunction<Dim, Real>& respond) {
    patches_ = std::make_unique<PatchSpace<Dim, Real>>(job_, touched_, free_, impulse_scale(), contacts_,
                                                       open_, PatchForces<Dim, Real>{respond, elements_});
  });
}

template <int Dim, class Real>
void StepProblem<Dim, Real>::add_patch_motion(const Field& r, Field& z) const {
  if (!patches_) return;
  patches_->add(r, z);
  contacts_.project(z);
}

template <int Dim, class Real>
void StepProblem<Dim, Real>::project_hessians() {
  projected_ = std::make_unique<ProjectedHessian<Dim, Real>>(responses_);
  if (elements_ != nullptr) elements_->project(true);
}

template <int Dim, class Real>
double StepProblem<Dim, Real>::speed_of_rest(const Field& rest, double rz) const {
  const double together = open_.sum(0.0, [&](Index b) {
    Vec<Dim, double> sum{};
    double mass = 0;
    for (int n = 0; n < kBlockCells<Dim>; ++n) {
      mass += double(free_.block(b)[n][3]);
      for (int d = 0; d < Dim; ++d) sum[d] += double(rest.block(b)[n][d]);
    }
    return mass > 0 ? dot(sum, sum) / mass : 0.0;
  });
  return std::sqrt((std::max(rz, 0.0) + together) / total_mass_);
}

template <int Dim, class Real>
double StepProblem<Dim, Real>::speed_of_velocity(const Field& v) const {
  const double sum = open_.sum(0.0, [&](Index b) {
    double part = 0;
    for (int n = 0; n < kBlockCells<Dim>; ++n)
      for (int d = 0; d < Dim; ++d)
        part += double(free_.block(b)[n][3]) * double(v.block(b)[n][d]) * double(v.block(b)[n][d]);
    return part;
  });
  return std::sqrt(sum / total_mass_);
}

template <int Dim, class Real>
void StepProblem<Dim, Real>::take_mean(const Field& g, Field& v) const {
  for (int d = 0; d < Dim; ++d) {
    const double sum = open_.sum(0.0, [&](Index b) {
      double part = 0;
      for (int n = 0; n < kBlockCells<Dim>; ++n) part += double(g.block(b)[n][d]);
      return part;
    });
    const Real mean = Real(sum / total_mass_);
    open_.each([&](Index b) {
      for (int n = 0; n < kBlockCells<Dim>; ++n)
        if (free_.block(b)[n][3] > Real(0)) v.block(b)[n][d] -= mean;
    });
  }
}

#define FROTH_INSTANCE(Dim, Real) template class StepProblem<Dim, Real>;
FROTH_FOR_EVERY_MPM(FROTH_INSTANCE)

}  // namespace froth
