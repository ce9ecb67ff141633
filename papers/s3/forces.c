// How much the contact forces of a body at rest waver, Figure 7.
#include "papers/s3/s3.h"

static const double lowest = -340.0; // dB, below rounding

// The normal force at one point, as means over steps; deviations count from the first.
typedef struct point {
    unsigned key;
    int other;
    double first;        // N
    double time;         // s, in contact
    double sum, squares; // of deviations: N s, N^2 s
} point;

static void take(point *points, cr_s3_trial *t, const cr_world_contact *c, int other) {
    double time = c->t1 - c->t0,
           force = cr_vec_dot(cr_vec_along(c->force, 1.0 / time, c->impulse), c->normal);
    int i = 0;
    if (!(force > 0.0)) return;
    while (i < t->points && (points[i].key != c->key || points[i].other != other)) i++;
    if (i == CR_S3_POINTS) return;
    if (i == t->points) points[t->points++] = (point){.key = c->key, .other = other, .first = force};
    double differs = force - points[i].first;
    points[i].time += time;
    points[i].sum += time * differs;
    points[i].squares += time * differs * differs;
}

// Where a point is without load its force is 0.
static double level_of(const point *points, int count, double whole, double weight) {
    double squares = 0.0;
    for (int i = 0; i < count; i++) {
        const point *p = &points[i];
        double apart = whole - p->time > 1e-9 * whole ? whole - p->time : 0.0;
        double mean = (p->sum - apart * p->first) / whole;
        squares += (p->squares + apart * p->first * p->first) / whole - mean * mean;
    }
    return squares > 0.0 ? fmax(10.0 * log10(squares / (weight * weight)), lowest) : lowest;
}

cr_status cr_s3_weigh(const cr_s3_recording *r, cr_s3_trial *trial, cr_error *error) {
    point points[CR_S3_POINTS];
    cr_record_item item = {0};
    double first = HUGE_VAL, last = 0.0; // s, of steps that count
    cr_record_reader *reader = cr_record_reader_new(&r->in, "S3", r->arena, error);
    cr_status status = reader ? CR_OK : error->status;
    while (status == CR_OK && item.kind != CR_RECORD_END) {
        status = cr_record_reader_next(reader, CR_RECORD_CONTACT, &item, error);
        const cr_world_contact *c = &item.contact;
        if (status != CR_OK || item.kind != CR_RECORD_CONTACT) continue;
        if ((c->a != r->watched && c->b != r->watched) || c->t0 < r->wish->from || !(c->t1 > c->t0)) continue;
        first = fmin(first, c->t0);
        last = fmax(last, c->t1);
        take(points, trial, c, c->a == r->watched ? c->b : c->a);
    }
    double weight = cr_world_model_mass(r->model, r->watched) * 9.81;
    trial->level = level_of(points, trial->points, last - first, weight);
    return status;
}
