#include "io/sound/source.h"

#include "base/numeric.h"

#include <string.h>

static const double speed_of_sound = 343.0, air = 1.204; // m/s, kg/m^3

// From the body to one point.
typedef struct path {
    const cr_sound_point *point;
    double *re[2], *im[2]; // transfer, at both ends of a block
    int latest;            // the newer one
    bool still;            // the older one is the same
    cr_vec seen;           // m: the listener in the frame of the modes, where the newer transfer is of
    double distance;       // m, at the end of the last block
    double gain;
    cr_travel *travel[2];
    cr_fade_filter *fade[2]; // of a head
} path;

struct cr_sound_source {
    const cr_sound_pass_def *def;
    int body, modes;
    cr_vec shift;  // m: from the centre of mass to the origin of the modes' frame, reversed: modes.centre
    cr_vec centre; // m, of radiation, in the frame of the modes
    cr_sounder *sounder;
    cr_radiator *radiator;
    double *mean; // without a radiator: transfer of each mode times the distance
    path *path;
    int paths;
    long long given; // samples
    double *signal[CR_SOUND_EARS];
};

// A mode whose surface moves all in phase gives off p = rho A a/(4 pi r), with a the root of the mean square
// of the normal acceleration: far too much for low modes, but without any solution.
static void take_means(cr_sound_source *source, const cr_modes *modes) {
    for (int j = 0; j < source->modes; j++) {
        const float *shape = modes->shape + 3 * (size_t)j * (size_t)modes->vertices;
        double sum = 0.0, area = 0.0;
        for (int t = 0; t < modes->triangles; t++) {
            cr_vec corner[3], moved = {0};
            for (int k = 0; k < 3; k++) {
                const float *x = modes->position + 3 * (ptrdiff_t)modes->triangle[3 * t + k],
                            *u = shape + 3 * (ptrdiff_t)modes->triangle[3 * t + k];
                corner[k] = cr_vec_make((double)x[0], (double)x[1], (double)x[2]);
                moved = cr_vec_along(moved, 1.0 / 3.0, cr_vec_make((double)u[0], (double)u[1], (double)u[2]));
            }
            cr_vec twice = cr_vec_cross(cr_vec_sub(corner[1], corner[0]), cr_vec_sub(corner[2], corner[0]));
            double size = 0.5 * cr_vec_length(twice);
            if (size == 0.0) continue;
            sum += cr_square(cr_vec_dot(moved, twice)) / (4.0 * size);
            area += size;
        }
        source->mean[j] = area > 0.0 ? air * sqrt(sum * area) / (4.0 * cr_pi) : 0.0;
    }
}

static bool make_path(path *p, const cr_sound_point *point, int modes, cr_arena *arena, cr_error *error) {
    *p = (path){.point = point, .seen = {CR_NAN, CR_NAN, CR_NAN}};
    for (int end = 0; end < 2; end++) {
        p->re[end] = cr_arena_take(arena, (size_t)modes + 1, sizeof(double));
        p->im[end] = cr_arena_take(arena, (size_t)modes + 1, sizeof(double));
        if (!p->re[end] || !p->im[end]) return false;
        memset(p->re[end], 0, (size_t)modes * sizeof(double));
        memset(p->im[end], 0, (size_t)modes * sizeof(double));
    }
    for (int side = 0; side < point->channels; side++) {
        p->travel[side] = cr_travel_new(arena, error);
        if (!p->travel[side]) return false;
        if (point->channels < 2) continue;
        p->fade[side] = cr_arena_take(arena, 1, sizeof *p->fade[side]);
        if (!p->fade[side]) return false;
        memset(p->fade[side], 0, sizeof *p->fade[side]);
    }
    return true;
}

