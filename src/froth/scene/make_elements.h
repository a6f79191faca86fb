// SPDX-License-Identifier: Apache-2.0
// Meshes, sheets and strands of a scene: from its keys to elements between particles.
#pragma once

#include <memory>

#include <froth/lagrangian/element_body.h>
#include <froth/lagrangian/element_mesh.h>
#include <froth/scene/scene.h>

namespace froth {

class Values;

/// What a body's table says of elements; nothing where it has none. Throws InputError with the place.
std::optional<ElementSpec> make_element_spec(const Values& body, const Scene& scene);

/// Refuses what bodies of elements cannot have, once all of the scene is known.
void check_elements(const Scene& scene);

/// Vertices and how they are joined. Complaints name the body and its place.
ElementMesh element_mesh_of(const Scene& scene, const BodySpec& body);

/// Rest volume of each vertex [m^dim].
std::vector<double> element_volumes(const Scene& scene, const BodySpec& body, const ElementMesh& mesh);

/// The elements, with their law and with vertices that held regions hold.
template <int Dim>
std::unique_ptr<ElementBody<Dim>> make_elements(const Scene& scene, const BodySpec& body,
                                                const ElementMesh& mesh);

}  // namespace froth
