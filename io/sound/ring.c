#include "io/sound/ring.h"

#include "base/numeric.h"

#include <string.h>

// From the body, or a part of it, to one point.
typedef struct path {
    cr_sound_line line;
    const cr_sound_point *point;
    int part;
    double *re[2], *im[2]; // transfer, at both ends of a block
    int latest;            // the newer one
    bool still;            // the older one is the same
    cr_vec from;           // m: what the distance is counted from, in the frame of the body
    cr_vec seen;           // m: where the listener was for the newer one, in the frame of the body
    cr_sound_sight sight;
} path;

struct cr_sound_ring {
    const cr_sound_pass_def *def;
    int body, modes;
    cr_vec mass; // m: centre of mass in the frame of the modes
    cr_sounder *sounder;
    cr_sound_voice voice; // instead of it
    cr_radiator *radiator;
    double *mean; // without a radiator: transfer of each mode times the distance
    path *path;
    int paths, parts; // of all points; of the body, each with a way of its own to every point
    long long given;  // samples
    double *signal[CR_SOUND_EARS];
};

static cr_vec vector_of(const float *x) {
    return cr_vec_make((double)x[0], (double)x[1], (double)x[2]);
}

// A mode whose surface moves all in phase gives off p = rho A a/(4 pi r), with a the root of the mean square
// of the normal acceleration: far too much for low modes, but without any solution.
static double mean_of(const cr_modes *modes, int mode) {
    const float *shape = modes->shape + 3 * (size_t)mode * (size_t)modes->vertices;
    double sum = 0.0, area = 0.0;
    for (int t = 0; t < modes->triangles; t++) {
        cr_vec corner[3], moved = {0};
        for (int k = 0; k < 3; k++) {
            ptrdiff_t vertex = 3 * (ptrdiff_t)modes->triangle[3 * t + k];
            corner[k] = vector_of(modes->position + vertex);
            moved = cr_vec_along(moved, 1.0 / 3.0, vector_of(shape + vertex));
        }
        cr_vec twice = cr_vec_cross(cr_vec_sub(corner[1], corner[0]), cr_vec_sub(corner[2], corner[0]));
        double size = 0.5 * cr_vec_length(twice);
        if (size == 0.0) continue;
        sum += cr_square(cr_vec_dot(moved, twice)) / (4.0 * size);
        area += size;
    }
    return area > 0.0 ? CR_SOUND_DENSITY * sqrt(sum * area) / (4.0 * cr_pi) : 0.0;
}

// Decay by the material and by what is radiated; or S3 (19) without contact, (alpha + beta w^2)/2.
static double decay_of(const cr_sound_body *body, int mode, bool rayleigh) {
    const cr_modes *modes = body->def->modes;
    const cr_material *material = body->damped ? NULL : body->material;
    double w = 2.0 * cr_pi * modes->frequency[mode];
    if (rayleigh && material && !isnan(material->rayleigh_mass))
        return 0.5 * (material->rayleigh_mass + material->rayleigh_stiff * w * w);
    double sigma = material ? cr_material_decay(material, w) : modes->sigma[mode];
    bool known = !rayleigh && body->radiation && mode < body->radiation->count;
    return known ? sigma + cr_radiation_damping(body->radiation, mode) : sigma;
}

static double *decays(const cr_sound_body *body, bool rayleigh, cr_arena *arena) {
    int count = body->def->modes->count;
    double *sigma = cr_arena_take(arena, (size_t)count + 1, sizeof *sigma);
    for (int j = 0; sigma && j < count; j++) sigma[j] = decay_of(body, j, rayleigh);
    return sigma;
}

static cr_status make_radiator(cr_sound_ring *ring, int points, cr_arena *arena, cr_error *error) {
    const cr_radiation *radiation = ring->def->body[ring->body].radiation;
    ring->parts = 1;
    if (!radiation) return CR_OK;
    ring->radiator = cr_radiator_new_divided(radiation, CR_SOUND_EARS / points, arena, error);
    if (!ring->radiator) return error->status;
    ring->parts = cr_radiator_parts(ring->radiator);
    return CR_OK;
}

