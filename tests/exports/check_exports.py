#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Surfaces of a small run, read by the programs that they are for.

Oracle: the PLY file of the same frame, read here by its header. VTK reads that file too; Blender, without a window,
imports the binary glTF and the OBJ; OpenVDB's Python module reads level sets and fog. Counts, bounds and what the
vertices carry must agree.
usage: check_exports.py FROTH
"""
import json
import math
import os
import struct
import subprocess
import sys
import tempfile

import numpy
import pyopenvdb
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOPLY import vtkPLYReader

FRAME = 1
SPACING = 0.02
BODIES = {"ball": (0.9, 0.2, 0.1), "block": (0.1, 0.3, 0.8)}
SCENE = """
[scene]
end_time = 0.02
frame_rate = 100
[solver]
cell_size = 0.04
[materials.jelly]
model = "neo_hookean"
density = 1000
youngs_modulus = 1e4
[[bodies]]
name = "ball"
material = "jelly"
shape = { sphere = { center = [0, 0.5, 0], radius = 0.1 } }
velocity = { constant = [1, 0, 0.5] }
color = [0.9, 0.2, 0.1]
[[bodies]]
name = "block"
material = "jelly"
shape = { box = { min = [0.4, 0.5, 0], max = [0.56, 0.58, 0.16] } }
color = [0.1, 0.3, 0.8]
[output]
attributes = ["J"]
"""
PLY_TYPES = {"uchar": "u1", "int": "<i4", "uint": "<u4", "float": "<f4", "double": "<f8"}


def read_ply(path):
    """Vertices and triangles as arrays by name."""
    with open(path, "rb") as file:
        content = file.read()
    end = content.index(b"end_header\n") + len(b"end_header\n")
    counts, vertex = {}, []
    for line in content[:end].decode().splitlines():
        words = line.split()
        if words[0] == "element":
            element, counts[words[1]] = words[1], int(words[2])
        elif words[0] == "property" and element == "vertex":
            vertex.append((words[2], PLY_TYPES[words[1]]))
    points = numpy.frombuffer(content, vertex, counts["vertex"], end)
    face = [("count", "u1"), ("corner", "<i4", 3), ("body", "<i4"), ("cell", "<i4")]
    faces = numpy.frombuffer(content, face, counts["face"], end + points.nbytes)
    assert end + points.nbytes + faces.nbytes == len(content) and (faces["count"] == 3).all(), path
    return points, faces


def stack(points, *names):
    return numpy.stack([points[name] for name in names], axis=1)


def close(found, expected, tolerance, what):
    found, expected = numpy.asarray(found, float), numpy.asarray(expected, float)
    assert found.shape == expected.shape, f"{what}: {found.shape} instead of {expected.shape}"
    worst = numpy.abs(found - expected).max() if found.size else 0
    assert worst <= tolerance, f"{what}: {worst} off, {tolerance} allowed"
    print(f"  {what}: {found.size} numbers, at most {worst:.3g} off")


def check_vtk(path, points, faces):
    reader = vtkPLYReader()
    reader.SetFileName(path)
    reader.Update()
    data = reader.GetOutput()
    close(vtk_to_numpy(data.GetPoints().GetData()), stack(points, "x", "y", "z"), 0, "VTK, places in PLY")
    corners = vtk_to_numpy(data.GetPolys().GetConnectivityArray()).reshape(-1, 3)
    close(corners, faces["corner"], 0, "VTK, triangles in PLY")
    carried = data.GetPointData()
    close(vtk_to_numpy(carried.GetNormals()), stack(points, "nx", "ny", "nz"), 0, "VTK, normals in PLY")
    close(vtk_to_numpy(carried.GetArray("RGB")), stack(points, "red", "green", "blue"), 0, "VTK, colours in PLY")


def by_body(points, faces):
    """Points and triangles of each body; its vertices are one block, as its triangles are."""
    for number, name in enumerate(BODIES):
        own = faces["corner"][faces["body"] == number]
        yield name, points[own.min():own.max() + 1], own - own.min()


def check_mesh_of_blender(kind, mesh, name, points, corners):
    """Blender's z is up: its importers turn (x, y, z) into (x, -z, y). It welds nothing."""
    where = f"Blender, {name} in {kind}"
    turned = numpy.stack([points["x"], -points["z"], points["y"]], axis=1)
    assert mesh["vertices"] == len(points), f"{where}: {mesh['vertices']} vertices instead of {len(points)}"
    assert mesh["triangles"] == len(corners), f"{where}: {mesh['triangles']} triangles instead of {len(corners)}"
    close([mesh["low"], mesh["high"]], [turned.min(0), turned.max(0)], 2e-6, where + ", bounds")
    close(mesh["middle"], turned.mean(0), 2e-6, where + ", mean of places")


