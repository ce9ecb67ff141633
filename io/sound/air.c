// A mode q'' + 2 sigma q' + w^2 q = f with lambda = -sigma + i omega is heard by z = -i lambda^2 v/omega,
// v = y + f/lambda + f'/lambda^2, y = q' - conj(lambda) q (docs/theory/sound.md, U1). The network tells q and
// q' at every sample; what its contacts, springs and bows did in between follows from
//     y(h) - e^(lambda h) y(0) = f (e^(lambda h) - 1)/lambda
// for a force f that is constant over the step, and its real part is the mean of one that is straight (U9).
#include "io/sound/air.h"

#include "base/maths.h"
#include "base/number.h"
#include "io/sound/click.h"
#include "io/sound/ring.h"

#include <string.h>

enum { BLOCK = CR_SOUND_BLOCK, RIGID = 6 };

typedef struct mode {
    cr_number lambda, turn, per_force; // e^(lambda h); (e^(lambda h) - 1)/lambda
    cr_number of_y, of_force;          // z per y, and per f
    double omega;
    cr_number y;  // at the last sample
    double force; // mean of the last step
} mode;

typedef struct solid {
    const cr_scene_heard *heard;
    cr_sim *sim;
    int count; // elastic modes
    mode *mode;
    double *q, *v;         // of all modes of the element
    double velocity[3];    // of the centre of mass, in its frame, kg^1/2 m/s
    double (*z)[2][BLOCK]; // of each mode: the block at work
    cr_sound_ring *ring;
    cr_sound_click *click; // NULL: it does not move as a whole
} solid;

struct cr_sound_air {
    cr_sound_pass_def def;
    cr_sim *sim;
    double h;
    solid *solids;
    int count, channels;
    cr_body_state *states; // of the solids, which stay
    cr_heard **heard;
    double *ignored;        // what pickups hear
    double *out;            // of one channel
    long long steps, given; // made; frames that went out
};

int cr_sound_air_lag(void) {
    return BLOCK + CR_TRAVEL_LAG + 1;
}

int cr_sound_air_channels(const cr_sound_air *air) {
    return air->channels;
}

// --- modes ----------------------------------------------------------------------------------------------

static mode mode_of(double frequency, double sigma, double h) {
    const double most = 0.999; // of critical damping, which a mode that is heard does not reach
    double w = 2.0 * cr_pi * frequency, decay = fmin(sigma, most * w), omega = sqrt(w * w - decay * decay);
    mode m = {.lambda = {-decay, omega}, .omega = omega};
    cr_number square = cr_number_times(m.lambda, m.lambda);
    double fall = cr_exp(-decay * h);
    m.turn = (cr_number){fall * cr_cos(omega * h), fall * cr_sin(omega * h)};
    m.per_force = cr_number_over((cr_number){m.turn.re - 1.0, m.turn.im}, m.lambda);
    m.of_y = (cr_number){square.im / omega, -square.re / omega};
    m.of_force = (cr_number){m.lambda.im / omega, -m.lambda.re / omega};
    return m;
}

// The acceleration at the last sample but one, now that the force behind it is known, and the state now.
static void follow(mode *m, double q, double v, double h, double *re, double *im) {
    cr_number y = {v - m->lambda.re * q, m->lambda.im * q}, turned = cr_number_times(m->turn, m->y);
    cr_number gained = {y.re - turned.re, y.im - turned.im};
    double force = cr_number_over(gained, m->per_force).re, mean = 0.5 * (m->force + force),
           slope = (force - m->force) / h;
    cr_number free = cr_number_times(m->of_y, m->y);
    *re = free.re + mean * m->of_force.re;
    *im = free.im + mean * m->of_force.im - slope / m->omega;
    m->y = y;
    m->force = force;
}

// What pushes the solid as a whole over the last step: the first three of its rigid modes are the shifts
// along x, y, z.
static void push(const cr_sound_air *air, solid *s) {
    const double root = sqrt(s->heard->modes->mass), h = air->h, *v = s->v + s->count;
    double force[3];
    for (int i = 0; i < 3; i++) {
        force[i] = root * (v[i] - s->velocity[i]) / h;
        s->velocity[i] = v[i];
    }
    const cr_sound_contact all = {.t0 = (double)(air->steps - 2) * h,
                                  .t1 = (double)(air->steps - 1) * h,
                                  .normal = {0.0, 0.0, 1.0},
                                  .force = {force[0], force[1], force[2]},
                                  .stiffness = HUGE_VAL};
    cr_error ignored; // there is room for the steps of many blocks
    if (air->steps > 1) cr_clicker_contact(cr_sound_click_clicker(s->click), &all, &ignored);
}

