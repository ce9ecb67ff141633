#!/usr/bin/python3
# papers/references/s2.py
# References for `carom reproduce S2`, computed from the equations alone: Dormand and Prince's method of order 5 in a
# variable in which the law is smooth. Prints table, value's name and value per line; tests/scripts/references.sh compares
# them with what the program holds itself to.
from functools import lru_cache
from math import gamma, log, log10, log1p, pi, sqrt


def put(table, what, value):
    print(table, what, repr(float(value)), sep="\t")


C = (0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1)
A = ((), (1 / 5,), (3 / 40, 9 / 40), (44 / 45, -56 / 15, 32 / 9),
     (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
     (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
     (35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84))
ERROR = (71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40)


def integrate(slopes, state, ends, tolerance, step):
    """Steps until `ends` changes from positive; the last step is shortened until it hardly passes. `ends` positive at
    the start."""
    while True:
        k = []
        for stage in range(7):
            at = tuple(s + step * sum(a * kk[i] for a, kk in zip(A[stage], k)) for i, s in enumerate(state))
            k.append(slopes(at))
        after = at  # the last stage is the solution
        error = max(abs(step * sum(e * kk[i] for e, kk in zip(ERROR, k))) / s for i, s in enumerate(SCALE))
        if error > tolerance:
            step *= max(0.2, 0.9 * (tolerance / error) ** 0.2)
            continue
        if ends(after) <= 0:
            if step < 1e-15:
                return after
            step *= 0.5
            if ends(after) > -1e-15:
                return after
            continue
        state = after
        if not step * 0.5 < 1e-15:
            step *= min(3.0, max(0.3, 0.9 * (tolerance / max(error, 1e-300)) ** 0.2))
        if step < 1e-15:
            return state


SCALE = (1.0, 1.0, 1.0)


@lru_cache(maxsize=None)
def impact(number, clamped=True, p=0.5, tolerance=1e-8):
    """e and duration of x'' = -x^1.5 - number x^p x' from x = 0, x' = 1. With y = x^(p+1)/(p+1) and ds = x^p dt:
    y' = v, v' = -(x^(1.5-p) + number v), t' = x^-p. Clamped: until the force is gone, (11); else until x = 0."""

    def x_of(y):
        return ((p + 1) * y) ** (1 / (p + 1)) if y > 0 else 0.0

    def slopes(state):
        y, v, _ = state
        x = x_of(y)
        return v, -(x ** (1.5 - p) + number * v), x**-p if x > 0 else 0.0

    x = 1e-8 if p < 1 else 1e-5  # where t' is not yet too large
    start = (x ** (p + 1) / (p + 1), 1 - number * x ** (p + 1) / (p + 1), x)
    if clamped:
        y, v, t = integrate(slopes, start, lambda s: x_of(s[0]) ** (1.5 - p) + number * s[1], tolerance, 1e-6)
    else:
        y, v, t = integrate(slopes, start, lambda s: s[0] if s[1] < 0 else 1.0, tolerance, 1e-6)
    return -v, t


def restitution(number):
    return impact(number)[0]


def number_for(e):
    low, high = 1e-4, 20.0
    for _ in range(28):
        mid = sqrt(low * high)
        if restitution(mid) > e:
            low = mid
        else:
            high = mid
    return sqrt(low * high)


def first_order(n, p):
    """1 - e = C Lambda: the work of x^p x'^2 along the lossless motion, 2 integral x^p v dx."""
    deepest = ((n + 1) / 2) ** (1 / (n + 1))
    beta = lambda a, b: gamma(a) * gamma(b) / gamma(a + b)
    return 2 * deepest ** (p + 1) / (n + 1) * beta((p + 1) / (n + 1), 1.5)


def numbers():
    table = "Section III: restitution of the new model"
    for number in (0.001, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0):
        e, t = impact(number, tolerance=1e-11)
        put(table, f"Lambda = {number:g}: e by (11)", e)
        put(table, f"Lambda = {number:g}: contact time, v/Z", t)
        put(table, f"Lambda = {number:g}: e by (8), not clamped", impact(number, False, tolerance=1e-11)[0])
    put(table, "1 - e = C Lambda + ..., new model", first_order(1.5, 0.5))
    put(table, "the same, Lee and Wang", first_order(1.5, 1.0))
    put(table, "the same, Hunt-Crossley", first_order(1.5, 1.5))
    put(table, "the same, linear", first_order(1.0, 0.0))


# --- against the logarithm of speed ------------------------------------------------------------------------


def hunt_crossley(u):
    """e from w - log(1 + w) = u - log(1 + u)."""
    goal = u - log1p(u)
    low, high = -1 + 1e-300, 0.0
    for _ in range(200):
        mid = 0.5 * (low + high)
        if mid - log1p(mid) > goal:
            low = mid
        else:
            high = mid
    return -low / u


def straight(x, y):
    n = len(x)
    mx, my = sum(x) / n, sum(y) / n
    slope = sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)
    off = [b - my - slope * (a - mx) for a, b in zip(x, y)]
    return 1 - sum(o * o for o in off) / sum((b - my) ** 2 for b in y), max(map(abs, off))


def logarithm():
    table = "Figs. 3, 4: restitution against the logarithm of speed"
    speeds = [0.1 * 100 ** (i / 40) for i in range(41)]
    x = [log10(v) for v in speeds]
    for number, name in ((0.4, "0.654"), (0.1, "0.893"), (0.02, "0.977")):
        one = restitution(number)
        r2, off = straight(x, [restitution(number * v**0.2) for v in speeds])
        low, high = 1e-6, 1e6
        for _ in range(100):
            mid = sqrt(low * high)
            if hunt_crossley(mid) > one:
                low = mid
            else:
                high = mid
        r2_hc, off_hc = straight(x, [hunt_crossley(low * v) for v in speeds])
        who = f"e(1 m/s) = {name}: "
        low, high = 1e-5, 50.0
        for _ in range(28):
            mid = sqrt(low * high)
            if impact(mid, True, 1.0)[0] > one:
                low = mid
            else:
                high = mid
        # Lee and Wang: the number goes with v^(3/5)
        r2_lw, off_lw = straight(x, [impact(low * v**0.6, True, 1.0)[0] for v in speeds])
        put(table, who + "R^2, Lee and Wang", r2_lw)
        put(table, who + "greatest deviation, Lee and Wang", off_lw)
        put(table, who + "e", one)
        put(table, who + "R^2, new model", r2)
        put(table, who + "greatest deviation, new model", off)
        put(table, who + "R^2, Hunt-Crossley", r2_hc)
        put(table, who + "greatest deviation, Hunt-Crossley", off_hc)
    slope = lambda n: (restitution(n * 1.02) - restitution(n / 1.02)) / (10 * log10(1.02))
    low, high = 0.3, 2.0
    for _ in range(16):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        if slope(a) < slope(b):
            high = b
        else:
            low = a
    put(table, "new model: steepest slope of e per decade", slope(low))
    put(table, "Lambda there", low)
    put(table, "e there", restitution(low))


# --- pairs -------------------------------------------------------------------------------------------------

# Young's modulus [Pa], Poisson's ratio, density [kg/m^3]: handbook
STEEL, IRON, BRASS, LEAD, CORK = (2.1e11, 0.29, 7800), (1.1e11, 0.26, 7200), (1.05e11, 0.35, 8500), (1.6e10, 0.44, 11340), (2e7, 0, 180)
PAIRS = (("A brass, brass", BRASS, BRASS, 0.015, 0.015), ("B steel, cast iron", STEEL, IRON, 0.0127, None),
         ("C cork, cork", CORK, CORK, 0.0166, 0.0166), ("D steel, cork", STEEL, CORK, 0.0165, None),
         ("E steel, brass", STEEL, BRASS, 0.0127, None), ("F steel, lead", STEEL, LEAD, 0.0127, None))


def pairs():
    table = "Fig. 5: the six pairs"
    found = {e: number_for(e) for e in (0.9, 0.7, 0.5)}
    for e, number in found.items():
        put(table, f"Lambda where e = {e:g}", number)
    for name, a, b, r1, r2 in PAIRS:
        modulus = 1 / ((1 - a[1] ** 2) / a[0] + (1 - b[1] ** 2) / b[0])
        radius = 1 / (1 / r1 + (1 / r2 if r2 else 0))
        k = 4 / 3 * modulus * sqrt(radius)
        m = 4 / 3 * pi * r1**3 * a[2] * (0.5 if r2 else 1)
        put(table, name + ": E^* [Pa]", modulus)
        put(table, name + ": k [N/m^1.5]", k)
        put(table, name + ": mass [g]", 1e3 * m)
        for e, number in found.items():
            put(table, f"{name}: lambda for e = {e:g} at 1 m/s", number * m**0.4 * k**0.6)
        put(table, name + ": contact time for e = 0.7 at 1 m/s [us]", 1e6 * impact(found[0.7])[1] * (m / k) ** 0.4)


# --- the dropped ball --------------------------------------------------------------------------------------


def drop():
    """66 g from 1 m, g = 10 m/s^2, k = 1e10, lambda = 1e5; small steps of RK4 in contact, parabolas without."""
    table, m, g, k, lam = "Section II-C: a ball of 66 g dropped from 1 m", 0.066, 10.0, 1e10, 1e5

    def pull(x, v):  # k x + lambda v: the sign of the force
        return k * x + lam * v

    def a(x, v):
        return g - (sqrt(x) * pull(x, v) / m if x > 0 and pull(x, v) > 0 else 0.0)

    def rk4(x, v, h):
        k1, l1 = h * a(x, v), h * v
        k2, l2 = h * a(x + l1 / 2, v + k1 / 2), h * (v + k1 / 2)
        k3, l3 = h * a(x + l2 / 2, v + k2 / 2), h * (v + k2 / 2)
        k4, l4 = h * a(x + l3, v + k3), h * (v + k3)
        return x + (l1 + 2 * l2 + 2 * l3 + l4) / 6, v + (k1 + 2 * k2 + 2 * k3 + k4) / 6

    t, x, v = sqrt(2 / g), 0.0, sqrt(2 * g)  # at the plate
    contacts = before = 0
    small, last, tops = None, None, []
    while t < 2.535:
        contacts += 1
        h = 4e-7
        while not (x > 0 and v < 0 and pull(x, v) <= 0):  # in contact
            upper = v
            x, v = rk4(x, v, h)
            t += h
            if upper < 0 <= v:
                tops.append(t - h * v / (v - upper))
            if t > 2.535:
                break
        else:
            last, tops = t, []
            apex = t - v / g
            height = -(x - v * v / (2 * g))
            tops.append(apex)
            if small is None and height < 1e-3:
                small, before = apex, contacts
            back = -v  # to the same depth again, then on until the force holds
            t, v = t - 2 * v / g, back
            while pull(x, v) <= 0:
                x, v, t = x + v * 1e-9, v + g * 1e-9, t + 1e-9
            if height > 0:  # fallen through the surface: begin there
                t -= (v - sqrt(max(v * v - 2 * g * x, 0.0))) / g
                v, x = sqrt(max(v * v - 2 * g * x, 0.0)), 0.0
            continue
        break
    rest = (m * g / k) ** (2 / 3)
    put(table, "the same, closer [s]", small)
    put(table, "bounces until then", before)
    put(table, "bounces after that", contacts - before)
    put(table, "from there to the last loss of contact, closer [s]", last - small)
    put(table, "depth at rest [m]", rest)
    put(table, "ringing, closer [Hz]", 1 / (tops[1] - tops[0]))
    decay = lam * sqrt(rest) / (2 * m)
    put(table, "ringing at rest, small oscillations [Hz]", sqrt(1.5 * k * sqrt(rest) / m - decay**2) / (2 * pi))


if __name__ == "__main__":
    numbers()
    logarithm()
    pairs()
    drop()
