# SPDX-License-Identifier: Apache-2.0
"""Run by Blender: imports .glb and .obj files and writes what it has found as JSON.

    blender -b -P list_meshes.py -- OUT.json FILE...
"""
import json
import sys

import bpy
import numpy

# Debian 12 has a Blender whose glTF importer still wants this old name of NumPy.
numpy.bool = bool


def numbers(data, name, width):
    values = numpy.empty(len(data) * width, dtype=numpy.float32)
    data.foreach_get(name, values)
    return values.reshape(-1, width)


def described(thing):
    mesh = thing.data
    turn = numpy.array(thing.matrix_world)
    places = numbers(mesh.vertices, "co", 3) @ turn[:3, :3].T + turn[:3, 3]
    mesh.calc_loop_triangles()
    found = {"vertices": len(mesh.vertices), "triangles": len(mesh.loop_triangles), "low": places.min(0).tolist(),
             "high": places.max(0).tolist(), "middle": places.astype(float).mean(0).tolist()}
    if len(mesh.color_attributes) > 0:
        found["color"] = numbers(mesh.color_attributes[0].data, "color", 4).mean(0)[:3].tolist()
    return found


def main():
    out, *files = sys.argv[sys.argv.index("--") + 1:]
    found = {}
    for path in files:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        if path.endswith(".glb"):
            bpy.ops.import_scene.gltf(filepath=path)
        else:
            bpy.ops.wm.obj_import(filepath=path)
        bpy.context.view_layer.update()
        found[path] = {thing.name: described(thing) for thing in bpy.data.objects if thing.type == "MESH"}
    with open(out, "w") as file:
        json.dump(found, file)


main()