static cr_status make_voice(cr_sound_source *source, cr_arena *arena, cr_error *error) {
    const cr_sound_pass_def *def = source->def;
    const cr_sound_body *body = &def->body[source->body];
    cr_sounder_def sounder = cr_sounder_def_default();
    sounder.modes = body->def->modes;
    sounder.fmax = body->def->fmax;
    sounder.rate = def->rate;
    sounder.start = cr_record_reader_head(def->motion)->start;
    sounder.ears = source->paths;
    sounder.damping = def->sound.damping;
    sounder.steps = sounder.pulses = 4096;
    source->sounder = cr_sounder_new(&sounder, arena, error);
    if (!source->sounder) return error->status;
    source->modes = cr_sounder_modes(source->sounder);
    const double *c = body->def->modes->centre;
    source->shift = source->centre = cr_vec_make(c[0], c[1], c[2]);
    if (body->radiation) {
        double centre[3];
        source->radiator = cr_radiator_new(body->radiation, arena, error);
        if (!source->radiator) return error->status;
        cr_radiator_centre(source->radiator, centre);
        source->centre = cr_vec_make(centre[0], centre[1], centre[2]);
        return CR_OK;
    }
    source->mean = cr_arena_take(arena, (size_t)source->modes + 1, sizeof *source->mean);
    if (!source->mean) return cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for %d modes", source->modes);
    take_means(source, body->def->modes);
    return CR_OK;
}

cr_sound_source *cr_sound_source_new(const cr_sound_pass_def *def, int body, const cr_sound_point *points,
                                     int point_count, cr_arena *arena, cr_error *error) {
    cr_sound_source *source = cr_arena_take(arena, 1, sizeof *source);
    path *paths = cr_arena_take(arena, (size_t)point_count, sizeof *paths);
    double *signal = cr_arena_take(arena, (size_t)point_count * CR_SOUND_BLOCK, sizeof *signal);
    bool memory = source && paths && signal;
    if (memory) *source = (cr_sound_source){.def = def, .body = body, .path = paths, .paths = point_count};
    if (memory && make_voice(source, arena, error) != CR_OK) return NULL;
    int room = memory && source->radiator ? cr_radiator_count(source->radiator) : memory ? source->modes : 0;
    for (int i = 0; memory && i < point_count; i++) {
        source->signal[i] = signal + (size_t)i * CR_SOUND_BLOCK;
        memory = make_path(&paths[i], &points[i], room, arena, error);
    }
    if (memory) return source;
    cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for the sound of a body");
    return NULL;
}

// --- geometry -------------------------------------------------------------------------------------------

typedef struct sight {
    double distance; // m, from the centre of radiation to where the listener is when the sound arrives
    cr_vec local;    // m: the listener in the frame of the modes
    cr_vec from;     // where the sound comes from, in the listener's frame
} sight;

// The listener moves on while the sound is on its way: three rounds settle it to v^3/c^3 of the way.
static sight look(const cr_sound_source *source, const path *p, double time, const cr_body_state *bodies) {
    const cr_body_state *body = &bodies[source->body];
    cr_sound_place place = cr_sound_point_at(p->point, source->def, time, bodies);
    cr_vec origin = cr_vec_add(body->pose.at,
                               cr_quat_turn(body->pose.turn, cr_vec_sub(source->centre, source->shift))),
           ear = place.at, heard_from = origin;
    double ground = source->def->sound.ground;
    sight s = {0};
    for (int round = 0; round < 3; round++) {
        ear = cr_vec_along(place.at, s.distance / speed_of_sound, place.velocity);
        if (p->point->mirrored) ear.z = 2.0 * ground - ear.z;
        s.distance = cr_vec_length(cr_vec_sub(ear, origin));
    }
    if (p->point->mirrored) heard_from.z = 2.0 * ground - origin.z;
    s.local = cr_vec_add(cr_quat_back(body->pose.turn, cr_vec_sub(ear, body->pose.at)), source->shift);
    s.from = cr_quat_back(place.turn, cr_vec_sub(heard_from, place.at));
    return s;
}

static void take_transfer(const cr_sound_source *source, path *p, const sight *s) {
    const double same = 1e-9, nearest = 1e-3; // m
    p->still = cr_vec_length(cr_vec_sub(s->local, p->seen)) < same;
    if (p->still) return;
    p->latest = 1 - p->latest;
    p->seen = s->local;
    double *re = p->re[p->latest], *im = p->im[p->latest];
    if (source->radiator) {
        const double listener[3] = {s->local.x, s->local.y, s->local.z};
        cr_radiator_transfer(source->radiator, listener, re, im);
        return;
    }
    for (int j = 0; j < source->modes; j++) re[j] = source->mean[j] / fmax(s->distance, nearest);
}

// When the sample CR_TRAVEL_LAG before the end of the block is heard, on the clock of the samples.
static double arrival_of(const cr_sound_source *source, double before, double now, double delay) {
    double lag = (double)CR_TRAVEL_LAG / CR_SOUND_BLOCK, distance = now - lag * (now - before);
    return (double)source->given - CR_TRAVEL_LAG + distance / speed_of_sound * source->def->rate + delay;
}

