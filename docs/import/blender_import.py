# SPDX-License-Identifier: Apache-2.0
"""Loads a frame of a froth run into Blender as points that render, coloured by speed.

    blender -b -P docs/import/blender_import.py -- out/default --blend frame.blend --render frame.png

Reads particles/frame_NNNN.ply, so nothing has to be exported first. Every number of a particle becomes an attribute
of the mesh: velocity, speed, id, body and the scene's own. froth's y is up; Blender's z is, so the object is turned.
"""
import argparse
import glob
import math
import os
import statistics
import struct
import sys
from itertools import chain

import bpy
import mathutils
import mathutils.kdtree

PLY_TYPES = {"uchar": "B", "int": "i", "uint": "I", "float": "f", "double": "d"}


def read_ply(path):
    """Columns of numbers by name. Points stand before faces and edges."""
    with open(path, "rb") as file:
        content = file.read()
    end = content.index(b"end_header\n") + len(b"end_header\n")
    names, types, element, count = [], "<", None, 0
    for line in content[:end].decode().splitlines():
        words = line.split()
        if words[0] == "element":
            element = words[1]
            count = int(words[2]) if element == "vertex" else count
        elif words[0] == "property" and element == "vertex":
            types += PLY_TYPES[words[1]]
            names.append(words[2])
    rows = list(struct.iter_unpack(types, content[end:end + count * struct.calcsize(types)]))
    return dict(zip(names, zip(*rows)))


def vectors_of(points, prefix):
    return list(zip(*(points[prefix + axis] for axis in "xyz")))


