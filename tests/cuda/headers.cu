// SPDX-License-Identifier: Apache-2.0
// Compile-only: the host/device headers build for a GPU as they are. Every law of the list with its implicit
// form, small matrices, kernels, shapes and contact rules are used from device code, in both precisions.
#include <froth/base/random.h>
#include <froth/geometry/motion.h>
#include <froth/geometry/shape_eval.h>
#include <froth/lagrangian/hinge.h>
#include <froth/lagrangian/membrane.h>
#include <froth/lagrangian/rod_corner.h>
#include <froth/lagrangian/simplex.h>
#include <froth/lagrangian/stretch.h>
#include <froth/linalg/eigen_sym.h>
#include <froth/linalg/polar.h>
#include <froth/linalg/svd.h>
#include <froth/materials/implicit_law.h>
#include <froth/materials/law_list.h>
#include <froth/materials/respond.h>
#include <froth/obstacles/constraint.h>
#include <froth/particles/position.h>
#include <froth/transfer/bspline.h>
#include <froth/transfer/node_rules.h>
#include <froth/transfer/particle_rules.h>

// Inside the namespace: a using-directive would make our sqrt compete with CUDA's own.
namespace froth {

template <class L, class Real>
__global__ void step_law(L law, typename L::State* states, Real dt, Real* out) {
  typename L::State s = states[threadIdx.x];
  const Mat3<Real> A = Mat3<Real>::identity() * dt;
  s = respond(law, s, A, A, dt).state;
  states[threadIdx.x] = s;
  out[threadIdx.x] = trace(law.kirchhoff(s, A)) + law.energy(s) + law.wave_speed(s, Real(1)) +
                     law.volume_ratio(s) + law.separation_ratio(s) + law.viscosity();
}

template <class L, class Real>
__global__ void try_step(L law, const typename L::State* states, Mat3<Real> A, Real dt, Real* out) {
  const typename L::State s = states[threadIdx.x];
  out[threadIdx.x] =
      law.energy(s, A, dt) + trace(law.piola(s, A, dt)) + trace(law.piola_differential(s, A, A, dt));
}

template <class Real>
__global__ void decompose(const Mat3<Real>* m, Real* out) {
  const Mat<2, Real> planar{{{m->a[0][0], m->a[0][1]}, {m->a[1][0], m->a[1][1]}}};
  const auto planar_svd = signed_svd(planar);
  const auto svd = signed_svd(*m);
  const auto eigen = eigen_sym(sym(*m));
  out[0] = planar_svd.U(0, 0) + planar_svd.sigma[0] + planar_svd.V(0, 0) + trace(svd.U * transpose(svd.V)) +
           sum(svd.sigma) + trace(compose(eigen.vectors, eigen.values)) + trace(rotation_of(*m));
}

template <class Real>
__global__ void use_rest(ShapeView shape, Pose pose, ContactRule rule, std::int32_t* cell,
                         typename Offset<Real>::Stored* offset, Real* out) {
  Stencil<3, 2, Real> quadratic;
  Stencil<3, 3, Real> cubic;
  const Real o[3] = {Offset<Real>::decode(offset[0]), Real(0.1), Real(0.2)};
  quadratic.template place<true>(o);
  cubic.template place<true>(o);
  Offset<Real>::advance(cell[0], offset[0], Real(0.3));
  const Vec3<double> x{double(o[0]), 0, 0};
  const Vec3<double> n = outward_normal(shape, pose.to_rest(x), 1e-4);
  const Vec3<Real> v{o[0], o[1], o[2]};
  out[0] = quadratic.w[0][0] + cubic.w[0][0] + Real(signed_distance(shape, x)) +
           resolve_contact(rule, v, pose.velocity(x).cast<Real>(), n.cast<Real>())[0] +
           Real(uniform4({1, Purpose::Test}, 1, 2, 3)[0]);
}

/// The rules of a scheme, of a node and of contact, as a thread uses them.
template <class Real>
__global__ void follow_rules(ContactRule rule, Vec3<Real>* v, Real* out) {
  Real kept = v[0][0], carrying = v[0][0];
  const Real beta = beta_by_volume(v[0][1], v[0][2], Real(0), Real(1));
  adjust_velocity(kept, carrying, v[1][0], v[2][0], Real(0.99), beta, true);
  const auto node = node_velocity(v[0], v[1], Real(2), v[2]);
  PrescribedVelocity<Real> prescribed;
  prescribed.prescribe(contact_constraint(rule, v[1], v[2]));
  v[0] = prescribed.project(prescribed.apply(node.after) + node_velocity(v[0], Real(2), v[2]));
  out[0] = kept + carrying + node.before[0];
}

/// Elements between vertices: forces and differentials.
template <class Real>
__global__ void strain_elements(NeoHookean<Real> law, const Vec3<Real>* x, Real* out) {
  const Vec3<Real> corners[4] = {x[0], x[1], x[2], x[3]}, flat[3] = {x[0], x[1], x[2]};
  Vec3<Real> g[4], dg[4], m[3];
  const SimplexRest<3, Real> rest = simplex_rest(corners);
  simplex_gradient(law, corners, rest, g);
  simplex_differential(law, corners, rest, g, dg);
  const HingeRest<Real> hinge{Real(1), Real(1), Real(0)};
  hinge_differential(corners, hinge, g, dg);
  membrane_gradient(flat, MembraneRest<Real>{{}, Real(1)}, MembraneLaw<Real>{Real(1), Real(1)}, m);
  const RodCorner<Real> rod{x[0], x[1], x[2], x[3]};
  const RodCornerRest<Real> straight{Real(1), {Real(0), Real(0)}, Real(0)};
  Real hessian[kCornerUnknowns][kCornerUnknowns];
  rod_corner_hessian(rod, straight, RodStiffness<Real>{Real(1), Real(1)}, Real(0), hessian);
  const Stretch<3, Real> edge{Real(1), Real(1)};
  out[0] = g[0][0] + dg[0][0] + m[0][0] + hessian[0][0] + edge.gradient(x[0])[0] +
           rod_corner_gradient(rod, straight, RodStiffness<Real>{Real(1), Real(1)}, Real(0)).theta0 +
           hinge_energy(corners, hinge);
}

/// A kernel is instantiated where its address is taken: here those of every law, by the list.
template <class Kernel>
const void* address(Kernel* kernel) {
  return reinterpret_cast<const void*>(kernel);
}
template <class L, class Real>
void add_kernels_of_law(std::vector<const void*>& kernels) {
  kernels.push_back(address(&step_law<L, Real>));
  if constexpr (ImplicitLaw<L>) kernels.push_back(address(&try_step<L, Real>));
}
template <class Real, class... L>
void add_kernels_of_laws(std::vector<const void*>& kernels, std::variant<L...>*) {
  (add_kernels_of_law<L, Real>(kernels), ...);
}
template <class Real>
void add_kernels(std::vector<const void*>& kernels) {
  add_kernels_of_laws<Real>(kernels, static_cast<Law<2, Real>*>(nullptr));
  add_kernels_of_laws<Real>(kernels, static_cast<Law<3, Real>*>(nullptr));
  kernels.push_back(address(&decompose<Real>));
  kernels.push_back(address(&use_rest<Real>));
  kernels.push_back(address(&follow_rules<Real>));
  kernels.push_back(address(&strain_elements<Real>));
}
std::vector<const void*> all_kernels() {
  std::vector<const void*> kernels;
  add_kernels<float>(kernels);
  add_kernels<double>(kernels);
  return kernels;
}

}  // namespace froth
