// Friction of a group. With the contacts solved for their answer to it, the ways d of all frictions obey
//     d + C f(d) = reach
// where f is the curve of each (bristle.h). One has a closed form; several are found by Newton's method.
#include "base/linear.h"
#include "network/network_internal.h"

enum { ROUNDS = 40, HALVES = 8, TURNS = 200, STRAIGHT = 20 };
static const double settled = 1e-12, exact = 1e-15; // of the ways: good enough, and as good as it gets

bool cr_touch_friction_take(cr_touch_group *g, cr_arena *arena) {
    cr_rub_space *s = &g->friction;
    size_t rubs = (size_t)g->rub_count, entries = rubs ? (size_t)s->pattern.row[rubs] : 0, size = 0;
    double **rows[] = {&s->reach, &s->way, &s->force, &s->slope, &s->rest, &s->change};
    bool all = cr_skyline_make(&s->skyline, &s->pattern, 1, 0, &size, arena);
    s->sparse = 2 * size < rubs * rubs;
    for (int i = 0; i < 6; i++) all = (*rows[i] = cr_arena_take(arena, rubs + 1, sizeof(double))) && all;
    for (int level = 0; level < CR_LEVELS; level++)
        all = (s->mobility[level] = cr_arena_take(arena, entries + 1, sizeof(double))) && all;
    s->compliance = cr_arena_take(arena, entries + 1, sizeof(double));
    s->matrix = cr_arena_take(arena, s->sparse ? 1 : rubs * rubs + 1, sizeof(double));
    s->lower = cr_arena_take(arena, s->sparse ? size : 1, sizeof(double));
    s->upper = cr_arena_take(arena, s->sparse ? size : 1, sizeof(double));
    s->idle = cr_arena_take(arena, rubs + 1, sizeof *s->idle);
    s->order = cr_arena_take(arena, rubs + 1, sizeof *s->order);
    s->curve = cr_lines_take(arena, rubs + 1, sizeof *s->curve);
    return all && s->compliance && s->matrix && s->lower && s->upper && s->idle && s->order && s->curve;
}

static cr_bristle bristle_of(const cr_network *n, const cr_touch_group *g, const cr_rub *r) {
    const cr_touch *pressing = r->touch < 0 ? NULL : cr_network_touch(n, r->touch);
    return cr_rub_bristle(r, pressing, n->h / (1 << g->level));
}

static void set_curves(const cr_network *n, cr_touch_group *g, bool first) {
    cr_rub_space *s = &g->friction;
    for (int r = 0; r < g->rub_count; r++) {
        const cr_rub *rub = cr_network_rub_at(n, g->rubs[r]);
        cr_bristle b = bristle_of(n, g, rub);
        double held = first ? cr_bristle_held(&b, rub->bristle) : s->curve[r].held;
        double mean = first ? held : held + 0.5 * cr_bristle_bend(&s->curve[r], s->way[r]);
        s->curve[r] = cr_bristle_yield(&b, held, mean, (first ? s->reach[r] : s->way[r]) / b.h);
    }
}

static bool is_settled(const cr_rub_space *s, int r, double change) {
    return fabs(change) <= settled * (fabs(s->way[r]) + fabs(s->reach[r]));
}

// reach - C f - d, into s->rest; returns its greatest size over that of its terms.
static double mismatch(cr_rub_space *s, int count) {
    const cr_pattern *p = &s->pattern;
    double worst = 0.0;
    for (int r = 0; r < count; r++) s->force[r] = cr_bristle_force(&s->curve[r], s->way[r]);
    for (int r = 0; r < count; r++) {
        double rest = s->reach[r] - s->way[r], size = fabs(s->reach[r]) + fabs(s->way[r]) + 1e-300;
        for (int k = p->row[r]; k < p->row[r + 1]; k++) {
            double taken = s->compliance[k] * s->force[p->column[k]];
            rest -= taken;
            size += fabs(taken);
        }
        s->rest[r] = rest;
        worst = cr_max(worst, fabs(rest) / size);
    }
    return worst;
}

// C diag(slope) + I: entry (r, q) is *place(s, count, r, q).
static double *place(const cr_rub_space *s, int count, int r, int q) {
    if (!s->sparse) return &s->matrix[r * count + q];
    return q < r ? &s->lower[s->skyline.origin[r] + q] : &s->upper[s->skyline.origin[q] + r];
}

