#include "listen/head.h"

#include "base/def.h"
#include "base/maths.h"

#include <string.h>

// A direction of the grid is a mean of the measured ones next to it.
enum { NEAREST = 3 };

cr_head_def cr_head_def_default(void) {
    return (cr_head_def){.rate = 44100.0, .made = CR_DEF_MADE};
}

static cr_status check(const cr_head_def *def, cr_error *error) {
    const int count_most = 100000, taps_most = CR_HEAD_SPAN / 2;
    cr_status status = cr_def_check(def->made, "head", error);
    if (status != CR_OK) return status;
    if (def->count < 1 || def->count > count_most)
        return cr_fail(error, CR_ERR_RANGE, "head", "needs 1 to %d directions, got %d", count_most,
                       def->count);
    if (def->taps < 1 || def->taps > taps_most)
        return cr_fail(error, CR_ERR_RANGE, "head", "needs 1 to %d taps, got %d", taps_most, def->taps);
    if (!(def->rate > 0.0 && def->rate < HUGE_VAL))
        return cr_fail(error, CR_ERR_RANGE, "head", "needs a rate above 0 Hz, got %g", def->rate);
    for (int i = 0; i < def->count; i++) {
        const cr_head_measure *m = &def->measure[i];
        bool sound = cr_vec_length(m->from) > 0.0 && cr_vec_length(m->from) < HUGE_VAL;
        for (int side = 0; side < 2 && sound; side++) {
            double energy = 0.0;
            for (int j = 0; j < def->taps; j++) energy += m->ear[side][j] * m->ear[side][j];
            sound = energy > 0.0 && energy < HUGE_VAL && fabs(m->delay[side]) < 1e6;
        }
        if (!sound)
            return cr_fail(error, CR_ERR_INPUT, "head",
                           "direction %d has no place, no sound, or a value that is not finite", i + 1);
    }
    return CR_OK;
}

cr_vec cr_head_direction(int azimuth, int elevation) {
    const double degree = cr_pi / 180.0;
    double a = azimuth * CR_HEAD_AZIMUTH_STEP * degree,
           e = (elevation * CR_HEAD_ELEVATION_STEP - 90.0) * degree;
    return cr_vec_make(cr_cos(e) * cr_cos(a), cr_cos(e) * cr_sin(a), cr_sin(e));
}

static double apart(const cr_head_measure *measure, cr_vec direction) {
    cr_vec d = cr_vec_sub(cr_vec_unit(measure->from, direction), direction);
    return cr_vec_dot(d, d);
}

// The square of the distance within which NEAREST measured directions lie; those that are as far as the last
// belong to them, so that what is measured symmetrically stays so.
static double reach_of(const cr_head_def *def, cr_vec direction) {
    double nearest[NEAREST] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
    for (int i = 0; i < def->count; i++) {
        double d = apart(&def->measure[i], direction);
        for (int k = 0; k < NEAREST; k++)
            if (d < nearest[k]) {
                double farther = nearest[k];
                nearest[k] = d;
                d = farther;
            }
    }
    double last = nearest[(def->count < NEAREST ? def->count : NEAREST) - 1];
    return last + 1e-5;
}

// Weights fall with the square of the distance; a direction that was measured is itself.
static void mean_of_nearest(const cr_head_def *def, const cr_head_filter *measured, cr_vec direction,
                            cr_head_filter *filter) {
    const double same = 1e-8;
    double reach = reach_of(def, direction), sum = 0.0;
    memset(filter, 0, sizeof *filter);
    for (int i = 0; i < def->count; i++) {
        double d = apart(&def->measure[i], direction);
        if (d <= reach) sum += 1.0 / (d + same);
    }
    for (int i = 0; i < def->count; i++) {
        double d = apart(&def->measure[i], direction), share = 1.0 / ((d + same) * sum);
        if (d > reach) continue;
        for (int side = 0; side < 2; side++) {
            filter->delay[side] += share * measured[i].delay[side];
            for (int j = 0; j < CR_HEAD_TAPS; j++) filter->tap[side][j] += share * measured[i].tap[side][j];
        }
    }
}

