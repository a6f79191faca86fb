// SPDX-License-Identifier: Apache-2.0
#include <froth/render/surface_tracer.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <embree3/rtcore.h>

#include <froth/base/error.h>
#include <froth/base/own_thread.h>
#include <froth/render/grain_shape.h>

namespace froth {

PictureSpace picture_space(const Bounds& bounds) {
  return {(bounds.min + bounds.max) / 2.0,
          std::max(norm(bounds.max - bounds.min) / 2, std::numeric_limits<double>::min())};
}

struct SurfaceTracer::Impl {
  const FrameContent& content;
  PictureSpace space;
  double shutter;
  RTCDevice device = nullptr;
  RTCScene scene = nullptr;
  bool is_empty = true;
  std::vector<const VertexColumn*> colors = {};  ///< by skin, null where it has one colour
  Vec3<float> low = Vec3<float>::constant(std::numeric_limits<float>::max());  ///< box around all, with room
  Vec3<float> high = -low;

  Impl(const FrameContent& all, const PictureSpace& where, double shutter_time)
      : content(all), space(where), shutter(shutter_time) {
    for (const SkinnedBody& skin : content.skins) {
      const VertexColumn* color = skin.mesh.find("color");
      colors.push_back(color != nullptr && color->components == 3 ? color : nullptr);
    }
  }
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

  float* buffer(RTCGeometry geometry, RTCBufferType type, unsigned slot, RTCFormat format, std::size_t stride,
                std::size_t count) const {
    auto* out = static_cast<float*>(rtcSetNewGeometryBuffer(geometry, type, slot, format, stride, count));
    if (out) return out;
    rtcReleaseGeometry(geometry);
    check("store what is drawn");
    throw SystemError("Embree found no room for what is drawn");
  }

  void attach(RTCGeometry geometry, std::size_t number) {
    rtcCommitGeometry(geometry);
    rtcAttachGeometryByID(scene, geometry, unsigned(number));
    rtcReleaseGeometry(geometry);
    is_empty = false;
  }

  /// Place of a moving point when the shutter opens (step 0) or closes (step 1).
  Vec3<float> place(const Vec3<float>& x, const Vec3<float>* v, unsigned step) const {
    Vec3<double> at = x.cast<double>();
    if (v != nullptr) at += ((step == 0 ? -0.5 : 0.5) * shutter) * v->cast<double>();
    return space.to_picture(at);
  }

  void add_cloud(std::size_t number, const ParticleCloud& cloud) {
    if (cloud.x.empty()) return;
    const bool moves = shutter > 0 && cloud.v.size() == cloud.x.size();
    const float angularity = cloud.angularity();
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_SPHERE_POINT);
    rtcSetGeometryTimeStepCount(geometry, moves ? 2 : 1);
    for (unsigned step = 0; step < (moves ? 2u : 1u); ++step) {
      float* out = buffer(geometry, RTC_BUFFER_TYPE_VERTEX, step, RTC_FORMAT_FLOAT4, 4 * sizeof(float),
                          cloud.x.size());
      for (std::size_t p = 0; p < cloud.x.size(); ++p, out += 4) {
        const float radius = cloud.radius_of(p);
        const Vec3<float> shift = radius * grain_shift(angularity, cloud.id_of(p));
        const Vec3<float> x = place(cloud.x[p] + shift, moves ? &cloud.v[p] : nullptr, step);
        for (int d = 0; d < 3; ++d) out[d] = x[d];
        out[3] = float(double(radius * grain_size(angularity, cloud.id_of(p))) / space.size);
      }
    }
    attach(geometry, number);
  }