def check_blender(folder, points, faces):
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "list_meshes.py")
    out = os.path.join(folder, "blender.json")
    files = [os.path.join(folder, "meshes", f"frame_{FRAME:04d}.{kind}") for kind in ("glb", "obj")]
    subprocess.run(["blender", "-b", "--factory-startup", "--python-exit-code", "1", "-P", script, "--", out, *files],
                   check=True, stdout=subprocess.DEVNULL, env=dict(os.environ, HOME=folder))
    with open(out) as file:
        found = json.load(file)
    for kind, path in zip(("glb", "obj"), files):
        meshes = found[path]
        assert sorted(meshes) == sorted(BODIES), f"Blender, {kind}: objects {sorted(meshes)}"
        for name, own, corners in by_body(points, faces):
            check_mesh_of_blender(kind, meshes[name], name, own, corners)
            if kind == "glb":  # colours are linear there, and bytes in the PLY
                bytes_of = [round(255 * srgb(c)) for c in meshes[name]["color"]]
                close(bytes_of, [round(255 * c) for c in BODIES[name]], 1, f"Blender, {name} in glb, mean colour")


def srgb(linear):
    return 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055


def glb_attributes(path):
    """Names and numbers of the vertices' columns, by the specification of glTF 2.0 alone."""
    with open(path, "rb") as file:
        content = file.read()
    magic, version, length, size, kind = struct.unpack("<4sIIII", content[:20])
    assert (magic, version, length, kind) == (b"glTF", 2, len(content), 0x4E4F534A), path
    model = json.loads(content[20:20 + size])
    data = content[20 + size + 8:]
    widths = {"SCALAR": 1, "VEC3": 3}
    for mesh in model["meshes"]:
        for name, number in mesh["primitives"][0]["attributes"].items():
            accessor = model["accessors"][number]
            view = model["bufferViews"][accessor["bufferView"]]
            width = widths[accessor["type"]]
            numbers = numpy.frombuffer(data, "<f4", accessor["count"] * width, view.get("byteOffset", 0))
            yield mesh["name"], name, numbers.reshape(-1, width)


def check_glb(path, points, faces):
    own = {name: part for name, part, corners in by_body(points, faces)}
    columns = {"POSITION": "x y z", "NORMAL": "nx ny nz", "_VELOCITY": "vx vy vz", "_J": "J"}
    for body, name, numbers in glb_attributes(path):
        if name in columns:
            close(numbers, stack(own[body], *columns[name].split()), 0, f"glTF, {body}, {name}")


def check_vdb(folder, points, faces):
    for name, own, corners in by_body(points, faces):
        grid = pyopenvdb.read(os.path.join(folder, "level_sets", f"frame_{FRAME:04d}.vdb"), name)
        assert grid.gridClass == "level set" and grid["frame"] == FRAME, name
        # Both are zero levels of one field; an edge of a voxel is half a spacing.
        surface, _ = grid.convertToQuads(isovalue=0)
        places = stack(own, "x", "y", "z")
        close([surface.min(0), surface.max(0)], [places.min(0), places.max(0)], SPACING / 4,
              f"OpenVDB, level set of {name}, bounds")
        fog = pyopenvdb.read(os.path.join(folder, "fog", f"frame_{FRAME:04d}.vdb"), "density_" + name)
        volume = sum(v.value for v in fog.iterOnValues()) * math.prod(fog.transform.voxelSize())
        a, b, c = (places[corners[:, k]].astype(float) for k in range(3))
        inside = (a * numpy.cross(b, c)).sum() / 6
        close(volume / inside, 1, 0.1, f"OpenVDB, fog of {name}, over the volume of its mesh")


def main():
    froth = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        scene, run = os.path.join(folder, "small.toml"), os.path.join(folder, "run")
        with open(scene, "w") as file:
            file.write(SCENE)
        subprocess.run([froth, "run", scene, "--out", run, "--quiet"], check=True)
        subprocess.run([froth, "mesh", run, "--format", "ply,obj,glb,vdb,fog", "--attributes", "J", "--quiet"], check=True)
        path = os.path.join(run, "meshes", f"frame_{FRAME:04d}.ply")
        points, faces = read_ply(path)
        print(f"{len(points)} vertices, {len(faces)} triangles of {len(BODIES)} bodies")
        check_vtk(path, points, faces)
        check_glb(path[:-3] + "glb", points, faces)
        check_vdb(run, points, faces)
        check_blender(run, points, faces)


main()
