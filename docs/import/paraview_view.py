# SPDX-License-Identifier: Apache-2.0
"""Opens the .vtp series of a froth run in ParaView, colours it by speed and saves a picture.

    froth export out/default --format vtp
    pvpython docs/import/paraview_view.py out/default --picture speed.png

Without a display, Debian's ParaView needs one all the same: put `xvfb-run -a` in front.
"""
import argparse
import os
import sys

from paraview.simple import (ColorBy, GetActiveViewOrCreate, GetAnimationScene, GetScalarBar,
                             GetColorTransferFunction, PVDReader, Render, ResetCamera, SaveScreenshot, Show)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("run", help="output folder of a froth run")
    parser.add_argument("--time", type=float, help="[s]; default: the last one")
    parser.add_argument("--radius", type=float, default=0, help="of a point [m]; default: from the size of all")
    parser.add_argument("--picture", default="speed.png")
    job = parser.parse_args()
    path = os.path.join(job.run, "vtk", "particles.pvd")
    if not os.path.exists(path):
        sys.exit(f"there is no {path}; write it with: froth export {job.run} --format vtp")

    reader = PVDReader(FileName=os.path.abspath(path))
    reader.UpdatePipelineInformation()
    times = list(reader.TimestepValues)
    time = times[-1] if job.time is None else min(times, key=lambda t: abs(t - job.time))
    reader.UpdatePipeline(time)
    low_x, high_x, low_y, high_y, low_z, high_z = reader.GetDataInformation().GetBounds()
    is_flat = low_z == high_z

    view = GetActiveViewOrCreate("RenderView")
    view.ViewSize = [960, 540]
    view.ViewTime = time
    GetAnimationScene().AnimationTime = time
    display = Show(reader, view)
    display.Representation = "Point Gaussian"  # a ball per particle
    count = reader.GetDataInformation().GetNumberOfPoints()
    volume = (high_x - low_x) * (high_y - low_y) * (1 if is_flat else high_z - low_z)
    display.GaussianRadius = job.radius or 0.5 * (volume / max(count, 1)) ** (1 / (2 if is_flat else 3))
    ColorBy(display, ("POINTS", "velocity", "Magnitude"))
    display.RescaleTransferFunctionToDataRange(False, True)
    bar = GetScalarBar(GetColorTransferFunction("velocity"), view)
    bar.Title, bar.ComponentTitle, bar.Visibility = "speed [m/s]", "", 1

    size = max(high_x - low_x, high_y - low_y, high_z - low_z)
    view.CameraFocalPoint = [(low_x + high_x) / 2, (low_y + high_y) / 2, (low_z + high_z) / 2]
    offset = (0, 0, size) if is_flat else (0.4 * size, 0.4 * size, size)
    view.CameraPosition = [f + o for f, o in zip(view.CameraFocalPoint, offset)]
    view.CameraViewUp = [0, 1, 0]
    ResetCamera(view)
    Render(view)
    SaveScreenshot(job.picture, view)
    print(f"{count} points at t = {time:g} s of {len(times)} times, arrays "
          f"{', '.join(reader.PointData.keys())}: {job.picture}")


main()
