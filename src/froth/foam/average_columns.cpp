// SPDX-License-Identifier: Apache-2.0
#include <froth/foam/average_columns.h>

#include <cmath>
#include <cstring>

#include <froth/base/error.h>
#include <froth/base/mat.h>

namespace froth {

template <class Real>
ColumnAverages<Real>::ColumnAverages(ColumnTable& particles) {
  std::size_t count = 0;
  for (Column& column : particles.columns()) {
    if (column.behaviour == Behaviour::Extensive) continue;
    if (column.behaviour == Behaviour::Identity) {
      for (AlignedBuffer& plane : column.planes)
        identities_.push_back({plane.as<unsigned char>(), bytes_of(column.type)});
      continue;
    }
    FROTH_CHECK(column.type == column_type<Real>(), "column '" + column.name + "' cannot be averaged");
    Averaged averaged{{}, column.behaviour, column.after, count};
    for (AlignedBuffer& plane : column.planes) averaged.planes.push_back(plane.as<Real>());
    count += averaged.planes.size();
    columns_.push_back(std::move(averaged));
  }
  values_.resize(count);
}

/// Six numbers are a symmetric matrix, four or nine a square one, row by row.
template <class Real>
bool ColumnAverages<Real>::restore(const Averaged& column) {
  double* a = &values_[column.first];
  double determinant_now = 0;
  int dim = 3;
  switch (column.planes.size()) {
    case 4: determinant_now = a[0] * a[3] - a[1] * a[2], dim = 2; break;
    case 6: determinant_now = determinant(Sym3<double>{a[0], a[1], a[2], a[3], a[4], a[5]}); break;
    case 9:
      determinant_now =
          determinant(Mat3<double>{{{a[0], a[1], a[2]}, {a[3], a[4], a[5]}, {a[6], a[7], a[8]}}});
      break;
    default: FROTH_CHECK(false, "a column that is no matrix has no determinant");
  }
  if (!(determinant_now > 0)) return false;
  const double scale = std::pow(determinant_now, -1.0 / dim);
  for (std::size_t k = 0; k < column.planes.size(); ++k) a[k] *= scale;
  return true;
}

template <class Real>
bool ColumnAverages<Real>::average(const std::vector<Share>& shares) {
  double mass = 0, volume = 0;
  for (const Share& share : shares) mass += share.mass, volume += share.volume;
  if (!(mass > 0 && volume > 0)) return false;
  for (const Averaged& column : columns_) {
    const bool is_volume = column.behaviour == Behaviour::LogVolume;
    for (std::size_t k = 0; k < column.planes.size(); ++k) {
      double sum = 0;
      for (const Share& share : shares) {
        const double x = double(column.planes[k][share.slot]);
        sum += is_volume ? share.volume * std::exp(x) : share.mass * x;
      }
      values_[column.first + k] = is_volume ? std::log(sum / volume) : sum / mass;
    }
    if (column.after == AfterAveraging::UnitDeterminant && !restore(column)) return false;
  }
  return true;
}

template <class Real>
void ColumnAverages<Real>::store(Index slot) const {
  for (const Averaged& column : columns_)
    for (std::size_t k = 0; k < column.planes.size(); ++k)
      column.planes[k][slot] = static_cast<Real>(values_[column.first + k]);
}

template <class Real>
void ColumnAverages<Real>::copy_identity(Index from, Index to) const {
  for (const auto& [plane, bytes] : identities_)
    std::memcpy(plane + static_cast<std::size_t>(to) * bytes, plane + static_cast<std::size_t>(from) * bytes,
                bytes);
}

template class ColumnAverages<float>;
template class ColumnAverages<double>;

}  // namespace froth