static void take_step(cr_sound_air *air) {
    long long sample = air->steps++ - 1;
    cr_sim_run(air->sim, 1, air->ignored);
    for (int i = 0; i < air->count; i++) {
        solid *s = &air->solids[i];
        cr_network_mode_motion(cr_sim_network(air->sim), s->heard->element, s->q, s->v);
        for (int j = 0; j < s->count; j++) {
            double re, im;
            follow(&s->mode[j], s->q[j], s->v[j], air->h, &re, &im);
            if (sample < 0) continue;
            s->z[j][0][sample % BLOCK] = re;
            s->z[j][1][sample % BLOCK] = im;
        }
        if (s->click) push(air, s);
    }
}

// --- blocks ---------------------------------------------------------------------------------------------

// Re{T conj(z)}, T straight over the block.
static void hear(const solid *s, const cr_sound_weights *w, double *out) {
    double end[BLOCK] = {0.0}, begin[BLOCK] = {0.0};
    bool still = w->re[0] == w->re[1];
    for (int j = 0; j < s->count; j++)
        for (int i = 0; i < BLOCK; i++) begin[i] += w->re[0][j] * s->z[j][0][i] + w->im[0][j] * s->z[j][1][i];
    for (int j = 0; j < s->count && !still; j++)
        for (int i = 0; i < BLOCK; i++) end[i] += w->re[1][j] * s->z[j][0][i] + w->im[1][j] * s->z[j][1][i];
    for (int i = 0; i < BLOCK; i++)
        out[i] += still ? begin[i] : begin[i] + (end[i] - begin[i]) * (double)i / BLOCK;
}

static void run_voice(void *context, const cr_sound_weights *weights, int count, double *const *out) {
    const solid *s = context;
    for (int i = 0; i < count; i++) hear(s, &weights[i], out[i]);
}

// The block that ends with the last sample whose acceleration is known.
static void send(cr_sound_air *air) {
    double end = (double)(air->steps - 1) * air->h;
    for (int i = 0; i < air->count; i++) {
        const solid *s = &air->solids[i];
        cr_sound_ring_run(s->ring, end, air->states);
        if (s->click) cr_sound_click_run(s->click, end, air->states);
        for (int c = 0; c < air->channels; c++) {
            cr_sound_ring_send(s->ring, c, air->heard);
            if (s->click) cr_sound_click_send(s->click, c, air->heard);
        }
    }
}

static int put_out(cr_sound_air *air, double *out) {
    int made = 0;
    for (long long until = air->steps - 1 - CR_TRAVEL_LAG; air->given < until;) {
        int frames = until - air->given < BLOCK ? (int)(until - air->given) : BLOCK;
        for (int c = 0; c < air->channels; c++) {
            cr_heard_take(air->heard[c], air->out, frames);
            for (int i = 0; i < frames; i++) out[(ptrdiff_t)(made + i) * air->channels + c] = air->out[i];
        }
        made += frames;
        air->given += frames;
    }
    return made;
}

int cr_sound_air_run(cr_sound_air *air, int steps, double *out) {
    int made = 0;
    for (int i = 0; i < steps; i++) {
        take_step(air);
        if (air->steps == 1 || (air->steps - 1) % BLOCK) continue;
        send(air);
        made += put_out(air, out + (ptrdiff_t)made * air->channels);
    }
    return made;
}

// --- all of it ------------------------------------------------------------------------------------------

static cr_status make_modes(cr_sound_air *air, solid *s, cr_arena *arena, cr_error *error) {
    const cr_network *network = cr_sim_network(air->sim);
    const cr_element *e = cr_network_element(cr_sim_network(air->sim), s->heard->element);
    int all = cr_network_mode_count(network, s->heard->element);
    s->count = all - (s->heard->moves ? RIGID : 0);
    s->mode = cr_arena_take(arena, (size_t)s->count + 1, sizeof *s->mode);
    s->z = cr_arena_take(arena, (size_t)s->count + 1, sizeof *s->z);
    s->q = cr_arena_take(arena, (size_t)all, sizeof *s->q);
    s->v = cr_arena_take(arena, (size_t)all, sizeof *s->v);
    if (!s->mode || !s->z || !s->q || !s->v)
        return cr_fail(error, CR_ERR_MEMORY, "listeners", "no memory for %d modes", all);
    cr_network_mode_motion(network, s->heard->element, s->q, s->v);
    for (int j = 0; j < s->count; j++) {
        mode *m = &s->mode[j];
        *m = mode_of(e->mode_frequency[j], e->mode_sigma[j], air->h);
        m->y = (cr_number){s->v[j] - m->lambda.re * s->q[j], m->lambda.im * s->q[j]};
    }
    return CR_OK;
}