static void fill_matrix(cr_rub_space *s, int count) {
    const cr_pattern *p = &s->pattern;
    for (int r = 0; r < count; r++) s->slope[r] = cr_bristle_slope(&s->curve[r], s->way[r]);
    for (int r = 0; s->sparse && r < count; r++)
        for (int q = s->skyline.first[r]; q <= r; q++)
            s->lower[s->skyline.origin[r] + q] = s->upper[s->skyline.origin[r] + q] = 0.0;
    for (int r = 0; r < count; r++)
        for (int k = p->row[r]; k < p->row[r + 1]; k++) {
            int q = p->column[k];
            *place(s, count, r, q) = s->compliance[k] * s->slope[q] + (r == q);
        }
}

// The change of the ways that would settle them if the curves were straight, into s->rest. Where curves fall
// the factors of a sparse matrix, which exchange no rows, may fail; the mismatch then does not, and `mend`
// goes on.
static void aim(cr_rub_space *s, int count) {
    fill_matrix(s, count);
    if (s->sparse) {
        cr_skyline_factor(&s->skyline, s->idle, s->lower, s->upper);
        cr_skyline_solve(&s->skyline, s->idle, s->lower, s->upper, s->rest);
        return;
    }
    cr_lu_factor(s->matrix, count, s->order);
    cr_lu_solve(s->matrix, count, s->order, s->rest);
}

// Goes along the change, half as far each time until the mismatch falls. The change is kept in s->change.
static double go(cr_rub_space *s, int count, double before) {
    double part = 1.0, worst = before;
    for (int r = 0; r < count; r++) s->change[r] = s->rest[r];
    for (int half = 0; half < HALVES; half++) {
        for (int r = 0; r < count; r++) s->way[r] += part * s->change[r];
        worst = mismatch(s, count);
        if (worst < before) return worst;
        for (int r = 0; r < count; r++) s->way[r] -= part * s->change[r];
        part *= 0.5;
    }
    return before;
}

static bool newton(cr_rub_space *s, int count) {
    double worst = mismatch(s, count);
    for (int round = 0; round < ROUNDS && worst > exact; round++) {
        aim(s, count);
        double now = go(s, count, worst);
        if (now >= worst) break;
        worst = now;
    }
    return worst <= settled;
}

// Each in turn with the others as they are: slow, but every step is the root of one. For light bodies on
// stiff bristles, where the fall of the force with sliding gives the curves several common roots.
static bool mend(cr_rub_space *s, int count) {
    for (int r = 0; r < count; r++) s->way[r] = isfinite(s->way[r]) ? s->way[r] : 0.0;
    bool done = false;
    for (int turn = 0; turn < TURNS && !done; turn++) {
        done = true;
        for (int r = 0; r < count; r++) {
            double reach = s->reach[r], before = s->way[r], own = 0.0;
            for (int k = s->pattern.row[r]; k < s->pattern.row[r + 1]; k++) {
                int q = s->pattern.column[k];
                if (q == r) own = s->compliance[k];
                else reach -= s->compliance[k] * cr_bristle_force(&s->curve[q], s->way[q]);
            }
            double found = cr_bristle_way(&s->curve[r], reach, own);
            s->way[r] =
                turn < STRAIGHT ? found : 0.5 * (before + found); // half the way, if they chase each other
            done = done && is_settled(s, r, s->way[r] - before);
        }
    }
    return done;
}

// Curves that fall with sliding may leave no common root, where a step is too long for bristles on a light
// body. Bristles bent beyond the sliding bend then keep their bend for this step: every curve rises, and
// there is one root.
static bool solve_rising(cr_rub_space *s, int count) {
    for (int r = 0; r < count; r++) {
        s->curve[r].u = cr_min(s->curve[r].u, 1.0);
        s->way[r] = 0.0;
    }
    for (int round = 0; round < 4; round++) { // turns find the branches, Newton's method the root on them
        if (newton(s, count)) return true;
        mend(s, count);
    }
    return newton(s, count);
}

void cr_touch_friction_solve(cr_network *n, cr_touch_group *g) {
    cr_rub_space *s = &g->friction;
    if (g->rub_count == 1) {
        cr_rub *rub = cr_network_rub_at(n, g->rubs[0]);
        cr_bristle b = bristle_of(n, g, rub);
        cr_rub_step(rub, &b, s->reach[0], s->compliance[0]);
        return;
    }
    for (int pass = 0; pass < CR_BRISTLE_PASSES; pass++) {
        set_curves(n, g, pass == 0);
        bool found = newton(s, g->rub_count) || (mend(s, g->rub_count) && newton(s, g->rub_count));
        if (!found && !solve_rising(s, g->rub_count)) n->warnings.unsettled++;
    }
    for (int r = 0; r < g->rub_count; r++) {
        cr_rub *rub = cr_network_rub_at(n, g->rubs[r]);
        rub->force = cr_bristle_force(&s->curve[r], s->way[r]);
        rub->bend = s->curve[r].held - rub->bristle + cr_bristle_bend(&s->curve[r], s->way[r]);
    }
}
