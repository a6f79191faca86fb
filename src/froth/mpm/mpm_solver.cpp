// SPDX-License-Identifier: Apache-2.0
#include <froth/mpm/mpm_solver.h>

#include <froth/mpm/particle_reader.h>

namespace froth {

template <int Dim, class Real>
std::vector<BodyView> MpmSolver<Dim, Real>::bodies() const {
  std::vector<BodyView> views;
  for (const auto& body : state_.bodies)
    views.push_back(
        {body.name, std::visit([]<class L>(const L&) { return L::name; }, body.law), &body.particles});
  return views;
}

template <int Dim, class Real>
std::vector<Vec3<double>> MpmSolver<Dim, Real>::positions(std::size_t b) const {
  const ParticleReader<Dim, Real> read(state_.bodies[b].particles, state_.settings.lattice);
  std::vector<Vec3<double>> x(static_cast<std::size_t>(read.p.count));
  for (std::size_t s = 0; s < x.size(); ++s) x[s] = read.position(static_cast<Index>(s));
  return x;
}

template <int Dim, class Real>
std::vector<Vec3<double>> MpmSolver<Dim, Real>::velocities(std::size_t b) const {
  const ParticleReader<Dim, Real> read(state_.bodies[b].particles, state_.settings.lattice);
  std::vector<Vec3<double>> v(static_cast<std::size_t>(read.p.count));
  for (std::size_t s = 0; s < v.size(); ++s) v[s] = read.velocity(static_cast<Index>(s));
  return v;
}

template class MpmSolver<2, float>;
template class MpmSolver<2, double>;
template class MpmSolver<3, float>;
template class MpmSolver<3, double>;

}  // namespace froth
