// What modes that have patches alone send out in all directions.
#include "prep/radiation/job.h"

typedef struct sphere {
    cr_radiation some; // modes that are looked at together
    double *re, *im;
    int points;
} sphere;

// sum |c|^2 = k^2 times the integral of |p r|^2 over all directions far away: a spiral.
static void add_points(cr_bem_job *job, const cr_radiator *radiator, const sphere *s) {
    const double golden = 2.399963229728653, far = 1e4 * s->some.radius;
    for (int p = 0; p < s->points; p++) {
        double z = 1.0 - (2.0 * p + 1.0) / s->points, across = far * sqrt(1.0 - z * z);
        const double at[3] = {s->some.centre[0] + across * cos(golden * p),
                              s->some.centre[1] + across * sin(golden * p), s->some.centre[2] + far * z};
        cr_radiator_transfer(radiator, at, s->re, s->im);
        for (int i = 0; i < s->some.count; i++) {
            double k = s->some.mode[i].wave_number * far;
            if (s->some.mode[i].patch)
                job->out->mode[i].strength +=
                    (s->re[i] * s->re[i] + s->im[i] * s->im[i]) * k * k * 4.0 * cr_pi / s->points;
        }
    }
}

// Twice the logarithm of k R, rounded upwards: modes with the same one and the same patches go together, so
// that what a mode gets does not depend on which others are there.
static int size_of(const cr_radiation *r, const cr_multipoles *m) {
    return m->patch && !m->c ? (int)fmax(0.0, ceil(2.0 * log2(m->wave_number * r->radius))) : -1;
}

static cr_status find_some(cr_bem_job *job, sphere *s, int set, int size, cr_arena *scratch,
                           cr_error *error) {
    const cr_radiation *all = job->out;
    bool any = false;
    for (int i = 0; i < all->count; i++) {
        bool wanted = all->mode[i].set == set && size_of(all, &all->mode[i]) == size;
        s->some.mode[i] = wanted ? all->mode[i] : (cr_multipoles){.route = CR_RADIATION_NONE};
        any = any || wanted;
    }
    if (!any) return CR_OK;
    cr_arena_mark mark = cr_arena_here(scratch);
    cr_radiator *radiator = cr_radiator_new(&s->some, scratch, error);
    if (!radiator) return CR_ERR_MEMORY;
    s->points = 1500 + (int)exp2(size + 2); // |p|^2 has the order 2 k R
    add_points(job, radiator, s);
    cr_arena_rewind(scratch, mark);
    return CR_OK;
}

cr_status cr_bem_find_strengths(cr_bem_job *job, cr_arena *scratch, cr_error *error) {
    enum { SIZES = 20 }; // k R up to 1000
    const cr_radiation *all = job->out;
    size_t count = all->count ? (size_t)all->count : 1;
    sphere s = {.some = *all};
    cr_status status = CR_OK;
    s.some.mode = cr_arena_take(scratch, count, sizeof *s.some.mode);
    s.re = cr_arena_take(scratch, 2 * count, sizeof *s.re);
    if (!s.some.mode || !s.re) return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory");
    s.im = s.re + count;
    for (int i = 0; i < all->sets * SIZES && status == CR_OK; i++)
        status = find_some(job, &s, i / SIZES + 1, i % SIZES, scratch, error);
    for (int i = 0; i < all->count; i++) {
        cr_multipoles *m = &all->mode[i];
        if (m->patch && !m->c) m->efficiency = job->square[i] > 0.0 ? m->strength / job->square[i] : 0.0;
    }
    return status;
}