static cr_status make_solid(cr_sound_air *air, int index, const cr_sound_point *points, int count,
                            cr_arena *arena, cr_error *error) {
    solid *s = &air->solids[index];
    cr_status status = make_modes(air, s, arena, error);
    if (status != CR_OK) return status;
    const cr_sound_voice voice = {.context = s, .modes = s->count, .run = run_voice};
    s->ring = cr_sound_ring_of(&air->def, index, points, count, &voice, arena, error);
    if (!s->ring) return error->status;
    cr_sound_ring_begin(s->ring, 0.0, air->states);
    if (!s->heard->moves || !air->def.sound.clicks) return CR_OK;
    s->click = cr_sound_click_new(&air->def, index, points, count, arena, error);
    if (!s->click) return error->status;
    cr_sound_click_begin(s->click, 0.0, air->states);
    return CR_OK;
}

static cr_status make_all(cr_sound_air *air, const cr_scene_air *scene, cr_arena *arena, cr_error *error) {
    size_t count = (size_t)air->count, channels = (size_t)air->channels;
    cr_sound_body *body = cr_arena_take(arena, count, sizeof *body);
    cr_body_def *about = cr_arena_take(arena, count, sizeof *about);
    cr_heard_def heard = cr_heard_def_default();
    cr_sound_point *points;
    int point_count;
    air->solids = cr_arena_take(arena, count, sizeof *air->solids);
    air->states = cr_arena_take(arena, count, sizeof *air->states);
    air->heard = cr_arena_take(arena, channels, sizeof *air->heard);
    air->out = cr_arena_take(arena, BLOCK, sizeof *air->out);
    air->ignored = cr_arena_take(arena, (size_t)cr_sim_channels(air->sim) + 1, sizeof *air->ignored);
    if (!body || !about || !air->solids || !air->states || !air->heard || !air->out || !air->ignored)
        return cr_fail(error, CR_ERR_MEMORY, "listeners", "no memory for %zu solids", count);
    heard.delay = 2.0 * air->def.rate;
    for (size_t i = 0; i < channels; i++)
        if (!(air->heard[i] = cr_heard_new(arena, &heard, error))) return error->status;
    for (size_t i = 0; i < count; i++) {
        const cr_scene_heard *given = &scene->solids[i];
        about[i] = cr_body_def_default();
        about[i].modes = given->modes;
        about[i].density = given->modes->density;
        body[i] = (cr_sound_body){.def = &about[i], .radiation = given->radiation};
        air->states[i] = (cr_body_state){.pose = given->pose};
        air->solids[i].heard = given;
    }
    air->def.body = body;
    cr_status status = cr_sound_points(&air->def, arena, &points, &point_count, error);
    for (int i = 0; status == CR_OK && i < air->count; i++)
        status = make_solid(air, i, points, point_count, arena, error);
    return status;
}

cr_sound_air *cr_sound_air_new(const cr_scene_air *scene, cr_sim *sim, const cr_head *head, cr_arena *arena,
                               cr_error *error) {
    cr_sound_air *air = cr_arena_take(arena, 1, sizeof *air);
    if (!air) {
        cr_fail(error, CR_ERR_MEMORY, "listeners", "out of memory");
        return NULL;
    }
    double rate = cr_network_rate(cr_sim_network(sim));
    *air = (cr_sound_air){.def = {.listeners = scene->listeners,
                                  .listener_count = scene->listener_count,
                                  .sound = scene->sound,
                                  .head = head,
                                  .rate = rate},
                          .sim = sim,
                          .h = 1.0 / rate,
                          .count = scene->solid_count,
                          .channels = cr_sound_pass_channels(scene->listeners, scene->listener_count)};
    return make_all(air, scene, arena, error) == CR_OK ? air : NULL;
}
