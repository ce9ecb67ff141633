#include "io/sound/rub.h"

#include "base/array.h"
#include "base/maths.h"
#include "base/random.h"
#include "io/sound/grain.h"

static const double slowest = 1e-4; // m/s: below, waves as short as any contact pass at 5 per second

// One contact point for as long as it lasts.
typedef struct track {
    bool used;
    int body[2];
    unsigned key;
    double begun, until; // s: the last contact that was told of
    cr_vec on[2],
        way[2]; // m, where it was in the frames of the bodies; force on each per force along the normal
    double load, speed[2]; // N, m/s: of it
    double sum, sums[2];   // N s, m: over this block
    bool touches;          // in this block
    double mean, pace[2];  // N, m/s: means of this block
    bool still;
    double excess[CR_SOUND_BLOCK]; // N: what is heard of it
    double radius, mass, modulus;
    bool sounds; // `texture` is under way
    cr_texture *texture;
} track;

struct cr_sound_rub {
    const cr_sound_pass_def *def;
    const cr_sound_meet *meet;
    cr_arena *arena;
    cr_sound_grain *grain;
    double from, end;
    const cr_body_state *now;
    CR_ARRAY(track) tracks;
    CR_ARRAY(int) running; // those that sound in this block
};

cr_sound_rub *cr_sound_rub_new(const cr_sound_pass_def *def, const cr_sound_meet *meet, cr_arena *arena,
                               cr_error *error) {
    cr_sound_rub *rub = cr_arena_take(arena, 1, sizeof *rub);
    if (!rub) {
        cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for rough contacts");
        return NULL;
    }
    *rub = (cr_sound_rub){.def = def, .meet = meet, .arena = arena};
    rub->grain = cr_sound_grain_new(def->sound.seed, arena, error);
    return rub->grain ? rub : NULL;
}

// --- contacts over a block ------------------------------------------------------------------------------

static void add(track *t, double from, double until) {
    if (!(until > from)) return;
    t->touches = true;
    t->sum += (until - from) * t->load;
    for (int i = 0; i < 2; i++) t->sums[i] += (until - from) * t->speed[i];
}

void cr_sound_rub_begin(cr_sound_rub *rub, double from, double end, const cr_body_state *now) {
    rub->from = from;
    rub->end = end;
    rub->now = now;
    for (int i = 0; i < rub->tracks.count; i++) {
        track *t = &rub->tracks.items[i];
        t->touches = false;
        t->sum = t->sums[0] = t->sums[1] = 0.0;
        if (t->used) add(t, from, fmin(t->until, end));
    }
}

static track *find(cr_sound_rub *rub, const cr_world_contact *c) {
    track *spare = NULL;
    for (int i = 0; i < rub->tracks.count; i++) {
        track *t = &rub->tracks.items[i];
        if (t->used && t->key == c->key && t->body[0] == c->a && t->body[1] == c->b) return t;
        if (!t->used && !spare) spare = t;
    }
    if (!spare) spare = CR_ARRAY_ADD(&rub->tracks, rub->arena);
    if (spare)
        *spare = (track){.body = {c->a, c->b}, .key = c->key, .begun = CR_NAN, .texture = spare->texture};
    return spare;
}

// How fast the point moves over each surface: where it is in both frames says it. A point that jumps to
// another corner does not sweep: it cannot pass what slides and rolls, slip + spin/curvature.
static void sweep(const cr_sound_rub *rub, track *t, const cr_world_contact *c) {
    const cr_vec on[2] = {c->on_a, c->on_b};
    double time = c->t0 - t->begun;
    cr_vec spin = cr_vec_sub(rub->now[c->a].spin, rub->now[c->b].spin);
    double rolls = c->curvature > 0.0 ? cr_vec_length(spin) / c->curvature : 0.0,
           most = 2.0 * (fabs(c->slip) + rolls);
    for (int i = 0; i < 2; i++) {
        if (time > 0.0) t->speed[i] = fmin(cr_vec_length(cr_vec_sub(on[i], t->on[i])) / time, most);
        t->on[i] = on[i];
    }
}

cr_status cr_sound_rub_contact(cr_sound_rub *rub, const cr_world_contact *c, const cr_quat turn[2],
                               cr_error *error) {
    double load = cr_vec_dot(c->force, c->normal);
    if (!(load > 0.0)) return CR_OK;
    track *t = find(rub, c);
    if (!t) return cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for rough contacts");
    sweep(rub, t, c);
    bool slides = c->slip > 0.5 * fmax(t->speed[0], t->speed[1]); // then friction goes with the normal force
    cr_vec way = slides ? cr_vec_scale(1.0 / load, c->force) : c->normal;
    for (int i = 0; i < 2; i++) t->way[i] = cr_quat_back(turn[i], cr_vec_scale(i ? -1.0 : 1.0, way));
    t->used = true;
    t->begun = c->t0;
    t->until = c->t1;
    t->load = load;
    if (!t->sounds) {
        t->radius = cr_sound_meet_radius(rub->meet, c);
        t->mass = cr_sound_meet_mass(rub->meet, c, turn);
    }
    add(t, c->t0, fmin(c->t1, rub->end));
    return CR_OK;
}

// --- what is heard of them ------------------------------------------------------------------------------

// As the scene says, or half of what the pair of materials has together, with the waves of a machined
// surface.
static cr_rough_preset finish_of(const cr_sound_rub *rub, const track *t, int side) {
    const cr_rough_preset *own = rub->def->body[t->body[side]].surface;
    if (own) return *own;
    cr_rough_preset finish = *cr_rough_preset_find("machined", NULL);
    finish.rms = sqrt(0.5) * cr_sound_meet_pair(rub->meet, t->body[0], t->body[1])->roughness;
    return finish;
}

