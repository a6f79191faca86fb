# SPDX-License-Identifier: Apache-2.0
"""Lights the surface of a frame in Blender and renders it with Cycles.

    froth mesh out/pour --format glb
    blender -b -P docs/import/blender_surface.py -- out/pour --render pour.png

Imports meshes/frame_NNNN.glb, one object per body with its colours, puts a floor below, a soft key light, a rim light and
a sky around, and a camera that sees all. `--blend` saves the scene to go on from.
"""
import argparse
import glob
import os
import sys

import bpy
import mathutils
import numpy

# Debian 12 has a Blender whose glTF importer still wants this old name of NumPy.
numpy.bool = bool


def import_surface(path):
    bpy.ops.import_scene.gltf(filepath=path)
    things = [thing for thing in bpy.data.objects if thing.type == "MESH"]
    for thing in things:
        thing.data.polygons.foreach_set("use_smooth", [True] * len(thing.data.polygons))
    bpy.context.view_layer.update()
    return things


def corners_of(things):
    return [thing.matrix_world @ mathutils.Vector(corner) for thing in things for corner in thing.bound_box]


def add(name, data, place, target=None):
    thing = bpy.data.objects.new(name, data)
    thing.location = place
    if target is not None:
        thing.rotation_euler = (target - thing.location).to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(thing)
    return thing


def add_light(name, place, target, size, watts):
    light = bpy.data.lights.new(name, "AREA")
    light.size, light.energy = size, watts
    add(name, light, place, target)


def add_floor(height, size):
    bpy.ops.mesh.primitive_plane_add(size=60 * size, location=(0, 0, height))
    material = bpy.data.materials.new("floor")
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value, shader.inputs["Roughness"].default_value = (0.32, 0.31, 0.3, 1), 0.7
    bpy.context.object.data.materials.append(material)


def add_camera(corners, middle, size):
    """Sees all corners, with a margin."""
    data = bpy.data.cameras.new("camera")
    data.clip_start, data.clip_end = 0.001 * size, 1000 * size
    camera = bpy.context.scene.camera = add("camera", data, middle + mathutils.Vector((0.45, -1, 0.38)), middle)
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    place, _ = camera.camera_fit_coords(graph, [number for corner in corners for number in corner])
    camera.location = middle + 1.06 * (place - middle)


def set_stage(things):
    scene = bpy.context.scene
    scene.render.resolution_x, scene.render.resolution_y = 960, 540
    corners = corners_of(things)
    low, high = (mathutils.Vector(map(end, zip(*corners))) for end in (min, max))
    middle, size = (low + high) / 2, max((high - low).length, 1e-6)
    add_floor(low.z, size)
    # Light falls off with the square of the distance, so its power grows with that of the size.
    add_light("key", middle + size * mathutils.Vector((-1.2, -1.2, 1.6)), middle, size, 70 * size**2)
    add_light("rim", middle + size * mathutils.Vector((1.4, 1.2, 0.9)), middle, 0.5 * size, 45 * size**2)
    add_camera(corners, middle, size)
    scene.world = bpy.data.worlds.new("world")
    scene.world.use_nodes = True
    sky = scene.world.node_tree.nodes["Background"].inputs
    sky["Color"].default_value, sky["Strength"].default_value = (0.55, 0.65, 0.8, 1), 0.35


def render(path, samples):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"  # runs without a display and without a GPU
    scene.cycles.samples, scene.cycles.use_denoising = samples, False  # Debian builds Blender without a denoiser
    scene.view_settings.view_transform = "Filmic"
    scene.render.filepath = os.path.abspath(path)
    bpy.ops.render.render(write_still=True)


def main(arguments):
    parser = argparse.ArgumentParser(prog="blender -b -P blender_surface.py --")
    parser.add_argument("run", help="output folder of a froth run")
    parser.add_argument("--frame", type=int, help="default: the last one")
    parser.add_argument("--samples", type=int, default=64, help="rays per pixel")
    parser.add_argument("--blend", help="save a .blend file here")
    parser.add_argument("--render", help="render a picture here")
    job = parser.parse_args(arguments)
    frames = sorted(glob.glob(os.path.join(job.run, "meshes", "frame_*.glb")))
    if not frames:
        sys.exit(f"{job.run} has no meshes/frame_*.glb; make them with: froth mesh {job.run} --format glb")
    path = frames[-1] if job.frame is None else os.path.join(job.run, "meshes", f"frame_{job.frame:04d}.glb")
    if not os.path.exists(path):
        sys.exit(f"there is no {path}")
    bpy.ops.wm.read_factory_settings(use_empty=True)
    things = import_surface(path)
    if not things:
        sys.exit(f"{path} has no surface: the frame has no particles")
    set_stage(things)
    print(f"{', '.join(f'{len(t.data.vertices)} vertices of {t.name}' for t in things)} in {path}")
    if job.render:
        render(job.render, job.samples)
    if job.blend:
        bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(job.blend))


if __name__ == "__main__":
    main(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else [])
