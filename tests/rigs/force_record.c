#include "force_record.h"
#include "base/fourier.h"

#include <math.h>
#include <stdlib.h>

force_record force_record_new(double step, double duration, int body) {
    force_record r = {.step = step, .body = body, .current = -1, .deepest = 0.0, .stiffness = HUGE_VAL};
    r.room = (int)(duration / step) + 2;
    r.force = calloc((size_t)r.room, sizeof *r.force);
    r.turning = calloc((size_t)r.room, sizeof *r.turning);
    if (!r.force || !r.turning) abort();
    return r;
}

void force_record_free(force_record *record) {
    free(record->force);
    free(record->turning);
}

// The step that was being told is whole: what its points changed by, and what those that are gone lost.
static void close_step(force_record *r) {
    if (r->current < 0) return;
    double turning = 0.0;
    for (int i = 0; i < r->nows; i++) {
        double before = 0.0;
        for (int k = 0; k < r->lasts; k++)
            if (r->last[k].key == r->now[i].key && r->last[k].a == r->now[i].a && r->last[k].b == r->now[i].b)
                before = r->last[k].force, r->last[k].force = 0.0;
        turning += fabs(r->now[i].force - before);
    }
    for (int k = 0; k < r->lasts; k++) turning += fabs(r->last[k].force);
    r->turning[r->current] = turning;
    for (int i = 0; i < r->nows; i++)
        r->last[i].key = r->now[i].key, r->last[i].a = r->now[i].a, r->last[i].b = r->now[i].b,
        r->last[i].force = r->now[i].force;
    r->lasts = r->nows;
    r->nows = 0;
}

static cr_status hear(void *context, const cr_world_contact *c) {
    force_record *r = context;
    if (r->body >= 0 && c->a != r->body && c->b != r->body) return CR_OK;
    int at = (int)floor(c->t0 / r->step + 0.5);
    if (at < 0 || at >= r->room) return CR_OK;
    double h = c->t1 - c->t0;
    if (fabs(h / r->step - 1.0) > 1e-6) r->uneven = true;
    if (at != r->current) close_step(r);
    r->current = at;
    if (at + 1 > r->count) r->count = at + 1;
    double hold = cr_vec_dot(c->force, c->normal), force = hold + cr_vec_dot(c->impulse, c->normal) / h;
    double up = (c->a == r->body ? 1.0 : -1.0) * (c->force.z + c->impulse.z / h);
    r->force[at] += (r->support ? up : force) * h / r->step;
    r->deepest = fmin(r->deepest, c->gap + hold / r->stiffness);
    if (r->nows < 256) {
        r->now[r->nows].key = c->key;
        r->now[r->nows].a = c->a;
        r->now[r->nows].b = c->b;
        r->now[r->nows++].force = force;
    }
    return CR_OK;
}

cr_world_sink force_record_sink(force_record *record) {
    return (cr_world_sink){.context = record, .contact = hear};
}

void force_record_bands(const force_record *r, int first, int count, double unit, double band[FORCE_BANDS]) {
    const double edge[FORCE_BANDS + 1] = {50, 200, 1000, 3000, 15000}, pi = 3.14159265358979323846;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    cr_fourier fourier;
    double *z = calloc(2 * (size_t)count, sizeof *z), weight = 0.0, mean = 0.0;
    if (!arena || !z || cr_fourier_plan(&fourier, count, arena, NULL) != CR_OK) abort();
    for (int i = 0; i < count; i++) mean += r->force[first + i] / count;
    // sin^8: leaves nothing of a slow change beyond a dozen lines.
    for (int i = 0; i < count; i++) {
        double s = sin(pi * (i + 0.5) / count), w = s * s * s * s * s * s * s * s;
        z[2 * i] = w * (r->force[first + i] - mean) / unit;
        weight += w * w;
    }
    cr_fourier_forward(&fourier, z);
    for (int b = 0; b < FORCE_BANDS; b++) {
        double sum = 0.0;
        for (int k = 1; k < count / 2; k++) {
            double f = k / (count * r->step);
            if (f >= edge[b] && f < edge[b + 1])
                sum += 2.0 * (z[2 * k] * z[2 * k] + z[2 * k + 1] * z[2 * k + 1]);
        }
        band[b] = 10.0 * log10(sum / (weight * count) + 1e-30);
    }
    free(z);
    cr_arena_free(arena);
}

double force_record_worst(const double band[FORCE_BANDS]) {
    double worst = band[0];
    for (int b = 1; b < FORCE_BANDS; b++) worst = fmax(worst, band[b]);
    return worst;
}

double force_record_turning(const force_record *r, int first) {
    double most = 0.0;
    for (int i = first; i + 1 < r->count; i++) most = fmax(most, r->turning[i]);
    return most;
}
