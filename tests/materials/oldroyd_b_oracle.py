# SPDX-License-Identifier: Apache-2.0
"""Numbers for oldroyd_b_test.cpp, independent of the law: the evolution of the elastic strain b of the
volume-preserving law as [Ram2015] states it for b itself, Eq. (6), integrated by the classical Runge-Kutta method.
The law integrates b_OB and scales it, Eq. (5); this script never does. With k = (J/J_OB)^(2/d), b_OB = b/k:
  upper convected derivative of b = k'/k b + (k I - b)/T,   k'/k = -tr(b_OB^-1 - I)/(d T),
because J'/J = tr L and J_OB'/J_OB = tr L + tr(b_OB^-1 - I)/(2 T). Run without arguments."""
from math import cos, pi

T = 0.5


def det(m):
    if len(m) == 1:
        return m[0][0]
    return sum((-1) ** c * m[0][c] * det([row[:c] + row[c + 1:] for row in m[1:]]) for c in range(len(m)))


def trace_of_inverse(m):
    d = len(m)
    minor = lambda k: [[m[r][c] for c in range(d) if c != k] for r in range(d) if r != k]
    return sum(det(minor(k)) for k in range(d)) / det(m)


def slope(L, b, k):
    d = len(b)
    growth = -(k * trace_of_inverse(b) - d) / (d * T)
    Lb = [[sum(L[r][n] * b[n][c] for n in range(d)) for c in range(d)] for r in range(d)]
    rate = [[Lb[r][c] + Lb[c][r] + growth * b[r][c] + ((k if r == c else 0) - b[r][c]) / T
             for c in range(d)] for r in range(d)]
    return rate, growth * k


def moved(b, k, rate, h):
    d = len(b)
    return [[b[r][c] + h * rate[0][r][c] for c in range(d)] for r in range(d)], k + h * rate[1]


def integrate(gradient, d, end, steps):
    b, k, h = [[float(r == c) for c in range(d)] for r in range(d)], 1.0, end / steps
    for n in range(steps):
        t = n * h
        s1 = slope(gradient(t), b, k)
        s2 = slope(gradient(t + h / 2), *moved(b, k, s1, h / 2))
        s3 = slope(gradient(t + h / 2), *moved(b, k, s2, h / 2))
        s4 = slope(gradient(t + h), *moved(b, k, s3, h))
        for s, weight in ((s1, 1), (s2, 2), (s3, 2), (s4, 1)):
            b, k = moved(b, k, s, h * weight / 6)
    return b, k


def cycle(d):
    """gamma = 1.5 sin(2 pi t)"""
    return lambda t: [[3 * pi * cos(2 * pi * t) if (r, c) == (0, 1) else 0 for c in range(d)] for r in range(d)]


def general(d):
    L = [[0.5, 1.0, 0.0], [-0.3, -0.2, 0.4], [0.1, 0.0, -0.6]]
    return lambda t: [row[:d] for row in L[:d]]


for name, motion in (("cycle", cycle), ("general", general)):
    for d in (2, 3):
        b, k = integrate(motion(d), d, 1.0, 4000)
        coarse, _ = integrate(motion(d), d, 1.0, 2000)
        error = max(abs(x - y) for p, q in zip(b, coarse) for x, y in zip(p, q)) / 15
        print(f"{name} d={d}: error {error:.1e}, det b {det(b):.10f}, det b_OB {det(b) / k**d:.10f}")
        for row in b:
            print("   ", "  ".join(f"{x:.10f}" for x in row))