  void add_skin(std::size_t number, const SurfaceMesh& mesh) {
    if (mesh.triangles.empty()) return;
    const VertexColumn* velocity = shutter > 0 ? mesh.find("velocity") : nullptr;
    const bool moves = velocity != nullptr && velocity->components == 3;
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    rtcSetGeometryTimeStepCount(geometry, moves ? 2 : 1);
    for (unsigned step = 0; step < (moves ? 2u : 1u); ++step) {
      float* out =
          buffer(geometry, RTC_BUFFER_TYPE_VERTEX, step, RTC_FORMAT_FLOAT3, 3 * sizeof(float), mesh.x.size());
      for (std::size_t k = 0; k < mesh.x.size(); ++k, out += 3) {
        Vec3<float> v{};
        for (int d = 0; moves && d < 3; ++d) v[d] = velocity->values[3 * k + std::size_t(d)];
        const Vec3<float> x = place(mesh.x[k], moves ? &v : nullptr, step);
        for (int d = 0; d < 3; ++d) out[d] = x[d];
      }
    }
    auto* corners = static_cast<std::uint32_t*>(
        static_cast<void*>(buffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                  3 * sizeof(std::uint32_t), mesh.triangles.size())));
    for (const Vec3<std::uint32_t>& triangle : mesh.triangles)
      for (int d = 0; d < 3; ++d) *corners++ = triangle[d];
    attach(geometry, number);
  }

  /// The box around all places at which something is, at any time; a little larger, so that rounding cannot
  /// make a ray miss it that meets something in it.
  void find_box() {
    RTCBounds box{};
    rtcGetSceneBounds(scene, &box);
    const float from[3] = {box.lower_x, box.lower_y, box.lower_z};
    const float to[3] = {box.upper_x, box.upper_y, box.upper_z};
    for (int d = 0; d < 3; ++d) {
      const float room = 1e-4f * (1 + std::max(std::abs(from[d]), std::abs(to[d])));
      low[d] = from[d] - room, high[d] = to[d] + room;
    }
  }
  /// Most rays leave the scene; asking Embree about each of these costs more than this.
  bool may_meet(const PictureRay& ray, float near, float far) const {
    for (int d = 0; d < 3; ++d) {
      const float part = 1 / ray.direction[d];
      const float a = (low[d] - ray.origin[d]) * part, b = (high[d] - ray.origin[d]) * part;
      // Along an axis that it does not move along, a or b may be no number, and min and max keep near and
      // far.
      near = std::max(near, std::min(a, b));
      far = std::min(far, std::max(a, b));
    }
    return near <= far;
  }

  static RTCRay embree_ray(const PictureRay& ray, float from, float to) {
    RTCRay r{};
    r.org_x = ray.origin[0], r.org_y = ray.origin[1], r.org_z = ray.origin[2];
    r.dir_x = ray.direction[0], r.dir_y = ray.direction[1], r.dir_z = ray.direction[2];
    r.tnear = from, r.tfar = to;
    r.time = ray.time;
    r.mask = ~0u;
    return r;
  }

  TracedSurface surface_at(const TracedHit& hit) const {
    if (hit.body < content.clouds.size()) return {hit.facet, content.clouds[hit.body].color_of(hit.element)};
    const std::size_t number = hit.body - content.clouds.size();
    const SkinnedBody& skin = content.skins[number];
    const SurfaceMesh& mesh = skin.mesh;
    const Vec3<std::uint32_t>& corner = mesh.triangles[hit.element];
    const Vec3<float> weight{1 - hit.u - hit.v, hit.u, hit.v};
    TracedSurface surface{hit.facet, skin.color};
    if (mesh.normal.size() == mesh.x.size()) {
      const Vec3<float> n = weight[0] * mesh.normal[corner[0]] + weight[1] * mesh.normal[corner[1]] +
                            weight[2] * mesh.normal[corner[2]];
      if (dot(n, hit.facet) > 0) surface.normal = n / norm(n);
    }
    const VertexColumn* color = colors[number];
    if (color == nullptr) return surface;
    surface.color = {};
    for (int c = 0; c < 3; ++c)
      for (int d = 0; d < 3; ++d)
        surface.color[d] += weight[c] * color->values[3 * std::size_t(corner[c]) + std::size_t(d)];
    return surface;
  }
};

SurfaceTracer::SurfaceTracer(const FrameContent& content, const PictureSpace& space, double shutter_time,
                             bool (*takes)(const SkinnedBody&))
    : impl_(std::make_unique<Impl>(content, space, shutter_time)) {
  // The shape of the tree decides which of two coincident things is seen, and must not depend on threads.
  // Embree builds it with as many as the arena has in which its device was made; this one has a single
  // thread and leaves those of others alone.
  on_this_thread_alone([&] {
    impl_->device = rtcNewDevice(nullptr);
    if (!impl_->device) throw SystemError("Embree found no usable processor to draw pictures with");
    impl_->scene = rtcNewScene(impl_->device);
    for (std::size_t k = 0; k < content.clouds.size(); ++k) impl_->add_cloud(k, content.clouds[k]);
    for (std::size_t k = 0; k < content.skins.size(); ++k)
      if (takes(content.skins[k])) impl_->add_skin(content.clouds.size() + k, content.skins[k].mesh);
    rtcCommitScene(impl_->scene);
    impl_->check("sort what is drawn");
    if (!impl_->is_empty) impl_->find_box();
  });
}

SurfaceTracer::~SurfaceTracer() = default;

bool SurfaceTracer::nearest(const PictureRay& ray, float from, float to, TracedHit& hit) const {
  if (!impl_->may_meet(ray, from, to)) return false;
  RTCRayHit query{};
  query.ray = Impl::embree_ray(ray, from, to);
  query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  rtcIntersect1(impl_->scene, &context, &query);
  if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID) return false;
  const RTCHit& found = query.hit;
  hit.distance = query.ray.tfar;
  hit.facet = {found.Ng_x, found.Ng_y, found.Ng_z};
  hit.facet = hit.facet / norm(hit.facet);
  hit.u = found.u, hit.v = found.v;
  hit.body = found.geomID, hit.element = found.primID;
  return true;
}

TracedSurface SurfaceTracer::surface_at(const TracedHit& hit) const { return impl_->surface_at(hit); }

bool SurfaceTracer::is_blocked(const PictureRay& ray, float from, float to) const {
  if (!impl_->may_meet(ray, from, to)) return false;
  RTCRay query = Impl::embree_ray(ray, from, to);
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  rtcOccluded1(impl_->scene, &context, &query);
  return query.tfar < 0;  // Embree's mark for "something is in the way"
}

}  // namespace froth
