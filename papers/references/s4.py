#!/usr/bin/python3
# papers/references/s4.py
# References for `carom reproduce S4`, computed from the equations alone: schemes (7) and (8), each step solved by a
# safeguarded Newton method, a mass of 1 kg that meets the wall at 1 m/s. Prints table, value's name and value per line;
# tests/scripts/references.sh compares them with what the program holds itself to.
from math import cos, gamma, pi, sin, sqrt, tan

PHASES = 25


def put(table, what, value):
    print(table, what, repr(float(value)), sep="\t")


def solve(function, low, high, start):
    """The zero of an increasing function that gives (value, slope)."""
    x = min(max(start, low), high)
    for _ in range(100):
        value, slope = function(x)
        if value > 0:
            high = x
        else:
            low = x
        further = x - value / slope if slope > 0 else low
        if not low <= further <= high:
            further = 0.5 * (low + high)
        if abs(further - x) <= 1e-16 * (abs(x) + abs(further)):
            return further
        x = further
    return x


class Wall:
    """G(y) = [y]^(alpha+1) and the divided difference of it, with stiffness k."""

    def __init__(self, k, alpha):
        self.k, self.alpha = k, alpha

    def g(self, y):
        return y ** (self.alpha + 1) if y > 0 else 0.0

    def slope(self, y):
        return (self.alpha + 1) * y**self.alpha if y > 0 else 0.0

    def quotient(self, a, s):
        """(G(a + s) - G(a))/s and its derivative in s."""
        if a > 0 and abs(s) < 1e-5 * a:
            middle = a + 0.5 * s
            bend = self.alpha * (self.alpha + 1) * middle ** (self.alpha - 1)
            return self.slope(middle), 0.5 * bend
        rise = self.g(a + s) - self.g(a)
        return rise / s, (self.slope(a + s) * s - rise) / (s * s)


def two_point(wall, dt, distance, rescale=False):
    """Duration between the zeros of the free flights before and after; (8). rescale: the step is made longer by
    dt^2/12 times the mean of V'', which is what the scheme is late by."""
    y, q, n = -distance, 0.5 * dt, 0
    entered = False
    while True:
        way = 2 * q
        stretch = 1.0
        for _ in range(40 if rescale else 1):
            beta = wall.k * (stretch * dt) ** 2 / (2 * (wall.alpha + 1))

            def equation(s, beta=beta, way=stretch * way):
                value, slope = wall.quotient(y, s) if s != 0 else (wall.slope(y), 0.0)
                return s - way + beta * value, 1 + beta * slope

            if y <= 0 and y + way <= 0:
                s = way
                break
            reach = abs(way) * 2 + 4 * beta * wall.slope(max(y, 0.0))
            s = solve(equation, -reach, stretch * abs(way) * (1 + 1e-12), stretch * way)
            if not rescale or s == 0:
                break
            force = lambda at: wall.k * at**wall.alpha if at > 0 else 0.0
            before, stretch = stretch, 1 + dt * dt / 12 * (force(y + s) - force(y)) / s
            if abs(stretch - before) < 1e-15:
                break
        q = s / (2 * stretch) * 2 - q if not (y <= 0 and y + way <= 0) else q
        y += s
        n += 1
        entered = entered or y > 0
        if entered and y <= 0 and q < 0:
            return n * dt - y * dt / (2 * q) - distance


def three_point(wall, dt, distance):
    before, y, n = -distance - dt, -distance, 0
    entered = False
    beta = wall.k * dt * dt / (wall.alpha + 1)
    while True:
        free = 2 * y - 2 * before  # way from n-1 to n+1 without force

        def equation(s):
            value, slope = wall.quotient(before, s) if s != 0 else (wall.slope(before), 0.0)
            return s - free + beta * value, 1 + beta * slope

        if before <= 0 and before + free <= 0:
            s = free
        else:
            reach = abs(free) * 2 + 4 * beta * wall.slope(max(before, 0.0))
            s = solve(equation, -reach, abs(free) * (1 + 1e-12), free)
        before, y, n = y, before + s, n + 1
        entered = entered or y > 0
        if entered and y <= 0 and before <= 0 and y < before:
            return n * dt - y * dt / (y - before) - distance