cr_head *cr_head_new(cr_arena *arena, const cr_head_def *def, cr_error *error) {
    if (check(def, error) != CR_OK) return NULL;
    cr_arena_mark start = cr_arena_here(arena);
    cr_head *head = cr_arena_take(arena, 1, sizeof *head);
    cr_arena_mark kept = cr_arena_here(arena);
    cr_head_filter *measured = cr_arena_take(arena, (size_t)def->count, sizeof *measured);
    cr_status status = CR_OK;
    if (!head || !measured)
        status = cr_fail(error, CR_ERR_MEMORY, "head", "no memory for %d directions", def->count);
    else status = cr_head_part(def, measured, arena, error);
    if (status != CR_OK) {
        cr_arena_rewind(arena, start);
        return NULL;
    }
    for (int e = 0; e < CR_HEAD_ELEVATIONS; e++)
        for (int a = 0; a < CR_HEAD_AZIMUTHS; a++)
            mean_of_nearest(def, measured, cr_head_direction(a, e), &head->grid[e][a]);
    cr_head_smooth_delays(head);
    cr_arena_rewind(arena, kept);
    return head;
}

// Weights of four neighbours for a place between the second and the third: Catmull and Rom's cubic.
static void cubic(double t, double weight[4]) {
    weight[0] = 0.5 * t * (-1.0 + t * (2.0 - t));
    weight[1] = 0.5 * (2.0 + t * t * (-5.0 + 3.0 * t));
    weight[2] = 0.5 * t * (1.0 + t * (4.0 - 3.0 * t));
    weight[3] = 0.5 * t * t * (t - 1.0);
}

// The node of the grid, also beyond a pole, where it is on the other side of it.
static const cr_head_filter *node(const cr_head *head, int azimuth, int elevation) {
    const int top = CR_HEAD_ELEVATIONS - 1;
    if (elevation < 0 || elevation > top) {
        elevation = elevation < 0 ? -elevation : 2 * top - elevation;
        azimuth += CR_HEAD_AZIMUTHS / 2;
    }
    return &head->grid[elevation][(azimuth + CR_HEAD_AZIMUTHS) % CR_HEAD_AZIMUTHS];
}

void cr_head_at(const cr_head *head, cr_vec from, cr_head_filter *filter) {
    const double degrees = 180.0 / cr_pi;
    double across = sqrt(from.x * from.x + from.y * from.y), azimuth = cr_atan2(from.y, from.x) * degrees,
           elevation = cr_atan2(from.z, across) * degrees, weight_a[4], weight_e[4];
    double a = (azimuth < 0.0 ? azimuth + 360.0 : azimuth) / CR_HEAD_AZIMUTH_STEP,
           e = (elevation + 90.0) / CR_HEAD_ELEVATION_STEP;
    int ia = (int)fmin(floor(a), CR_HEAD_AZIMUTHS - 1), ie = (int)fmin(floor(e), CR_HEAD_ELEVATIONS - 2);
    cubic(a - ia, weight_a);
    cubic(e - ie, weight_e);
    memset(filter, 0, sizeof *filter);
    for (int k = 0; k < 16; k++) {
        const cr_head_filter *n = node(head, ia + k % 4 - 1, ie + k / 4 - 1);
        double weight = weight_a[k % 4] * weight_e[k / 4];
        if (weight == 0.0) continue;
        for (int side = 0; side < 2; side++) {
            filter->delay[side] += weight * n->delay[side];
            for (int j = 0; j < CR_HEAD_TAPS; j++) filter->tap[side][j] += weight * n->tap[side][j];
        }
    }
}

void cr_fade_filter_run(cr_fade_filter *filter, const double *tap, const double *in, double *out,
                        int frames) {
    double line[CR_HEAD_TAPS + CR_TRAVEL_BLOCK];
    memcpy(line, filter->past, sizeof filter->past);
    memcpy(line + CR_HEAD_TAPS, in, (size_t)frames * sizeof *in);
    for (int n = 0; n < frames; n++) {
        const double *x = line + CR_HEAD_TAPS + n;
        double before = 0.0, after = 0.0;
        for (int j = 0; j < CR_HEAD_TAPS; j++) {
            before += filter->tap[j] * x[-j];
            after += tap[j] * x[-j];
        }
        out[n] = before + (after - before) * (n + 1) / frames;
    }
    memcpy(filter->past, line + frames, sizeof filter->past);
    memcpy(filter->tap, tap, sizeof filter->tap);
}
