#include "chute.h"

#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979323846, g = 9.81;
static const double k = 0.4;     // the ball's inertia over mass and radius^2
static const double step = 5e-5; // s; with 4e-6 the speeds differ by 1e-4

static double rise_of(const ride *r) {
    return r->pitch / (2 * pi);
}

static double length_per_radian(const ride *r) {
    return hypot(r->helix, rise_of(r));
}

static cr_vec sum(double x, cr_vec a, double y, cr_vec b) {
    return cr_vec_along(cr_vec_scale(x, a), y, b);
}

typedef struct surface {
    cr_vec n, n_a, n_phi, c_a, c_phi, bias; // normal, centre, and its second derivatives along the motion
} surface;

// The centre is c = h(a) - (b - r) n(a, phi), h the helix, n from the contact to the centre.
static surface surface_at(const ride *r, const motion *m) {
    double rise = rise_of(r), speed = length_per_radian(r), steep = rise / speed;
    double s = sin(m->a), c = cos(m->a), sp = sin(m->phi), cp = cos(m->phi), off = r->channel - r->radius;
    cr_vec out = {c, s, 0}, on = {-s, c, 0}, up = {steep * s, -steep * c, r->helix / speed};
    surface f = {
        .n = sum(-sp, out, cp, up), .n_a = sum(-sp, on, cp * steep, out), .n_phi = sum(-cp, out, -sp, up)};
    cr_vec n_aa = sum(sp, out, cp * steep, on), n_aphi = sum(-cp, on, -sp * steep, out);
    f.c_a = sum(1, (cr_vec){-r->helix * s, r->helix * c, rise}, -off, f.n_a);
    f.c_phi = cr_vec_scale(-off, f.n_phi);
    f.bias = sum(m->da * m->da, sum(-r->helix, out, -off, n_aa), -2 * off * m->da * m->dphi, n_aphi);
    f.bias = cr_vec_along(f.bias, off * m->dphi * m->dphi, f.n);
    return f;
}

// Lever arm of the resistance to rolling: a part of one over the relative curvature, the sum of the mean
// curvatures; along the helix the channel is curved as a torus.
static double arm_of(const ride *r, double phi) {
    double along = sin(phi) / (r->helix + r->channel * sin(phi));
    return r->grip.rolling / (1.0 / r->radius - 0.5 * (1.0 / r->channel + along));
}

static cr_vec velocity(const surface *f, const motion *m) {
    return sum(m->da, f->c_a, m->dphi, f->c_phi);
}

cr_vec chute_velocity(const ride *r, const motion *m) {
    surface f = surface_at(r, m);
    return velocity(&f, m);
}

// x and y of x c_a + y c_phi = v, a vector along the surface.
static void resolve(const surface *f, cr_vec v, double *x, double *y) {
    double aa = cr_vec_dot(f->c_a, f->c_a), ap = cr_vec_dot(f->c_a, f->c_phi),
           pp = cr_vec_dot(f->c_phi, f->c_phi);
    double va = cr_vec_dot(f->c_a, v), vp = cr_vec_dot(f->c_phi, v), det = aa * pp - ap * ap;
    *x = (pp * va - ap * vp) / det;
    *y = (aa * vp - ap * va) / det;
}

static cr_vec slip_of(const ride *r, const surface *f, cr_vec u, cr_vec w) {
    return sum(1, u, -r->radius, cr_vec_cross(w, f->n));
}

static double mu_of(const cr_grip *grip, double slip) {
    double x = slip / grip->stribeck;
    return grip->dynamic + (grip->rest - grip->dynamic) * exp(-x * x);
}

// Over the mass, u the velocity of the centre, s = u - r w x n that of the point that touches, Q the force
// across the contact, tau the resistances to rolling and spinning (its sign goes over within 0.1 rad/s):
//   u' = g + Q n + f,  k r^2 w' = -r n x f + tau,  |f| <= mu(|s|) Q
// where f is what takes s away within a step, as long as it may:
//   (1 + 1/k) f = -g_t + tau x n/(k r) + r (w x n')_t - s/step.
static motion rate(const ride *r, const motion *m) {
    surface f = surface_at(r, m);
    cr_vec u = velocity(&f, m), dn = sum(m->da, f.n_a, m->dphi, f.n_phi), gravity = {0, 0, -g};
    double force = cr_vec_dot(f.n, sum(1, f.bias, -1, gravity)), spin = cr_vec_dot(m->w, f.n);
    cr_vec roll = sum(1, m->w, -spin, f.n), s = slip_of(r, &f, u, m->w);
    cr_vec tau = sum(-arm_of(r, m->phi) * force / cr_vec_length(roll), roll,
                     -r->grip.spinning * force * tanh(10 * spin), f.n);
    cr_vec pull = sum(-1, gravity, 1 / (k * r->radius), cr_vec_cross(tau, f.n));
    pull = sum(1, pull, r->radius, cr_vec_cross(m->w, dn));
    pull = sum(1, pull, -cr_vec_dot(f.n, pull), f.n);
    cr_vec friction = sum(k / (1 + k), pull, -k / (1 + k) / step, s);
    double most = mu_of(&r->grip, cr_vec_length(s)) * force, asked = cr_vec_length(friction);
    if (asked > most) friction = cr_vec_scale(most / asked, friction);
    motion d = {.a = m->da, .phi = m->dphi};
    resolve(&f, sum(1, sum(1, gravity, 1, friction), -1, f.bias), &d.da, &d.dphi);
    cr_vec turn = sum(1, tau, -r->radius, cr_vec_cross(f.n, friction));
    d.w = cr_vec_scale(1 / (k * r->radius * r->radius), turn);
    return d;
}

