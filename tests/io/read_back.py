#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files for other programs, read by other programs.

Oracle: runs the real froth, reads its .vtp with VTK, its .pvd with an XML parser, its .csv with Python's csv module
and its .vdb with OpenVDB's vdb_print, and compares every number with the PLY file of the same frame, read here. A
frame whose points are joined (from the test program) is read by VTK's own readers of PLY and VTP.
usage: read_back.py FROTH FROTH_TESTS; exit code 77: a reader is not installed.
"""
import csv
import json
import math
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

try:
    from vtkmodules.vtkCommonCore import vtkIdList
    from vtkmodules.vtkIOPLY import vtkPLYReader
    from vtkmodules.vtkIOXML import vtkXMLPolyDataReader
except ImportError:
    print("SKIPPED: the module vtkmodules is missing; apt-get install python3-vtk9")
    sys.exit(77)
if shutil.which("vdb_print") is None:
    print("SKIPPED: vdb_print is missing; apt-get install libopenvdb-tools")
    sys.exit(77)

CELL = 0.05
SCENE = """
[scene]
dimension = {dim}
precision = "{precision}"
end_time = 0.3
frame_rate = 10
[solver]
cell_size = {cell}
[materials.sand]
model = "drucker_prager"
density = 1500
youngs_modulus = 1e5
[materials.jelly]
model = "neo_hookean"
density = 1000
youngs_modulus = 2e4
[[bodies]]
name = "heap"
material = "sand"
shape = {{ box = {{ min = [-0.3, 0.02{z0}], max = [0, 0.2{z1}] }} }}
[[bodies]]
name = "ball"
material = "jelly"
shape = {{ sphere = {{ center = [0.2, 0.2{z}], radius = 0.12 }} }}
velocity = {{ constant = [-1.5, 0.3{z}] }}
[[colliders]]
name = "floor"
shape = {{ half_space = {{ point = [0, 0{z}], normal = [0, 1{z}] }} }}
[output]
attributes = ["J", "pressure", "volume_gain"]
"""
PLY_TYPES = {"uchar": "B", "int": "i", "uint": "I", "float": "f", "double": "d"}


def read_ply(path):
    """Columns by name, the C type of each, and what the comments say. Points stand before faces and edges."""
    with open(path, "rb") as file:
        content = file.read()
    end = content.index(b"end_header\n") + len(b"end_header\n")
    names, types, counts, said = [], [], {}, {"units": {}, "bodies": [], "colliders": []}
    for line in content[:end].decode().splitlines():
        words = line.split()
        if words[0] == "comment":
            read_comment(words[1:], line, said)
        elif words[0] == "element":
            element = words[1]
            counts[element] = int(words[2])
        elif words[0] == "property" and element == "vertex":
            types.append(PLY_TYPES[words[1]])
            names.append(words[2])
    row = struct.Struct("<" + "".join(types))
    points = counts["vertex"] * row.size
    assert len(content) >= end + points and (len(counts) > 1 or len(content) == end + points), path
    rows = list(row.iter_unpack(content[end:end + points]))
    return {name: [r[k] for r in rows] for k, name in enumerate(names)}, dict(zip(names, types)), said


def read_comment(words, line, said):
    """The lines that docs/export.md describes."""
    if words[:2] == ["froth", "frame"]:
        said["frame"], said["time"] = int(words[2]), float(words[4])
    elif words[0] == "dimension":
        said["dimension"] = int(words[1])
    elif words[0] == "unit":
        said["units"][words[1]] = " ".join(words[2:])
    elif words[0] == "body":
        said["bodies"].append((json.loads(line.split(" name ", 1)[1]), words[3]))
    elif words[0] == "collider":
        said["colliders"].append((json.loads(line.split(" name ", 1)[1]), [float(x) for x in words[3:18]]))


def same(a, b):
    return a == b or (math.isnan(a) and math.isnan(b))


def check_columns(found, expected, where):
    assert len(found) == len(expected), f"{where}: {len(found)} instead of {len(expected)} numbers"
    for k, (a, b) in enumerate(zip(found, expected)):
        assert same(a, b), f"{where}, point {k}: {a} instead of {b}"


def column(array, component=0):
    return [array.GetComponent(k, component) for k in range(array.GetNumberOfTuples())]


def check_vtp(path, ply, types, time):
    reader = vtkXMLPolyDataReader()
    reader.SetFileName(path)
    reader.Update()
    data = reader.GetOutput()
    count = len(ply["x"])
    assert reader.GetErrorCode() == 0 and count > 0
    assert data.GetNumberOfPoints() == data.GetNumberOfVerts() == data.GetNumberOfCells() == count, path
    stored = data.GetFieldData().GetArray("TimeValue").GetValue(0)
    assert abs(stored - time) <= 1e-12 * max(1, time), f"{path}: time {stored} instead of {time}"
    points, velocity = data.GetPoints().GetData(), data.GetPointData().GetArray("velocity")
    assert velocity.GetNumberOfComponents() == 3
    for k, axis in enumerate("xyz"):
        check_columns(column(points, k), ply[axis], f"{path}: {axis}")
        check_columns(column(velocity, k), ply["v" + axis], f"{path}: v{axis}")
    scalars = [name for name in ply if name not in ("x", "y", "z", "vx", "vy", "vz")]
    assert data.GetPointData().GetNumberOfArrays() == 1 + len(scalars), path
    for name in scalars:
        check_columns(column(data.GetPointData().GetArray(name)), ply[name], f"{path}: {name}")
    real = {"f": "float", "d": "double"}[types["x"]]
    assert points.GetDataTypeAsString() == velocity.GetDataTypeAsString() == real, path
    for k in (0, count - 1):  # cell k is point k
        assert data.GetCell(k).GetNumberOfPoints() == 1 and data.GetCell(k).GetPointId(0) == k


def check_csv(path, ply, types):
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == list(ply), path
    for k, name in enumerate(rows[0]):
        texts = [row[k] for row in rows[1:]]
        if types[name] in "iI":
            found = [int(text) for text in texts]
        elif types[name] == "f":  # the digits name a float: rounding them to one gives its bits
            found = [struct.unpack("f", struct.pack("f", float(text)))[0] for text in texts]
        else:
            found = [float(text) for text in texts]
        check_columns(found, ply[name], f"{path}: {name}")


def check_vdb(path, ply):
    """vdb_print knows the box of voxels that have points: counted here from the positions."""
    text = subprocess.run(["vdb_print", "-l", path], check=True, capture_output=True, text=True).stdout
    assert re.search(r"^Name: points$", text, re.M) and "ptdataidx32" in text, text
    assert re.search(rf"voxel size: {CELL}\b", text), text
    box = re.search(r"Bounding box of active voxels: \[(.*?)\] -> \[(.*?)\]", text)
    lo, hi = ([int(n) for n in box.group(k).split(",")] for k in (1, 2))
    for d, axis in enumerate("xyz"):
        # A point on the border of two voxels may count to either.
        for end, value in ((lo[d], min(ply[axis])), (hi[d], max(ply[axis]))):
            assert abs(value / CELL - end) <= 0.5 + 1e-6, f"{path}: voxels {lo} to {hi}, but {axis} = {value}"


def check_pvd(path, times):
    root = xml.parse(path).getroot()
    assert root.tag == "VTKFile" and root.get("type") == "Collection"
    sets = root.findall("Collection/DataSet")
    assert [s.get("file") for s in sets] == [f"frame_{k:04d}.vtp" for k in sorted(times)], path
    for s, k in zip(sets, sorted(times)):
        assert abs(float(s.get("timestep")) - times[k]) <= 1e-12, path
        assert os.path.exists(os.path.join(os.path.dirname(path), s.get("file")))


def check_said(said, ply, dim, frame):
    assert (said["frame"], said["dimension"]) == (frame, dim), said
    assert said["bodies"] == [("heap", "drucker_prager"), ("ball", "neo_hookean")], said
    assert said["colliders"] == [("floor", [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0])], said
    assert set(said["units"]) == set(ply) - {"id", "body"}, said
    for name, unit in (("x", "m"), ("vy", "m/s"), ("radius", "m"), ("J", "-"), ("pressure", "Pa")):
        assert said["units"][name] == unit, said
    # Lattices of 2^dim particles a cell, drawn with 0.6 of their distance.
    assert all(abs(r - 0.3 * CELL) < 1e-6 for r in ply["radius"]), said


def check_run(run, out, frames, dim):
    times = {}
    for k in frames:
        ply, types, said = read_ply(f"{run}/particles/frame_{k:04d}.ply")
        times[k] = said["time"]
        check_said(said, ply, dim, k)
        assert set(ply["body"]) == {0, 1} and any(math.isnan(x) for x in ply["volume_gain"])
        check_vtp(f"{out}/vtk/frame_{k:04d}.vtp", ply, types, times[k])
        check_csv(f"{out}/csv/frame_{k:04d}.csv", ply, types)
        check_vdb(f"{out}/vdb/frame_{k:04d}.vdb", ply)
    check_pvd(f"{out}/vtk/particles.pvd", times)


def points_of_cells(cells):
    """Lists of points, of lines or polygons."""
    found, ids = [], vtkIdList()
    cells.InitTraversal()
    while cells.GetNextCell(ids):
        found.append([ids.GetId(k) for k in range(ids.GetNumberOfIds())])
    return found


def check_joined(tests, folder):
    """A strand, a triangle, a tetrahedron and a pyramid, as tests/sim/frame_output_test.cpp has them by hand."""
    path = f"{folder}/joined"
    subprocess.run([tests, "--test-case=a frame of joined points comes back from its file"], check=True,
                   env={**os.environ, "FROTH_JOINED_FRAME": path}, capture_output=True)
    faces = [[2, 1, 0], [8, 6, 7], [8, 7, 5], [8, 5, 6], [7, 6, 5], [7, 6, 4, 3], [7, 4, 5], [4, 6, 5], [6, 3, 5],
             [3, 7, 5]]
    ply = read_ply(path + ".ply")[0]
    for reader in (vtkPLYReader(), vtkXMLPolyDataReader()):
        is_ply = isinstance(reader, vtkPLYReader)
        reader.SetFileName(path + (".ply" if is_ply else ".vtp"))
        reader.Update()
        data = reader.GetOutput()
        assert reader.GetErrorCode() == 0 and data.GetNumberOfPoints() == 9, reader
        for k, axis in enumerate("xyz"):
            check_columns(column(data.GetPoints().GetData(), k), ply[axis], f"{path}: {axis}")
        assert points_of_cells(data.GetPolys()) == faces, points_of_cells(data.GetPolys())
        if is_ply:  # VTK knows no edges in PLY
            continue
        assert points_of_cells(data.GetLines()) == [[2, 1], [1, 0]]
        assert column(data.GetCellData().GetArray("cell")) == [-1] * 12 + [0] * 4 + [1] * 5
        assert column(data.GetCellData().GetArray("body")) == [0] * 3 + [1] * 6 + [0] * 3 + [1] * 9
    print("points that are joined: VTK reads ply and vtp")


def main(froth, tests):
    with tempfile.TemporaryDirectory() as folder:
        check_joined(tests, folder)
        for dim, precision in ((2, "float"), (3, "float"), (3, "double")):
            z = [", 0", ", -0.1", ", 0.1"] if dim == 3 else ["", "", ""]
            scene, run, apart = (f"{folder}/{dim}{precision}{end}" for end in (".toml", "", "_apart"))
            with open(scene, "w") as file:
                file.write(SCENE.format(dim=dim, precision=precision, cell=CELL, z=z[0], z0=z[1], z1=z[2]))
            subprocess.run([froth, "run", scene, "--out", run, "--quiet", "--no-render"], check=True)
            assert not os.path.exists(f"{run}/vtk")
            subprocess.run([froth, "export", run, "--format", "vdb,vtp", "--format", "csv", "--quiet"], check=True)
            check_run(run, run, range(4), dim)
            subprocess.run([froth, "export", run, "--format", "csv,vdb,vtp", "--frames", "1:2", "--out", apart,
                            "--quiet"], check=True)
            check_run(run, apart, (1, 2), dim)
            assert sorted(os.listdir(f"{apart}/csv")) == ["frame_0001.csv", "frame_0002.csv"]
            print(f"{dim}D {precision}: vtp, pvd, csv and vdb agree with ply")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
