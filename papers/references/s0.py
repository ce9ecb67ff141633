#!/usr/bin/python3
# papers/references/s0.py
# References for `carom reproduce S0`, computed from the equations alone: closed forms with 40 digits, simulations (23) to
# (26) in double precision. Prints table, value's name and value per line; tests/scripts/references.sh compares them with
# what the program holds itself to.
from decimal import Decimal as D, getcontext
from fractions import Fraction
from math import log, log1p, sqrt

getcontext().prec = 40
M = 0.01
RATE = 44100.0


def put(table, what, value):
    print(table, what, repr(float(value)), sep="\t")


# --- closed forms ------------------------------------------------------------------------------------------


def rebound(u):
    """mu v_out from u = mu v_in by (6), negative: Newton on w - log(1 + w) = u - log(1 + u)."""
    u = D(u)
    goal = u - (1 + u).ln()
    root = (2 * goal).sqrt()
    w = -root + root * root / 3 if root < D("0.8") else -1 + (-1 - goal).exp()
    for _ in range(60):
        step = (w - (1 + w).ln() - goal) * (1 + w) / w
        w -= step
        if abs(step) < abs(w) * D("1e-38"):
            break
    return w


def series(n):
    """a_1 .. a_n of (30) for mu = 1: coefficients equated in w - log(1 + w) = u - log(1 + u)."""
    a = [Fraction(0), Fraction(-1)]
    for order in range(3, n + 2):
        # the coefficient of u^order on the left is -a_1 a_(order-1)*(-1) + what is known
        trial = a + [Fraction(0)]

        def left(coefficients):
            total, power = Fraction(0), [Fraction(1)]
            for k in range(1, order + 1):
                new = [Fraction(0)] * (order + 1)
                for i, p in enumerate(power):
                    for j, c in enumerate(coefficients):
                        if i + j <= order:
                            new[i + j] += p * c
                power = new
                if k >= 2:
                    total += Fraction((-1) ** k, k) * power[order]
            return total

        goal = Fraction((-1) ** order, order)
        known = left(trial)
        trial[-1] = Fraction(1)
        a.append((goal - known) / (left(trial) - known))
    return a


def nonlocal_coefficients(a):
    """b_j by (38)."""
    b = [Fraction(1)]
    factorial = [1]
    for j in range(1, len(a)):
        factorial.append(factorial[-1] * j)
    for j in range(1, len(a)):
        b.append(a[j] - sum(b[l] * Fraction((-2) ** (j - l), factorial[j - l]) for l in range(j)))
    return b


A = series(8)
B = nonlocal_coefficients(A)


def approximate(u, n):
    """mu v~ of (7)."""
    u = D(u)
    total = sum(D(B[j].numerator) / D(B[j].denominator) * u**j for j in range(n + 1))
    return -(1 - total * (-2 * u).exp())


def approximate_error(u, n):
    return float(100 * (approximate(u, n) / rebound(u) - 1))


def x_max(k, mu, alpha, v):
    u = D(mu) * D(v)
    inner = D(M) * (D(alpha) + 1) / (D(k) * D(mu) ** 2) * (u - (1 + u).ln())
    return inner ** (1 / (D(alpha) + 1))


def duration(k, mu, alpha, v):
    """(9) by the tanh-sinh rule."""
    mu, alpha, v = D(mu), D(alpha), D(v)
    p = alpha / (alpha + 1)
    out = rebound(mu * v) / mu
    middle, half, step, pi_half = (v + out) / 2, (v - out) / 2, D("0.0625"), D("1.5707963267948966192313216916397514420986")
    total = D(0)
    for i in range(-70, 71):
        t = step * i
        s = pi_half * (t.exp() - (-t).exp()) / 2
        near = 2 / (1 + (2 * abs(s)).exp())  # 1 - |tanh s|
        weight = pi_half * (t.exp() + (-t).exp()) / 2 * 4 / (s.exp() + (-s).exp()) ** 2
        # distance from the nearer end keeps digits there
        if s > 0:
            d = half * near
            rate = v - d
            inner = mu * d + (1 - mu * d / (1 + mu * v)).ln()
        else:
            d = half * near
            rate = out + d
            inner = -mu * d + (1 + mu * d / (1 + mu * out)).ln()
        if inner <= 0:
            continue
        total += weight / ((1 + mu * rate) * inner**p)
    return (D(M) / D(k)) ** (1 / (alpha + 1)) * (mu**2 / (alpha + 1)) ** p * half * step * total