static cr_status make_sounder(cr_sound_ring *ring, int ears, cr_arena *arena, cr_error *error) {
    const cr_sound_pass_def *def = ring->def;
    const cr_sound_body *body = &def->body[ring->body];
    const cr_modes *modes = body->def->modes;
    cr_sounder_def sounder = cr_sounder_def_default();
    sounder.modes = modes;
    sounder.fmax = body->def->fmax;
    sounder.rate = def->rate;
    sounder.start = cr_record_reader_head(def->motion)->start;
    sounder.blend = cr_sound_blend(def);
    sounder.ears = ears;
    sounder.damping = def->sound.damping;
    int room = (1 << 20) / (modes->count + 1); // steps and impulses under way, by their memory
    sounder.steps = sounder.pulses = room < 1024 ? 1024 : room > 4096 ? 4096 : room;
    sounder.sigma = decays(body, def->sound.rayleigh, arena);
    if (!sounder.sigma) return cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for %d modes", modes->count);
    ring->sounder = cr_sounder_new(&sounder, arena, error);
    if (!ring->sounder) return error->status;
    ring->modes = cr_sounder_modes(ring->sounder);
    return CR_OK;
}

static cr_status make_air(cr_sound_ring *ring, cr_arena *arena, cr_error *error) {
    const cr_sound_body *body = &ring->def->body[ring->body];
    const cr_modes *modes = body->def->modes;
    ring->mass = cr_vec_make(modes->centre[0], modes->centre[1], modes->centre[2]);
    if (ring->radiator) return CR_OK;
    ring->mean = cr_arena_take(arena, (size_t)ring->modes + 1, sizeof *ring->mean);
    if (!ring->mean) return cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for %d modes", ring->modes);
    for (int j = 0; j < ring->modes; j++) ring->mean[j] = mean_of(modes, j);
    return CR_OK;
}

static cr_status make_path(cr_sound_ring *ring, const cr_sound_point *point, int part, int modes,
                           cr_arena *arena, cr_error *error) {
    path *p = &ring->path[ring->paths++];
    double centre[3];
    *p = (path){.point = point, .part = part, .seen = {CR_NAN, CR_NAN, CR_NAN}};
    if (ring->radiator) {
        cr_radiator_part_centre(ring->radiator, part, centre);
        p->from = cr_vec_sub(cr_vec_make(centre[0], centre[1], centre[2]), ring->mass);
    }
    for (int i = 0; i < 4; i++) {
        double *values = cr_arena_take(arena, (size_t)modes + 1, sizeof *values);
        if (!values) return cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for %d modes", modes);
        memset(values, 0, (size_t)modes * sizeof *values);
        *(i < 2 ? &p->re[i] : &p->im[i - 2]) = values;
    }
    return cr_sound_line_make(&p->line, point, arena, error);
}

static cr_status make_paths(cr_sound_ring *ring, const cr_sound_point *points, int count, cr_arena *arena,
                            cr_error *error) {
    size_t all = (size_t)count * (size_t)ring->parts;
    int room = ring->radiator ? cr_radiator_count(ring->radiator) : ring->modes;
    double *signal = cr_arena_take(arena, all * CR_SOUND_BLOCK, sizeof *signal);
    cr_status status = CR_OK;
    ring->path = cr_arena_take(arena, all, sizeof *ring->path);
    if (!ring->path || !signal)
        return cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for the sound of a body");
    for (size_t i = 0; i < all && status == CR_OK; i++) {
        ring->signal[i] = signal + i * CR_SOUND_BLOCK;
        status = make_path(ring, &points[i / (size_t)ring->parts], (int)(i % (size_t)ring->parts), room,
                           arena, error);
    }
    return status;
}