static motion moved(const motion *m, double h, const motion *d) {
    return (motion){m->a + h * d->a, m->phi + h * d->phi, m->da + h * d->da, m->dphi + h * d->dphi,
                    sum(1, m->w, h, d->w)};
}

static motion runge_kutta(const ride *r, motion m, double h) {
    motion k1 = rate(r, &m), at = moved(&m, 0.5 * h, &k1), k2 = rate(r, &at);
    at = moved(&m, 0.5 * h, &k2);
    motion k3 = rate(r, &at);
    at = moved(&m, h, &k3);
    motion k4 = rate(r, &at);
    m = moved(&m, h / 6, &k1);
    m = moved(&m, h / 3, &k2);
    m = moved(&m, h / 3, &k3);
    return moved(&m, h / 6, &k4);
}

static cr_vec on_helix(const ride *r, double a) {
    return (cr_vec){r->helix * cos(a), r->helix * sin(a), rise_of(r) * a};
}

cr_vec chute_centre(const ride *r, const motion *m) {
    return sum(1, on_helix(r, m->a), r->radius - r->channel, surface_at(r, m).n);
}

// Finds the place of a centre; how far the ball is off the channel.
static double find_place(const ride *r, cr_vec at, motion *m) {
    double length = length_per_radian(r), c, s;
    cr_vec off;
    for (int i = 0; i < 8; i++) { // each is 50 times nearer
        c = cos(m->a), s = sin(m->a);
        off = sum(1, at, -1, on_helix(r, m->a));
        m->a += cr_vec_dot(off, (cr_vec){-r->helix * s, r->helix * c, rise_of(r)}) / (length * length);
    }
    double steep = rise_of(r) / length;
    cr_vec out = {c, s, 0}, up = {steep * s, -steep * c, r->helix / length};
    m->phi = atan2(cr_vec_dot(off, out), -cr_vec_dot(off, up));
    return r->channel - r->radius - cr_vec_length(off);
}

// From the end of a piece through the air to the next, where it neither bounces nor slips more than friction
// lets it.
static motion flown(const ride *r, motion m) {
    surface f = surface_at(r, &m);
    cr_vec u = velocity(&f, &m), at = chute_centre(r, &m);
    at.z += r->drop;
    do {
        at = sum(1, at, step, u);
        at.z -= 0.5 * g * step * step;
        u.z -= g * step;
    } while (find_place(r, at, &m) > 0);
    f = surface_at(r, &m);
    double blow = -cr_vec_dot(f.n, u);
    u = sum(1, u, blow, f.n);
    cr_vec s = slip_of(r, &f, u, m.w);
    double slip = cr_vec_length(s);
    cr_vec rub = cr_vec_scale(-fmin(k / (1 + k), mu_of(&r->grip, slip) * blow / slip), s);
    resolve(&f, sum(1, u, 1, rub), &m.da, &m.dphi);
    m.w = sum(1, m.w, -1 / (k * r->radius), cr_vec_cross(f.n, rub));
    return m;
}

motion chute_rolling(const ride *r, double a, double speed) {
    motion m = {.a = a, .da = -speed / length_per_radian(r)};
    m.w = cr_vec_scale(1.0 / r->radius, cr_vec_cross(surface_at(r, &m).n, chute_velocity(r, &m)));
    return m;
}

// A piece carries the ball to where its end begins to be round, by a quarter of the wall.
void chute_speeds(const ride *r, motion m, int turns, double *speed) {
    double piece = 2 * pi * r->turns, round = 0.25 * r->wall / length_per_radian(r), slip = 0.0;
    surface f = surface_at(r, &m);
    for (int turn = 0, below = r->pieces - 1; turn < turns;) {
        m = runge_kutta(r, m, step);
        f = surface_at(r, &m);
        cr_vec u = velocity(&f, &m);
        slip = fmax(slip, cr_vec_length(slip_of(r, &f, u, m.w)));
        if (m.a <= r->from - 2 * pi * (turn + 1)) speed[turn++] = cr_vec_length(u);
        if (below > 0 && m.a <= below * piece + round) m = flown(r, m), below--;
    }
    printf("after %d turns %.1f degrees up, spin %.0f rad/s; slipped with %.3f m/s at most\n", turns,
           m.phi * 180 / pi, cr_vec_dot(m.w, f.n), slip);
}