CASES = {"I": (1e3, 0.5, 1.5, 0.5), "1": (1e7, 0.01, 1.3, 0.5), "2": (1e9, 0.5, 1.5, 1.0)}


def trajectories():
    table = "Figs. 1, 2, 4: trajectories in closed form"
    for v in ("0.5", "1", "2", "4"):
        w, u = rebound(D("0.5") * D(v)), D("0.5") * D(v)
        at = f" at v_in = {v} m/s"
        put(table, "v_out [m/s]" + at, w / D("0.5"))
        put(table, "x_max [m]" + at, x_max("1e7", "0.5", "1.5", v))
        put(table, "contact time [s]" + at, duration("1e7", "0.5", "1.5", v))
        put(table, "H_tau/H_0" + at, (w / u) ** 2)
    for name, (k, mu, alpha, v) in CASES.items():
        if name != "I":
            put("Figs. 7, 8: contact times", f"case {name}, contact time in samples",
                duration(repr(k), repr(mu), repr(alpha), repr(v)) * D(RATE))


def coefficients():
    table = "(8), (33), (38): coefficients for mu = 1"
    for j in range(1, 9):
        put(table, f"a_{j}", A[j])
    for j in range(9):
        put(table, f"b_{j}", B[j])


def figure_3():
    table = "Fig. 3: error of (7) against the exact root of (6)"
    for n in (4, 6, 8):
        places = [0.1 * 200 ** (i / 150) for i in range(151)]
        at = max(places, key=lambda u: abs(approximate_error(u, n)))
        low, high = at / 1.07, at * 1.07
        for _ in range(40):  # the greatest magnitude between its neighbours
            a, b = low + (high - low) / 3, high - (high - low) / 3
            if abs(approximate_error(a, n)) < abs(approximate_error(b, n)):
                low = a
            else:
                high = b
        at = 0.5 * (low + high)
        put(table, f"n = {n}: greatest error [%]", approximate_error(at, n))
        put(table, f"n = {n}: mu v_in where it is greatest", at)
        for level in (1, 0.1, 0.01):
            for name, outside in (("from", 0.05), ("up to", 40.0)):
                grid = [outside * (at / outside) ** (i / 150) for i in range(151)]
                i = next(i for i, u in enumerate(grid) if abs(approximate_error(u, n)) >= level)
                out, into = grid[i - 1], grid[i]
                for _ in range(40):
                    mid = 0.5 * (out + into)
                    if abs(approximate_error(mid, n)) < level:
                        out = mid
                    else:
                        into = mid
                put(table, f"n = {n}: error above {level:g} % {name} mu v_in =", out)
        for u in ("0.005", "0.25", "0.5", "1"):
            put(table, f"n = {n}: error at mu v_in = {u} [%]", approximate_error(u, n))
    table = "(29), (30), (35) beside (7)"
    for u in ("0.005", "0.05", "0.25", "0.5", "1", "2", "5"):
        exact, x = rebound(u), D(u)
        others = {"(29)": -x + D(2) / 3 * x * x,
                  "(30)": sum(D(A[j].numerator) / D(A[j].denominator) * x**j for j in range(1, 5)),
                  "(35)": -(1 - (1 + x) * (-2 * x).exp()), "(7)": approximate(u, 4)}
        for name, value in others.items():
            put(table, f"mu v_in = {u}, {name}", 100 * (value / exact - 1))


# --- simulations -------------------------------------------------------------------------------------------


class Impact:
    def __init__(self, k, mu, alpha, v_in):
        self.k, self.mu, self.alpha, self.v_in = k, mu, alpha, v_in
        self.v_out = float(rebound(D(mu) * D(v_in)) / D(mu))
        u = mu * v_in
        self.x_max = float(x_max(k, mu, alpha, v_in))
        self.loss = 0.5 * M * (v_in**2 - self.v_out**2)
        assert u > 0

    def force(self, x, v):
        return self.k * x**self.alpha * (1 + self.mu * v) if x > 0 else 0.0

    def inner(self, v):
        return -self.mu * (v - self.v_in) + log1p(self.mu * (v - self.v_in) / (1 + self.mu * self.v_in))

    def x_of(self, v):
        inner = self.inner(v)
        return (M * (self.alpha + 1) / (self.k * self.mu**2) * inner) ** (1 / (self.alpha + 1)) if inner > 0 else 0.0

    def energy_of(self, v):
        return 0.5 * M * v * v + M / self.mu**2 * self.inner(v)

    def energy(self, x, v):
        return 0.5 * M * v * v + (self.k * x ** (self.alpha + 1) / (self.alpha + 1) if x > 0 else 0.0)