// Hertz's spring k under the load N, around which it is k_c = 3/2 k^(2/3) N^(1/3) stiff, with the mass it
// carries and the loss factor eta of the pair: mu = eta sqrt(k_c m)/N.
static cr_status make_law(const cr_sound_pair *pair, const track *t, double load, cr_law *law,
                          cr_error *error) {
    double k = cr_hertz_stiffness_ellipse(pair->modulus, t->radius, t->radius),
           root = cr_pow(k * k * load, 1.0 / 3.0);
    const cr_setting settings[] = {
        {"k", k}, {"alpha", 1.5}, {"mu", fmin(pair->loss * sqrt(1.5 * root * t->mass) / load, 1e6)}, {0}};
    return cr_law_make("hunt-crossley", settings, law, error);
}

static uint64_t place_of(const cr_sound_rub *rub, const track *t) {
    uint64_t random = cr_random_seed(rub->def->sound.seed);
    random = cr_random_seed(random ^ (uint64_t)t->key);
    return cr_random_seed(random ^ ((uint64_t)t->body[0] << 32 | (uint64_t)t->body[1]));
}

static cr_status begin(cr_sound_rub *rub, track *t, double load, cr_error *error) {
    const cr_sound_pair *pair = cr_sound_meet_pair(rub->meet, t->body[0], t->body[1]);
    double patch = cr_pow(0.75 * load * t->radius / pair->modulus, 1.0 / 3.0); // radius of Hertz's circle
    cr_texture_def def = cr_texture_def_default();
    uint64_t random = place_of(rub, t);
    def.rate = rub->def->rate;
    def.mass = t->mass;
    cr_status status = make_law(pair, t, load, &def.law, error);
    for (int i = 0; i < 2 && status == CR_OK; i++) {
        cr_rough_preset finish = finish_of(rub, t, i);
        status = cr_sound_grain_find(rub->grain, &finish, t->radius, patch, &def.surface[i], error);
        if (def.surface[i]) def.start[i] = def.surface[i]->length * cr_random_uniform(&random);
    }
    if (status != CR_OK) return status;
    if (t->texture) status = cr_texture_begin(t->texture, &def, error);
    else t->texture = cr_texture_new(&def, rub->arena, error);
    t->sounds = t->texture && status == CR_OK;
    return t->sounds ? CR_OK : error->status;
}

static cr_status push(cr_sound_rub *rub, int index, cr_sound_source *const *source, cr_error *error) {
    const track *t = &rub->tracks.items[index];
    cr_status status = CR_OK;
    for (int i = 0; i < 2 && status == CR_OK; i++)
        if (source[t->body[i]])
            status = cr_sound_source_push(source[t->body[i]], (unsigned)index, t->on[i], t->way[i], t->excess,
                                          error);
    return status;
}

// When it stands still and has calmed down, the last of it fades.
static void calm(track *t, bool still, double load, double excess[CR_SOUND_BLOCK]) {
    const double calm = 1e-5; // of the load
    double most = 0.0;
    for (int n = 0; n < CR_SOUND_BLOCK; n++) most = fmax(most, fabs(excess[n]));
    if (t->touches && !(still && most < calm * load)) return;
    for (int n = 0; n < CR_SOUND_BLOCK; n++) excess[n] *= 1.0 - (n + 1.0) / CR_SOUND_BLOCK;
    t->sounds = false;
}

// Whether a point sounds in this block; it may begin to.
static cr_status prepare(cr_sound_rub *rub, track *t, cr_sound_source *const *source, cr_error *error) {
    double length = rub->end - rub->from;
    bool heard = source[t->body[0]] || source[t->body[1]];
    t->mean = t->sum / length;
    t->pace[0] = t->sums[0] / length;
    t->pace[1] = t->sums[1] / length;
    t->still = !(t->pace[0] > slowest || t->pace[1] > slowest);
    if (t->used && !t->sounds && t->touches && !t->still && heard && t->mass < HUGE_VAL && t->mean > 0.0)
        return begin(rub, t, t->mean, error);
    return CR_OK;
}

static void run(void *context, int index) {
    const cr_sound_rub *rub = context;
    track *t = &rub->tracks.items[rub->running.items[index]];
    cr_texture_run(t->texture, t->mean, t->pace, t->excess);
    calm(t, t->still, t->mean, t->excess);
}

cr_status cr_sound_rub_run(cr_sound_rub *rub, cr_sound_source *const *source, cr_error *error) {
    cr_status status = CR_OK;
    rub->running.count = 0;
    for (int i = 0; i < rub->tracks.count && status == CR_OK; i++) {
        track *t = &rub->tracks.items[i];
        status = prepare(rub, t, source, error);
        if (status != CR_OK || !t->used || !t->sounds) continue;
        int *next = CR_ARRAY_ADD(&rub->running, rub->arena);
        if (!next) return cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for rough contacts");
        *next = i;
    }
    if (status == CR_OK) cr_sound_each(rub->def->workers, rub->running.count, run, rub);
    for (int i = 0; i < rub->running.count && status == CR_OK; i++)
        status = push(rub, rub->running.items[i], source, error);
    for (int i = 0; i < rub->tracks.count; i++) {
        track *t = &rub->tracks.items[i];
        t->used = t->used && (t->touches || t->sounds);
    }
    return status;
}