SCHEMES = {"two-point": two_point, "three-point": three_point}


def phases(scheme, wall, rate, tau, **more):
    """Errors of the duration over entry phases, relative."""
    dt = 1 / rate
    return [SCHEMES[scheme](wall, dt, (i + 0.5) / PHASES * dt, **more) / tau - 1 for i in range(PHASES)]


def middle(values):
    return 0.5 * (min(values) + max(values))


def exact(k, alpha):
    """(2 x_max/v) sqrt(pi) Gamma(1 + 1/(alpha+1))/Gamma(1/2 + 1/(alpha+1))."""
    p = 1 / (alpha + 1)
    return 2 * ((alpha + 1) / (2 * k)) ** p * sqrt(pi) * gamma(1 + p) / gamma(0.5 + p)


def stiffness(alpha, tau):
    return (exact(1.0, alpha) / tau) ** (alpha + 1)


def starred(scheme, k, rate):
    """k with beta* of (15), (16) in place of beta; None where it does not exist."""
    angle = sqrt(k) / rate
    if scheme == "two-point":
        return 4 * rate**2 * tan(angle / 2) ** 2 if angle < pi else None
    return 2 * rate**2 * (1 - cos(angle)) / cos(angle) if angle < pi / 2 else None


def corrected(scheme, alpha, r):
    """The stiffness whose durations of r steps are right in the middle of their range."""
    low, high = 0.2 * r, r  # of the duration that the stiffness has
    for _ in range(45):
        mid = 0.5 * (low + high)
        if middle(phases(scheme, Wall(stiffness(alpha, mid), alpha), 1.0, r)) > 0:
            high = mid
        else:
            low = mid
    return Wall(stiffness(alpha, 0.5 * (low + high)), alpha)


def lag(alpha):
    beta = lambda a, b: gamma(a) * gamma(b) / gamma(a + b)
    return alpha / (6 * (alpha + 1)) * beta(1 / (alpha + 1), 0.5) * beta(alpha / (alpha + 1), 0.5)


CONTACTS = [("soft", 1e9), ("Fig. 5", 44700.0**2), ("hard", 1e10), ("very hard", 1e11)]
RATE = 50000.0


def figures():
    for name, k in CONTACTS:
        put("Figs. 3 to 5: contact durations", name + ", exact [us]", 1e6 * exact(k, 1))
        for scheme, run in SCHEMES.items():
            d = run(Wall(k, 1), 1 / RATE, 1e-4)
            put("Figs. 3 to 5: contact durations", f"{name}, {scheme}, duration [us]", 1e6 * d)
            errors = [100 * e for e in phases(scheme, Wall(k, 1), RATE, exact(k, 1))]
            table = "Figs. 3 to 5: error of the duration over entry phases"
            put(table, f"{name}, {scheme}, least [%]", min(errors))
            put(table, f"{name}, {scheme}, greatest [%]", max(errors))
            star = starred(scheme, k, RATE)
            if star is None:
                continue
            errors = [100 * e for e in phases(scheme, Wall(star, 1), RATE, exact(k, 1))]
            table = "(15), (16): durations with beta^*"
            put(table, f"{name}, {scheme}, least error [%]", min(errors))
            put(table, f"{name}, {scheme}, greatest error [%]", max(errors))