def am1(i, x, v, f, h):
    c_v, c_x = 0.5 * h / M, 0.25 * h * h / M
    x0, v0, g = x + h * v - c_x * f, v - c_v * f, f
    low, high = 0.0, max(i.force(x0, v0), 0.0)
    for _ in range(200):  # f - F(x0 - c_x f, v0 - c_v f) grows with f
        g = 0.5 * (low + high)
        if g > i.force(x0 - c_x * g, v0 - c_v * g):
            high = g
        else:
            low = g
    return x0 - c_x * g, v0 - c_v * g, g


def verlet(i, x, v, f, h):
    half = v - 0.5 * h / M * f
    x += h * half
    g = i.force(x, half)
    return x, half - 0.5 * h / M * g, g


def heun(i, x, v, f, h):
    ahead = v - h / M * f
    x += 0.5 * h * (v + ahead)
    g = i.force(x, ahead)
    return x, v - 0.5 * h / M * (f + g), g


def rk4(i, x, v, f, h):
    a = lambda x, v: -i.force(x, v) / M
    k1 = h * a(x, v)
    l1 = h * v
    k2, l2 = h * a(x + l1 / 2, v + k1 / 2), h * (v + k1 / 2)
    k3, l3 = h * a(x + l2 / 2, v + k2 / 2), h * (v + k2 / 2)
    k4, l4 = h * a(x + l3, v + k3), h * (v + k3)
    return x + (l1 + 2 * l2 + 2 * l3 + l4) / 6, v + (k1 + 2 * k2 + 2 * k3 + k4) / 6, 0.0


METHODS = {"AM1": am1, "Verlet": verlet, "Heun": heun, "RK4": rk4}


def simulate(i, method, hybrid=False, vout=False, rate=RATE):
    """Samples (x, v) from the first touch on, the last of them outside."""
    x, v, f, h = 0.0, i.v_in, 0.0, 1 / rate
    samples = [(x, v)]
    while True:
        x, v, f = METHODS[method](i, x, v, f, h)
        if hybrid and x > 0:
            x = i.x_of(v)
            f = i.force(x, v)
        if x <= 0 and v < 0:
            if vout:
                x, v = 0.0, float(approximate(D(i.mu) * D(i.v_in), 4) / D(i.mu))
            samples.append((x, v))
            return samples
        samples.append((x, v))


def deviation(i, samples):
    return 100 * max(abs(i.energy(x, v) - i.energy_of(v)) for x, v in samples[1:] if x > 0) / i.loss


def velocity_error(i, samples):
    return 100 * (samples[-1][1] / i.v_out - 1)


def tables():
    for name, table in (("I", "Table I: noncritical"), ("2", "Table II (b): case 2, hard impact")):
        i = Impact(*CASES[name])
        for method in METHODS:
            samples = simulate(i, method)
            put(table, f"err(v_out) [%], {method}", velocity_error(i, samples))
            put(table, f"dev(H) [%], {method}", deviation(i, samples))
    put("Table II (a): case 1, low dissipation", "err(v_out) [%], v~_out", 100 * (rebound("0.005") / approximate("0.005", 4) - 1))
    for name, letter in (("1", "a"), ("2", "b")):
        table = f"Table III ({letter}): 100 rebounds, case {name}"
        k, mu, alpha, v_in = CASES[name]
        for method in ("AM1", "Heun"):
            v, exact, worst = v_in, v_in, 0.0
            for _ in range(100):
                i = Impact(k, mu, alpha, v)
                samples = simulate(i, method)
                v = -samples[-1][1]
                end = 100 * 0.5 * M * abs(v * v - i.v_out**2) / i.loss
                worst = max(worst, deviation(i, samples), end)
                exact = -float(rebound(D(mu) * D(exact)) / D(mu))
            put(table, f"accumulated err(H) [%], {method}", abs(100 * ((v / exact) ** 2 - 1)))
            put(table, f"greatest dev(H) [%], {method}", worst)


