#include "element/object.h"
#include "base/maths.h"
#include "element/beam.h"

void cr_object_offer(cr_object_list *list, cr_object_mode mode) {
    if (!(mode.frequency < list->limit)) return;
    if (list->count == list->room) list->count--; // the highest makes room
    int at = list->count++;
    for (; at > 0 && list->mode[at - 1].frequency > mode.frequency; at--) list->mode[at] = list->mode[at - 1];
    list->mode[at] = mode;
    if (list->count == list->room) list->limit = list->mode[list->count - 1].frequency;
}

void cr_object_offer_pair(cr_object_list *list, cr_object_mode mode, double detune) {
    double mean = mode.frequency, half = list->whole ? 0.0 : 0.5 * detune;
    mode.frequency = mean * (1.0 - half);
    cr_object_offer(list, mode);
    mode.frequency = mean * (1.0 + half);
    mode.second = true;
    cr_object_offer(list, mode);
}

double cr_object_speed(const cr_element *e) {
    return sqrt(cr_object_value(e, CR_OBJECT_YOUNG) / cr_object_value(e, CR_OBJECT_DENSITY));
}

double cr_object_round(const cr_object_mode *mode, const double *where) {
    double angle = 2.0 * cr_pi * mode->m * where[0];
    return mode->second ? cr_sin(angle) : cr_cos(angle);
}

void cr_object_list_beam(const cr_element *e, cr_object_list *list, cr_object_beam beam) {
    for (int n = 1;; n++) {
        double k = cr_beam_root(n) / beam.length,
               w2 = cr_beam_timoshenko(cr_object_speed(e), beam.gyration, beam.shear, k),
               f = sqrt(w2) / (2.0 * cr_pi);
        if (!(f < list->limit)) return;
        cr_object_offer(
            list, (cr_object_mode){.n = n, .frequency = f, .scale = 1.0 / sqrt(beam.mass), .bending = 1.0});
    }
}

double cr_object_beam_profile(const cr_element *e, const cr_object_mode *mode, const double *where) {
    (void)e;
    return cr_beam_shape(CR_EDGE_FREE, mode->n, where[0]);
}

// Factor from the pitch of its size to the one asked for.
static double transpose(const cr_element *e) {
    const cr_object *o = e->type->object;
    double f0 = cr_object_value(e, CR_OBJECT_F0);
    if (isnan(f0) || o->pitch == 0.0) return 1.0;
    cr_object_mode lowest;
    cr_object_list list = {.mode = &lowest, .room = 1, .limit = HUGE_VAL, .whole = true};
    o->list(e, &list);
    return f0 / (o->pitch * lowest.frequency);
}

static int collect(const cr_element *e, cr_object_mode *modes, int room) {
    double factor = transpose(e);
    cr_object_list list = {.mode = modes, .room = room, .limit = 0.45 / (e->h * factor)};
    e->type->object->list(e, &list);
    for (int i = 0; i < list.count; i++) modes[i].frequency *= factor;
    return list.count;
}

cr_status cr_object_plan(cr_element *e, cr_error *error) {
    cr_object_mode modes[CR_OBJECT_MODES_MOST];
    const cr_object *o = e->type->object;
    cr_status status = o->check ? o->check(e, error) : CR_OK;
    if (status != CR_OK) return status;
    e->points = e->modes = collect(e, modes, (int)cr_object_value(e, CR_OBJECT_MODES));
    e->mass = 1.0;
    e->margin = 1e9;
    if (e->modes) return CR_OK;
    return cr_fail(
        error, CR_ERR_RANGE, e->type->name,
        "all modes lie above 0.45 of the rate, %g Hz: make it larger or thinner, or raise the rate",
        0.45 / e->h);
}

// sigma = sigma0 + pi loss f + sigma2 f^2: support, inner friction, radiation.
cr_status cr_object_fill(cr_element *e, cr_arena *arena, cr_error *error) {
    e->object_modes = cr_arena_take(arena, (size_t)e->modes, sizeof *e->object_modes);
    if (!e->object_modes)
        return cr_fail(error, CR_ERR_MEMORY, e->type->name, "no memory for %d modes", e->modes);
    cr_status status = cr_modal_take(e, arena, error);
    if (status != CR_OK) return status;
    collect(e, e->object_modes, e->modes);
    for (int i = 0; i < e->modes; i++) {
        double f = e->object_modes[i].frequency,
               loss = e->object_modes[i].bending * cr_object_value(e, CR_OBJECT_LOSS);
        e->mode_frequency[i] = f;
        e->mode_sigma[i] = cr_object_value(e, CR_OBJECT_SIGMA0) + cr_pi * loss * f +
                           cr_object_value(e, CR_OBJECT_SIGMA2) * f * f;
    }
    return cr_modal_fill(e, arena, error);
}

static double shape(const cr_element *e, int i, const double *where) {
    const cr_object_mode *mode = &e->object_modes[i];
    return mode->scale * e->type->object->profile(e, mode, where);
}

cr_status cr_object_locate(const cr_element *e, const double *where, cr_port *port, cr_error *error) {
    (void)error;
    cr_modal_locate(e, shape, where, port);
    return CR_OK;
}