def figure_6():
    tau = exact(1e10, 1)
    cases = (("two-point", 20e3), ("two-point", 40e3), ("two-point", 50e3), ("three-point", 40e3), ("three-point", 80e3))
    for scheme, rate in cases:
        star = starred(scheme, 1e10, rate)
        if star is None:  # a wall that an exact contact touches for a thousandth of a step
            star = stiffness(1, 1e-3 / rate)
        errors = [tau * e for e in phases(scheme, Wall(star, 1), rate, tau)]
        table = "Fig. 6, bottom: error of the duration with beta^*"
        put(table, f"{rate / 1e3:g} kHz, least [us], {scheme}, beta^*", 1e6 * min(errors))
        put(table, f"{rate / 1e3:g} kHz, greatest [us], {scheme}, beta^*", 1e6 * max(errors))


def leading():
    table = "Section 4: leading error for any exponent"
    for alpha in (1, 1.3, 1.5, 2, 2.5, 3):
        put(table, f"C for alpha = {alpha:g}", lag(alpha))
        errors = phases("two-point", Wall(stiffness(alpha, 30.0), alpha), 1.0, 30.0)
        put(table, f"(D - r) r at r = 30, alpha = {alpha:g}", sum(errors) / PHASES * 900)


def open_question():
    table = "Section 4: duration error in percent for alpha > 1"
    worst = {3: 0.0, 5: 0.0}
    cases = [(1.5, 1.5)] + [(a, r) for a in (1.5, 2, 2.5, 3) for r in (2, 3, 5, 10)]
    for alpha, r in cases:
        wall, name = Wall(stiffness(alpha, r), alpha), f"alpha = {alpha:g}, r = {r:g}: "
        for scheme in SCHEMES:
            put(table, name + scheme, 100 * middle(phases(scheme, wall, 1.0, r)))
            if scheme == "three-point" and r < 2:
                continue
            errors = [100 * e for e in phases(scheme, corrected(scheme, alpha, r), 1.0, r)]
            put(table, name + scheme + ", corrected", 0.5 * (max(errors) - min(errors)))
            for least in worst:
                if scheme == "two-point" and r >= least:
                    worst[least] = max(worst[least], max(errors), -min(errors))
        if r >= 3:
            shorter = 0.5 * (r + sqrt(r * r - 4 * lag(alpha)))
            errors = phases("two-point", Wall(stiffness(alpha, shorter), alpha), 1.0, r)
            put(table, name + "two-point, closed form", 100 * middle(errors))
    for least, value in worst.items():
        put(table, f"two-point, corrected, worst for r >= {least} [%]", value)


def rescaled():
    table = "Section 4: dg-invariant-time, which rescales the step"
    for alpha in (1.5, 2.5):
        for r in (5.3, 10.2, 20.4):
            errors = phases("two-point", Wall(stiffness(alpha, r), alpha), 1.0, r, rescale=True)
            put(table, f"alpha = {alpha:g}, r = {r:g}: dg-invariant-time", 100 * middle(errors))


def ratio():
    table = "Section 4: leading error of the three-point scheme"
    for alpha in (1, 1.5, 2, 2.5, 3):
        wall = Wall(stiffness(alpha, 120.0), alpha)
        late = {scheme: sum(phases(scheme, wall, 1.0, 120.0)) / PHASES for scheme in SCHEMES}
        put(table, f"C_3/C at 120 samples, alpha = {alpha:g}", late["three-point"] / late["two-point"])


# --- footnote 1 and time-varying stiffness -----------------------------------------------------------------


def implicit(wall, dt, distance, kind):
    """Velocity after contact by the trapezoid or the midpoint rule."""
    force = lambda y: wall.k * y**wall.alpha if y > 0 else 0.0
    y, v = -distance, 1.0
    entered = False
    while True:
        if kind == "trapezoid":  # y1 = y + dt v - dt^2/4 (f(y) + f(y1))
            rest = y + dt * v - 0.25 * dt * dt * force(y)
            equation = lambda a: a + 0.25 * dt * dt * force(a) - rest
        else:  # y1 = y + dt v - dt^2/2 f((y + y1)/2)
            rest = y + dt * v
            equation = lambda a: a + 0.5 * dt * dt * force(0.5 * (y + a)) - rest
        low, high = rest - dt * dt * force(max(y, rest, 0.0)) - abs(rest), rest + abs(rest)
        for _ in range(120):
            mid = 0.5 * (low + high)
            if equation(mid) > 0:
                high = mid
            else:
                low = mid
        after = 0.5 * (low + high)
        y, v = after, 2 * (after - y) / dt - v
        entered = entered or y > 0
        if entered and y <= 0 and v < 0:
            return v


