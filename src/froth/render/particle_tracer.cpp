// SPDX-License-Identifier: Apache-2.0
#include <froth/render/particle_tracer.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <embree3/rtcore.h>

#include <froth/base/error.h>
#include <froth/base/parallel.h>

namespace froth {

struct ParticleTracer::Impl {
  const std::vector<ParticleCloud>& clouds;
  Vec3<double> center;
  double size;
  RTCDevice device = nullptr;
  RTCScene scene = nullptr;

  Impl(const std::vector<ParticleCloud>& all, const Bounds& bounds)
      : clouds(all),
        center((bounds.min + bounds.max) / 2.0),
        size(std::max(norm(bounds.max - bounds.min) / 2, std::numeric_limits<double>::min())) {}
  ~Impl() {
    if (scene) rtcReleaseScene(scene);
    if (device) rtcReleaseDevice(device);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void check(const char* action) const {
    const RTCError error = rtcGetDeviceError(device);
    if (error != RTC_ERROR_NONE)
      throw SystemError(std::string("Embree failed to ") + action + " (error " + std::to_string(int(error)) +
                        ")");
  }

  void attach(unsigned number, const ParticleCloud& cloud) {
    if (cloud.x.empty()) return;
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_SPHERE_POINT);
    float* out = static_cast<float*>(rtcSetNewGeometryBuffer(
        geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT4, 4 * sizeof(float), cloud.x.size()));
    if (!out) {
      rtcReleaseGeometry(geometry);
      check("store the particles");
    }
    for (std::size_t p = 0; p < cloud.x.size(); ++p, out += 4) {
      const Vec3<float> x = ((cloud.x[p].cast<double>() - center) / size).cast<float>();
      for (int d = 0; d < 3; ++d) out[d] = x[d];
      out[3] = float(double(cloud.radius_of(p)) / size);
    }
    rtcCommitGeometry(geometry);
    rtcAttachGeometryByID(scene, geometry, number);
    rtcReleaseGeometry(geometry);
  }

  RTCRay ray_for(const Ray& ray, double from, double to) const {
    const Vec3<float> origin = ((ray.origin - center) / size).cast<float>();
    const Vec3<float> direction = ray.direction.cast<float>();
    RTCRay r{};
    r.org_x = origin[0], r.org_y = origin[1], r.org_z = origin[2];
    r.dir_x = direction[0], r.dir_y = direction[1], r.dir_z = direction[2];
    r.tnear = float(from / size), r.tfar = float(to / size);
    r.mask = ~0u;
    return r;
  }
};

ParticleTracer::ParticleTracer(const std::vector<ParticleCloud>& clouds, const Bounds& bounds)
    : impl_(std::make_unique<Impl>(clouds, bounds)) {
  impl_->device = rtcNewDevice(nullptr);
  if (!impl_->device) throw SystemError("Embree found no usable processor to draw pictures with");
  impl_->scene = rtcNewScene(impl_->device);
  for (std::size_t k = 0; k < clouds.size(); ++k) impl_->attach(unsigned(k), clouds[k]);
  // The shape of the tree decides which of two coincident particles is seen, and must not depend on threads.
  const ThreadLimit single(1);
  rtcCommitScene(impl_->scene);
  impl_->check("sort the particles");
}

ParticleTracer::~ParticleTracer() = default;

bool ParticleTracer::nearest(const Ray& ray, double from, double to, ParticleHit& hit) const {
  RTCRayHit query{};
  query.ray = impl_->ray_for(ray, from, to);
  query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
  rtcIntersect1(impl_->scene, &context, &query);
  if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID) return false;
  hit.distance = double(query.ray.tfar) * impl_->size;
  const Vec3<double> normal{double(query.hit.Ng_x), double(query.hit.Ng_y), double(query.hit.Ng_z)};
  hit.normal = normalized(normal);
  hit.color = impl_->clouds[query.hit.geomID].color_of(query.hit.primID);
  return true;
}

bool ParticleTracer::is_blocked(const Ray& ray, double from, double to) const {
  RTCRay query = impl_->ray_for(ray, from, to);
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  rtcOccluded1(impl_->scene, &context, &query);
  return query.tfar < 0;  // Embree's mark for "something is in the way"
}

}  // namespace froth