cr_sound_ring *cr_sound_ring_new(const cr_sound_pass_def *def, int body, const cr_sound_point *points,
                                 int point_count, cr_arena *arena, cr_error *error) {
    return cr_sound_ring_of(def, body, points, point_count, NULL, arena, error);
}

cr_sound_ring *cr_sound_ring_of(const cr_sound_pass_def *def, int body, const cr_sound_point *points,
                                int point_count, const cr_sound_voice *voice, cr_arena *arena,
                                cr_error *error) {
    cr_sound_ring *ring = cr_arena_take(arena, 1, sizeof *ring);
    if (!ring) {
        cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for the sound of a body");
        return NULL;
    }
    *ring = (cr_sound_ring){.def = def, .body = body};
    cr_status status = make_radiator(ring, point_count, arena, error);
    if (voice) ring->voice = *voice, ring->modes = voice->modes;
    else if (status == CR_OK) status = make_sounder(ring, ring->parts * point_count, arena, error);
    if (status == CR_OK) status = make_air(ring, arena, error);
    if (status == CR_OK) status = make_paths(ring, points, point_count, arena, error);
    return status == CR_OK ? ring : NULL;
}

cr_sounder *cr_sound_ring_sounder(cr_sound_ring *ring) {
    return ring->sounder;
}

static void look(const cr_sound_ring *ring, int index, double time, const cr_body_state *bodies) {
    const double same = 1e-9, nearest = 1e-3; // m
    path *p = &ring->path[index];
    p->sight = cr_sound_look(ring->def, p->point, ring->body, p->from, time, bodies);
    p->still = cr_vec_length(cr_vec_sub(p->sight.local, p->seen)) < same;
    if (p->still) return;
    p->latest = 1 - p->latest;
    p->seen = p->sight.local;
    double *re = p->re[p->latest], *im = p->im[p->latest];
    if (ring->radiator) {
        cr_vec at = cr_vec_add(p->sight.local, ring->mass);
        cr_radiator_part_transfer(ring->radiator, p->part, (double[]){at.x, at.y, at.z}, re, im);
        return;
    }
    for (int j = 0; j < ring->modes; j++) re[j] = ring->mean[j] / fmax(p->sight.distance, nearest);
}

void cr_sound_ring_begin(cr_sound_ring *ring, double time, const cr_body_state *bodies) {
    for (int i = 0; i < ring->paths; i++) {
        look(ring, i, time, bodies);
        cr_sound_line_begin(&ring->path[i].line, ring->def, ring->path[i].point, &ring->path[i].sight, 0.0);
    }
}

void cr_sound_ring_run(cr_sound_ring *ring, double end, const cr_body_state *bodies) {
    cr_sound_weights weights[CR_SOUND_EARS];
    for (int i = 0; i < ring->paths; i++) {
        path *p = &ring->path[i];
        look(ring, i, end, bodies);
        int from = p->still ? p->latest : 1 - p->latest;
        weights[i] = (cr_sound_weights){{p->re[from], p->re[p->latest]}, {p->im[from], p->im[p->latest]}};
        memset(ring->signal[i], 0, CR_SOUND_BLOCK * sizeof *ring->signal[i]);
    }
    if (ring->sounder) cr_sounder_run(ring->sounder, weights, ring->signal);
    else ring->voice.run(ring->voice.context, weights, ring->paths, ring->signal);
    ring->given += CR_SOUND_BLOCK;
}

void cr_sound_ring_send(cr_sound_ring *ring, int channel, cr_heard *const *heard) {
    for (int i = 0; i < ring->paths; i++)
        if (ring->path[i].point->channel == channel)
            cr_sound_line_send(&ring->path[i].line, ring->def, ring->path[i].point, ring->signal[i],
                               ring->given, &ring->path[i].sight, 0.0, heard);
}

double cr_sound_ring_energy(const cr_sound_ring *ring) {
    return cr_sounder_energy_sum(ring->sounder);
}