def spacing_of(x):
    """Median distance of a few points to their nearest neighbour."""
    tree = mathutils.kdtree.KDTree(len(x))
    for k, point in enumerate(x):
        tree.insert(point, k)
    tree.balance()
    return statistics.median(tree.find_n(point, 2)[-1][2] for point in x[::len(x) // 200 + 1])


def make_mesh(points, name):
    x, v = vectors_of(points, ""), vectors_of(points, "v")
    mesh = bpy.data.meshes.new(name)
    mesh.vertices.add(len(x))
    mesh.vertices.foreach_set("co", list(chain.from_iterable(x)))
    mesh.attributes.new("velocity", "FLOAT_VECTOR", "POINT").data.foreach_set("vector", list(chain.from_iterable(v)))
    scalars = {n: column for n, column in points.items() if n not in ("x", "y", "z", "vx", "vy", "vz")}
    scalars["speed"] = [math.hypot(*one) for one in v]
    for key, values in scalars.items():
        if key in ("id", "body"):  # Blender wants its ids whole, and has 31 bits for them
            mesh.attributes.new(key, "INT", "POINT").data.foreach_set("value", [int(n) % 2**31 for n in values])
        else:
            mesh.attributes.new(key, "FLOAT", "POINT").data.foreach_set("value", values)
    mesh.update()
    return mesh, x, scalars


def make_material(color_by, values):
    """From blue to red over the range of the attribute."""
    material = bpy.data.materials.new("froth " + color_by)
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    attribute, ramp, span = (nodes.new(kind) for kind in
                             ("ShaderNodeAttribute", "ShaderNodeValToRGB", "ShaderNodeMapRange"))
    attribute.attribute_name = color_by
    known = [value for value in values if math.isfinite(value)] or [0]
    low, high = min(known), max(known)
    span.inputs["From Min"].default_value = low
    span.inputs["From Max"].default_value = high if high > low else low + 1
    colors = ramp.color_ramp.elements
    colors[0].color, colors[1].color = (0.02, 0.1, 0.6, 1), (0.7, 0.05, 0.02, 1)
    colors.new(0.5).color = (0.9, 0.9, 0.9, 1)
    links.new(attribute.outputs["Fac"], span.inputs["Value"])
    links.new(span.outputs["Result"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])
    return material


def show_as_points(thing, radius, material):
    """Geometry nodes: mesh to points, with a radius and a material."""
    tree = bpy.data.node_groups.new("froth points", "GeometryNodeTree")
    if hasattr(tree, "interface"):  # Blender 4
        tree.interface.new_socket("Geometry", in_out="INPUT", socket_type="NodeSocketGeometry")
        tree.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    else:
        tree.inputs.new("NodeSocketGeometry", "Geometry")
        tree.outputs.new("NodeSocketGeometry", "Geometry")
    kinds = ("NodeGroupInput", "GeometryNodeMeshToPoints", "GeometryNodeSetMaterial", "NodeGroupOutput")
    nodes = [tree.nodes.new(kind) for kind in kinds]
    nodes[1].inputs["Radius"].default_value = radius
    nodes[2].inputs["Material"].default_value = material
    for before, after in zip(nodes, nodes[1:]):
        target = after.inputs.get("Mesh") or after.inputs["Geometry"]
        tree.links.new(before.outputs[0], target)
    thing.modifiers.new("froth points", "NODES").node_group = tree


def set_stage(x, is_flat):
    """Camera, sun and a bright world; a plane run is seen from the front."""
    scene = bpy.context.scene
    low, high = ([end(column) for column in zip(*x)] for end in (min, max))
    middle = [(a + b) / 2 for a, b in zip(low, high)]
    center = mathutils.Vector((middle[0], -middle[2], middle[1]))
    size = max(math.dist(low, high), 1e-6)
    direction = mathutils.Vector((0, -1, 0) if is_flat else (0.5, -1, 0.45)).normalized()
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.location = center + direction * 2.3 * size  # the lens opens 23 degrees upwards
    camera.rotation_euler = (-direction).to_track_quat("-Z", "Y").to_euler()
    camera.data.clip_start, camera.data.clip_end = 0.001 * size, 100 * size
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.data.energy = 3
    sun.rotation_euler = (math.radians(40), math.radians(20), 0)
    for thing in (camera, sun):
        scene.collection.objects.link(thing)
    scene.camera = camera
    scene.world = scene.world or bpy.data.worlds.new("world")
    scene.world.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.8, 0.85, 0.9, 1)


def render(path):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"  # runs without a display and without a GPU
    scene.cycles.samples, scene.cycles.use_denoising = 32, False  # Debian builds Blender without a denoiser
    scene.render.resolution_x, scene.render.resolution_y = 960, 540
    scene.render.filepath = os.path.abspath(path)
    bpy.ops.render.render(write_still=True)


def main(arguments):
    parser = argparse.ArgumentParser(prog="blender -b -P blender_import.py --")
    parser.add_argument("run", help="output folder of a froth run")
    parser.add_argument("--frame", type=int, help="default: the last one")
    parser.add_argument("--color-by", default="speed", help="speed, body, or an attribute of the frames")
    parser.add_argument("--radius", type=float, help="of a point [m]; default: 0.6 of the distance between points")
    parser.add_argument("--blend", help="save a .blend file here")
    parser.add_argument("--render", help="render a picture with Cycles here")
    job = parser.parse_args(arguments)
    frames = sorted(glob.glob(os.path.join(job.run, "particles", "frame_*.ply")))
    if not frames:
        sys.exit(f"{job.run} has no particles/frame_*.ply; run a scene first")
    path = frames[-1] if job.frame is None else os.path.join(job.run, "particles", f"frame_{job.frame:04d}.ply")
    if not os.path.exists(path):
        sys.exit(f"there is no {path}")
    bpy.ops.wm.read_factory_settings(use_empty=True)
    points = read_ply(path)
    mesh, x, scalars = make_mesh(points, os.path.basename(path))
    if job.color_by not in scalars:
        sys.exit(f"{path} has no {job.color_by}; it has {', '.join(scalars)}")
    thing = bpy.data.objects.new("froth", mesh)
    thing.rotation_euler = (math.pi / 2, 0, 0)
    bpy.context.scene.collection.objects.link(thing)
    show_as_points(thing, job.radius or 0.6 * spacing_of(x), make_material(job.color_by, scalars[job.color_by]))
    set_stage(x, is_flat=not any(points["z"]))
    print(f"{len(x)} points of {path}, attributes {', '.join(mesh.attributes.keys())}")
    if job.render:
        render(job.render)
    if job.blend:
        bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(job.blend))


if __name__ == "__main__":
    main(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else [])
