#!/usr/bin/python3
# papers/references/s1.py
# References for `carom reproduce S1`, computed from the equations alone: a mass of 1 kg that meets a lossless barrier at
# 1 m/s by (12) to (18) in three readings, and the growth of modes on grids that are too fine. Prints table, value's name
# and value per line; tests/scripts/references.sh compares them with what the program holds itself to.
from cmath import sqrt as complex_sqrt
from math import cos, gamma, log2, pi, sin, sqrt

RATE = 50000.0
PHASES = 200


def put(table, what, value):
    print(table, what, repr(float(value)), sep="\t")


def stiffness(alpha, tau):
    """k for which a lossless contact of 1 kg at 1 m/s lasts tau."""
    p = 1 / (alpha + 1)
    unit = 2 * ((alpha + 1) / 2) ** p * sqrt(pi) * gamma(1 + p) / gamma(0.5 + p)
    return (unit / tau) ** (alpha + 1)


class Barrier:
    """psi = sqrt(2 V), V = K x^(alpha+1)/(alpha+1)."""

    def __init__(self, k, alpha):
        self.k, self.alpha = k, alpha

    def psi(self, x):
        return sqrt(2 * self.k / (self.alpha + 1)) * x ** ((self.alpha + 1) / 2) if x > 0 else 0.0

    def slope(self, x):
        return sqrt(self.k * (self.alpha + 1) / 2) * x ** ((self.alpha - 1) / 2) if x > 0 else 0.0


def settle(psi, g, reach, c):
    """(16), (18) with the missing g: way over two steps, mean force, psi after."""
    way = (reach - c * g * psi) / (1 + 0.25 * c * g * g)
    return way, g * (psi + 0.25 * g * way), psi + 0.5 * g * way


def give_back(psi, reach, c):
    """The gradient for which psi ends at zero: psi + g way/2 = 0 with the way of settle, and a push."""
    # psi (1 + c g^2/4) + g (reach - c g psi)/2 = 0  <=>  c psi g^2/4 - reach g/2 - psi = 0
    return (reach + sqrt(reach * reach + 4 * c * psi * psi)) / (c * psi)


def step(barrier, mode, x, before, psi, reach, c):
    if mode == "plain":
        return settle(psi, barrier.slope(x), reach, c)
    if mode == "2021":
        if x >= 0:
            g = barrier.slope(x) * (-1 if psi < 0 else 1)
        else:
            g = -2 * psi / reach if reach else 0.0
        return settle(psi, g, reach, c)
    # psi: divided difference to the depth that would be reached without force; never below zero
    ahead = before + reach
    if x <= 0 and ahead <= 0:
        if psi > 0:
            way, f, _ = settle(psi, give_back(psi, reach, c), reach, c)
            return way, f, 0.0
        return reach, 0.0, psi
    if abs(ahead - before) <= 1e-6 * max(abs(ahead), abs(before)):
        g = barrier.slope(0.5 * (ahead + before))
    else:
        g = (barrier.psi(ahead) - barrier.psi(before)) / (ahead - before)
    way, f, after = settle(psi, g, reach, c)
    if after < 0:
        if psi == 0:
            return settle(0.0, 0.0, reach, c)
        way, f, _ = settle(psi, give_back(psi, reach, c), reach, c)
        after = 0.0
    return way, f, after


def bounce(barrier, mode, samples, distance):
    """Velocity after contact, exit in samples after the exact one, energy left in psi, least and greatest force."""
    h = 1 / RATE
    before, x, psi = -distance - h, -distance, 0.0
    least = most = 0.0
    steps = int(4 * samples) + 43
    for _ in range(steps):
        way, f, psi = step(barrier, mode, x, before, psi, 2 * (x - before), h * h)
        before, x = x, before + way
        least, most = min(least, f), max(most, f)
    e = -(x - before) * RATE
    late = steps + x * RATE / e - distance * RATE - samples
    return e, late, psi * psi, least, most


