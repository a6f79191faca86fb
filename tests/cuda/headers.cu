// SPDX-License-Identifier: Apache-2.0
// Compile-only: the host/device headers build for a GPU as they are, every law, kernel, shape and contact
// rule used from device code.
#include <froth/base/random.h>
#include <froth/geometry/motion.h>
#include <froth/geometry/shape_eval.h>
#include <froth/linalg/eigen_sym.h>
#include <froth/materials/drucker_prager.h>
#include <froth/materials/drucker_prager_neo_hookean.h>
#include <froth/materials/fixed_corotated.h>
#include <froth/materials/herschel_bulkley.h>
#include <froth/materials/liquid.h>
#include <froth/materials/nacc.h>
#include <froth/materials/neo_hookean.h>
#include <froth/materials/respond.h>
#include <froth/materials/snow.h>
#include <froth/materials/von_mises.h>
#include <froth/particles/position.h>
#include <froth/transfer/bspline.h>
#include <froth/obstacles/contact.h>

// Inside the namespace: a using-directive would make our sqrt compete with CUDA's own.
namespace froth {

template <class Law, class Real>
__global__ void step_law(Law law, typename Law::State* states, Real dt, Real* out) {
  typename Law::State s = states[threadIdx.x];
  const Mat3<Real> A = Mat3<Real>::identity() * dt;
  s = respond(law, s, A, A, dt).state;
  states[threadIdx.x] = s;
  out[threadIdx.x] = trace(law.kirchhoff(s, A)) + law.energy(s) + law.wave_speed(s, Real(1)) +
                     law.volume_ratio(s) + law.separation_ratio(s) + law.viscosity();
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
  out[0] = quadratic.w[0][0] + cubic.w[0][0] + Real(signed_distance(shape, x)) +
           Real(resolve_contact(rule, x, pose.velocity(x), n)[0]) +
           Real(uniform4({1, Purpose::Test}, 1, 2, 3)[0]);
}

template __global__ void step_law(NeoHookean<float>, NeoHookean<float>::State*, float, float*);
template __global__ void step_law(NeoHookean<double>, NeoHookean<double>::State*, double, double*);
template __global__ void step_law(FixedCorotated<float>, FixedCorotated<float>::State*, float, float*);
template __global__ void step_law(Liquid<float>, Liquid<float>::State*, float, float*);
template __global__ void step_law(DruckerPrager<float>, DruckerPrager<float>::State*, float, float*);
template __global__ void step_law(DruckerPrager<double>, DruckerPrager<double>::State*, double, double*);
template __global__ void step_law(DruckerPragerNeoHookean<float>, DruckerPragerNeoHookean<float>::State*,
                                  float, float*);
template __global__ void step_law(Nacc<float>, Nacc<float>::State*, float, float*);
template __global__ void step_law(Snow<float>, Snow<float>::State*, float, float*);
template __global__ void step_law(VonMises<float>, VonMises<float>::State*, float, float*);
template __global__ void use_rest<float>(ShapeView, Pose, ContactRule, std::int32_t*, std::int32_t*, float*);
template __global__ void use_rest<double>(ShapeView, Pose, ContactRule, std::int32_t*, double*, double*);

}  // namespace froth
