// SPDX-License-Identifier: Apache-2.0
#include <froth/lagrangian/manifold_elements.h>

namespace froth {

template <int Dim>
AcrossManifold ManifoldElements<Dim>::across(std::size_t vertex) const {
  const Vec3<double>& a = axis_[vertex];
  if (!joined_.triangles.empty()) return AcrossManifold::sheet(a);
  return Dim == 3 ? AcrossManifold::strand(a) : AcrossManifold::sheet({-a[1], a[0], 0});
}

/// Normals weighted by areas, tangents by lengths.
template <int Dim>
void ManifoldElements<Dim>::find_axes(ConstVectors x) {
  axis_.assign(x.size(), Vec3<double>{});
  for (const auto& e : joined_.segments) {
    const Vec3<double> edge = lift(x[e[1]] - x[e[0]]);
    for (const std::uint32_t k : e) axis_[k] += edge;
  }
  for (const auto& t : joined_.triangles) {
    const Vec3<double> area = cross(lift(x[t[1]] - x[t[0]]), lift(x[t[2]] - x[t[0]]));
    for (const std::uint32_t k : t) axis_[k] += area;
  }
  for (Vec3<double>& a : axis_)
    if (const double size = norm(a); size > 0) a = a / size;
}

template class ManifoldElements<2>;
template class ManifoldElements<3>;

}  // namespace froth