def restitution():
    table = "Section 2: restitution of a lossless contact"
    for alpha, samples in ((1, 2), (1, 5), (1, 20), (1.5, 2), (1.5, 5), (1.5, 20), (2.3, 5)):
        barrier = Barrier(stiffness(alpha, samples / RATE), alpha)
        name = f"alpha {alpha:g}, {samples:g} samples: "
        for mode in ("plain", "2021", "psi"):
            runs = [bounce(barrier, mode, samples, (3 + (i + 0.5) / PHASES) / RATE) for i in range(PHASES)]
            e, late = [r[0] for r in runs], [r[1] for r in runs]
            if mode == "plain":
                put(table, name + "plain, least e", min(e))
                put(table, name + "plain, greatest e", max(e))
                put(table, name + "plain, energy left in psi", max(r[2] for r in runs))
                continue
            put(table, name + mode + ", |e - 1|", max(abs(x - 1) for x in e))
            put(table, name + mode + ", late [samples]", sum(late) / PHASES)
            if mode == "2021":
                put(table, name + "2021, the same, least", min(late))
                put(table, name + "2021, the same, greatest", max(late))
                put(table, name + "2021, pull over push", -min(r[3] for r in runs) / max(r[4] for r in runs))
            else:
                put(table, name + "psi, spread of that", max(late) - min(late))
                put(table, name + "psi, pull or energy left", max(max(-r[3], r[2]) for r in runs))


def growth(mus, k, sigma0, sigma1, restoring):
    """Greatest modulus of the roots of each mode's recursion, beyond 1: (1 + s0 k) u+ = (2 - k^2 R - 2 s1 k mu) u
    - (1 - s0 k - 2 s1 k mu) u-."""
    worst = 1.0
    for mu in mus:
        a, b, c = 1 + sigma0 * k, 2 - k * k * restoring(mu) - 2 * sigma1 * k * mu, 1 - sigma0 * k - 2 * sigma1 * k * mu
        root = complex_sqrt(b * b - 4 * a * c)
        worst = max(worst, abs((b + root) / (2 * a)), abs((b - root) / (2 * a)))
    return worst - 1


def grids():
    k = 1 / 44100.0
    for name, sigma0, sigma1 in (("damped", 0.1, 0.05), ("lossless", 0.0, 0.0)):
        radius, length = 5e-4, 0.475
        area = pi * radius**2
        c2, kappa2 = 91.2 / (7850 * area), 2e11 * 0.25 * area * radius**2 / (7850 * area)
        b = c2 * k * k + 4 * sigma1 * k
        least = sqrt(0.5 * (b + sqrt(b * b + 16 * kappa2 * k * k)))
        n = int(length / least)
        for at in (1.0, 0.98):
            mus = [4 / (at * least) ** 2 * sin(pi * p / (2 * n)) ** 2 for p in range(1, n)]
            put("Smallest spacing", f"string, {name}, at {at:g}", growth(mus, k, sigma0, sigma1, lambda mu: c2 * mu + kappa2 * mu * mu))
    for name, sigma0, sigma1 in (("damped", 2.0, 2e-3), ("lossless", 0.0, 0.0)):
        thick, rho, side = 5e-3, 450.0, 0.4
        kappa2 = 1e10 * thick**3 / (12 * (1 - 0.3**2)) / (rho * thick)
        least = sqrt(4 * k * (sigma1 + sqrt(sigma1**2 + kappa2)))
        n = int(side / least)
        for at in (1.0, 0.98):
            wave = [sin(pi * p / (2 * n)) ** 2 for p in range(1, n)]
            mus = [4 / (at * least) ** 2 * (p + q) for p in wave for q in wave]
            put("Smallest spacing", f"plate, {name}, at {at:g}", growth(mus, k, sigma0, sigma1, lambda mu: kappa2 * mu * mu))


def swing(h, signed, u0):
    """A mass of 1 kg on a spring of 1 N/m for 10 s from rest, psi with its sign or as (69) has it."""
    u, before = u0, u0 - 0.5 * h * h * u0
    psi = 0.5 * (u + before)
    for _ in range(round(10 / h)):
        g = 1.0 if signed or u > 0 else -1.0
        way, _, psi = settle(psi, g, 2 * (u - before), h * h)
        before, u = u, before + way
    return u


def orders():
    table = "Appendix A and section 8: (76), (66), (69)"
    for name, signed in (("(69): order, psi without sign", False), ("the same, signed psi", True)):
        errors = []
        for h in (0.1, 0.1 / 16):
            starts = [0.8 + 0.4 * i / 30 for i in range(31)]
            errors.append(sum((swing(h, signed, u) - u * cos(10.0)) ** 2 for u in starts))
        put(table, name, log2(sqrt(errors[0] / errors[1])) / 4)


if __name__ == "__main__":
    restitution()
    grids()
    orders()