def figure_11():
    table = "Fig. 11: RK4 without and with corrections, k = 10^9"
    for u in (0.25, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001):
        for name, mu, v in (("mu", u / 0.5, 0.5), ("v_in", 0.5, u / 0.5)):
            i = Impact(1e9, mu, 1.5, v)
            put(table, f"dev(H) [%] at mu v_in = {u:g}, {name} varied", deviation(i, simulate(i, "RK4")))
    for u in ("0.25", "0.001"):
        w, near, x = rebound(u), approximate(u, 4), D(u)
        put(table, f"corrected end state [%], mu v_in = {u}", abs(100 * (near**2 - w**2) / (x**2 - w**2)))


def fine(i, force=0.0, per_sample=400):
    """The motion in small steps of RK4: times, samples."""
    h, x, v, t, motion = 1 / RATE / per_sample, 0.0, i.v_in, 0.0, [(0.0, 0.0, i.v_in)]
    a = lambda x, v: (force - i.force(x, v)) / M
    while x >= 0:
        k1, l1 = h * a(x, v), h * v
        k2, l2 = h * a(x + l1 / 2, v + k1 / 2), h * (v + k1 / 2)
        k3, l3 = h * a(x + l2 / 2, v + k2 / 2), h * (v + k2 / 2)
        k4, l4 = h * a(x + l3, v + k3), h * (v + k3)
        x, v, t = x + (l1 + 2 * l2 + 2 * l3 + l4) / 6, v + (k1 + 2 * k2 + 2 * k3 + k4) / 6, t + h
        motion.append((t, x, v))
    return motion


def pressed():
    table = "Fig. 5: external force f_e = 4 m g at v_in = 0.5 m/s"
    i = Impact(1e7, 0.5, 1.5, 0.5)
    for name, force in (("", 4 * M * 9.81), (" without the force", 0.0)):
        motion = fine(i, force)
        put(table, f"x_max{name} [m]", max(x for _, x, _ in motion))
        put(table, f"|v_out|{name} [m/s]", -motion[-1][2])
        if force:
            put(table, "greatest v - v_in [m/s]", max(v for _, _, v in motion) - 0.5)


def quantised():
    table = "Section IV-A: errors that the corrections bring, RK4"
    for name in ("1", "2"):
        i = Impact(*CASES[name])
        samples = simulate(i, "RK4", True, True)
        tau = float(duration(*map(repr, CASES[name])))
        put(table, f"case {name}, contact time [%]", 100 * ((len(samples) - 1) / RATE / tau - 1))
        motion = fine(i)
        worst = 0.0
        for n, (x, _) in enumerate(samples):
            t = n / RATE
            place = min(n * 400, len(motion) - 1)
            exact = motion[place][1] if n * 400 < len(motion) else i.v_out * (t - tau)
            worst = max(worst, abs(x - exact))
        put(table, f"case {name}, greatest |x - x(t)|/x_max [%]", 100 * worst / i.x_max)


def corrections():
    table = "Section IV-A: each correction alone, err(v_out) [%]"
    for name in ("1", "2"):
        i = Impact(*CASES[name])
        for label, hybrid, vout in (("none", 0, 0), ("hybrid", 1, 0), ("v~", 0, 1), ("both", 1, 1)):
            for method in METHODS:
                value = velocity_error(i, simulate(i, method, hybrid, vout))
                put(table, f"case {name}, {label}, {method}", value)


def short_contacts():
    table = "Section III-B2: contacts of few samples, err(v_out) [%]"
    unit = float(duration("1e9", "0.5", "1.5", "1")) * RATE
    for r in (10.0, 6.0, 5.0, 4.0, 3.0, 2.5, 2.0):
        i = Impact(1e9 * (unit / r) ** 2.5, 0.5, 1.5, 1.0)
        for method in METHODS:
            put(table, f"{r:g} samples, {method}", velocity_error(i, simulate(i, method)))


if __name__ == "__main__":
    trajectories()
    coefficients()
    figure_3()
    tables()
    figure_11()
    pressed()
    quantised()
    corrections()
    short_contacts()