void cr_sound_source_begin(cr_sound_source *source, double time, const cr_body_state *bodies) {
    for (int i = 0; i < source->paths; i++) {
        path *p = &source->path[i];
        sight s = look(source, p, time, bodies);
        cr_head_filter filter = {0};
        take_transfer(source, p, &s);
        p->distance = s.distance;
        p->gain = cr_ear_gain(p->point->ear, s.from);
        if (p->point->channels == 2) cr_head_at(source->def->head, s.from, &filter);
        for (int side = 0; side < p->point->channels; side++) {
            if (p->fade[side]) memcpy(p->fade[side]->tap, filter.tap[side], sizeof p->fade[side]->tap);
            cr_travel_begin(p->travel[side], arrival_of(source, s.distance, s.distance, filter.delay[side]));
        }
    }
}

// --- running --------------------------------------------------------------------------------------------

cr_status cr_sound_source_contact(cr_sound_source *source, const cr_world_contact *contact, bool of_a,
                                  cr_quat turn, double duration, cr_error *error) {
    cr_sound_contact c = cr_sound_contact_of(contact, of_a, turn);
    c.duration = duration;
    return cr_sounder_contact(source->sounder, &c, error);
}

cr_status cr_sound_source_load(cr_sound_source *source, double t0, double t1, cr_vec at, cr_vec force,
                               cr_vec impulse, cr_error *error) {
    const cr_sound_contact c = {.t0 = t0,
                                .t1 = t1,
                                .at = at,
                                .normal = {0.0, 0.0, 1.0},
                                .impulse = impulse,
                                .force = force,
                                .stiffness = HUGE_VAL};
    return cr_sounder_contact(source->sounder, &c, error);
}

void cr_sound_source_sleep(cr_sound_source *source, double from, double until) {
    cr_sounder_extend(source->sounder, from, until);
}

static void send(cr_sound_source *source, path *p, double *signal, double gain, const sight *s,
                 cr_heard *const *heard) {
    double filtered[CR_SOUND_BLOCK];
    cr_head_filter filter = {0};
    for (int i = 0; i < CR_SOUND_BLOCK; i++)
        signal[i] *= p->gain + (gain - p->gain) * (i + 1) / CR_SOUND_BLOCK;
    if (p->point->channels == 2) cr_head_at(source->def->head, s->from, &filter);
    for (int side = 0; side < p->point->channels; side++) {
        const double *sent = signal;
        double arrival = arrival_of(source, p->distance, s->distance, filter.delay[side]);
        if (p->fade[side]) {
            cr_fade_filter_run(p->fade[side], filter.tap[side], signal, filtered, CR_SOUND_BLOCK);
            sent = filtered;
        }
        cr_travel_push(p->travel[side], sent, CR_SOUND_BLOCK, arrival, heard[p->point->channel + side]);
    }
}

void cr_sound_source_run(cr_sound_source *source, double end, const cr_body_state *bodies,
                         cr_heard *const *heard) {
    cr_sound_weights weights[CR_SOUND_EARS];
    sight seen[CR_SOUND_EARS];
    for (int i = 0; i < source->paths; i++) {
        path *p = &source->path[i];
        seen[i] = look(source, p, end, bodies);
        take_transfer(source, p, &seen[i]);
        int from = p->still ? p->latest : 1 - p->latest;
        weights[i] = (cr_sound_weights){{p->re[from], p->re[p->latest]}, {p->im[from], p->im[p->latest]}};
        memset(source->signal[i], 0, CR_SOUND_BLOCK * sizeof *source->signal[i]);
    }
    cr_sounder_run(source->sounder, weights, source->signal);
    source->given += CR_SOUND_BLOCK;
    for (int i = 0; i < source->paths; i++) {
        path *p = &source->path[i];
        double gain = cr_ear_gain(p->point->ear, seen[i].from);
        send(source, p, source->signal[i], gain, &seen[i], heard);
        p->distance = seen[i].distance;
        p->gain = gain;
    }
}

double cr_sound_source_energy(const cr_sound_source *source) {
    double sum = 0.0;
    for (int j = 0; j < source->modes; j++) sum += cr_sounder_energy(source->sounder, j);
    return sum;
}