def footnote():
    table = "Footnote 1: energy after one contact, relative error"
    for alpha in (1.5, 2.5):
        for kind in ("trapezoid", "midpoint"):
            wall = Wall(stiffness(alpha, 5.0), alpha)
            worst = max((implicit(wall, 1.0, (i + 0.5) / PHASES, kind) ** 2 - 1 for i in range(PHASES)), key=abs)
            put(table, f"alpha = {alpha:g}, {kind}", worst)


def varying(scheme, r, depth, distance=0.0):
    """Velocity after a contact with k(t) = k (1 + depth sin(2 pi t/tau)) from the touch on; the wall is met between two
    samples. exact: small steps of RK4."""
    k = stiffness(1, r)
    stiff = lambda t: k * (1 + depth * sin(2 * pi * t / r)) if t > 0 else k
    if scheme == "exact":
        n, t, y, v = 40000, 0.0, 0.0, 1.0
        h = 2 * r / n
        f = lambda t, y: -stiff(t) * y if y > 0 else 0.0
        while y >= 0:
            k1, l1 = f(t, y), v
            k2, l2 = f(t + h / 2, y + h / 2 * l1), v + h / 2 * k1
            k3, l3 = f(t + h / 2, y + h / 2 * l2), v + h / 2 * k2
            k4, l4 = f(t + h, y + h * l3), v + h * k3
            y, v, t = y + h / 6 * (l1 + 2 * l2 + 2 * l3 + l4), v + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), t + h
        return v
    if scheme == "two-point":
        y, v, n, entered = -distance, 1.0, 0, False
        while True:
            wall = Wall(stiff(n + 0.5 - distance), 1)
            way = v
            if y <= 0 and y + way <= 0:
                s = way
            else:

                def equation(s):
                    value, slope = wall.quotient(y, s)
                    return s - way + 0.25 * wall.k * value, 1 + 0.25 * wall.k * slope

                reach = 4 * abs(way) + wall.k * max(y, 0.0)
                s = solve(equation, -reach, abs(way) * (1 + 1e-12), way)
            y, v, n = y + s, 2 * s - v, n + 1
            entered = entered or y > 0
            if entered and y <= 0 and v < 0:
                return v
    before, y, n, entered = -distance - 1, -distance, 0, False
    while True:
        wall = Wall(stiff(n - distance), 1)
        free = 2 * (y - before)
        if before <= 0 and before + free <= 0:
            s = free
        else:

            def equation(s):
                value, slope = wall.quotient(before, s)
                return s - free + 0.5 * wall.k * value, 1 + 0.5 * wall.k * slope

            reach = 4 * abs(free) + wall.k * max(before, 0.0)
            s = solve(equation, -reach, abs(free) * (1 + 1e-12), free)
        before, y, n = y, before + s, n + 1
        entered = entered or y > 0
        if entered and y <= 0 and before <= 0 and y < before:
            return y - before


def time_varying():
    table = "Section 4: a stiffness that varies in time"
    exact = varying("exact", 1.0, 0.5)  # of any length: the unit of time does not matter
    for r in (5, 10, 20, 40):
        put(table, f"{r} samples, exact", -exact)
        for scheme in SCHEMES:
            errors = [100 * (varying(scheme, r, 0.5, (i + 0.5) / PHASES) / exact - 1) for i in range(PHASES)]
            put(table, f"{r} samples, {scheme}", max(map(abs, errors)))


if __name__ == "__main__":
    figures()
    figure_6()
    leading()
    ratio()
    open_question()
    rescaled()
    footnote()
    time_varying()
