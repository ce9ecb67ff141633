#include "io/sound/source.h"

#include "base/array.h"
#include "io/sound/click.h"
#include "io/sound/ring.h"

// What it was told for the next block, in order: contacts, what acts on it as a whole, and sleep.
typedef struct news {
    enum { CONTACT, CARRY, SLEEP } kind;
    cr_sound_contact contact; // of SLEEP: t0, t1 and from
} news;

struct cr_sound_source {
    cr_sound_ring *ring;   // NULL: it has no modes
    cr_sound_click *click; // NULL: it does not move
    cr_arena *growing;
    CR_ARRAY(news) news;
    int modes, points;
    // Of each part in the last block:
    cr_error error[CR_SOUND_PARTS];
    cr_status status[CR_SOUND_PARTS];
    int dropped[CR_SOUND_PARTS];
};

cr_sound_source *cr_sound_source_new(const cr_sound_pass_def *def, int body, const cr_sound_point *points,
                                     int point_count, cr_arena *arena, cr_arena *growing, cr_error *error) {
    const cr_record_body *about = &cr_record_reader_head(def->motion)->body[body];
    cr_sound_source *source = cr_arena_take(arena, 1, sizeof *source);
    if (!source) {
        cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for the sound of a body");
        return NULL;
    }
    *source = (cr_sound_source){.growing = growing, .points = point_count};
    if (def->body[body].def->modes) {
        source->ring = cr_sound_ring_new(def, body, points, point_count, arena, error);
        if (!source->ring) return NULL;
        source->modes = cr_sounder_modes(cr_sound_ring_sounder(source->ring));
    }
    if (def->sound.clicks && about->mass < HUGE_VAL) {
        source->click = cr_sound_click_new(def, body, points, point_count, arena, error);
        if (!source->click) return NULL;
    }
    return source;
}

void cr_sound_source_begin(cr_sound_source *source, double time, const cr_body_state *bodies) {
    if (source->ring) cr_sound_ring_begin(source->ring, time, bodies);
    if (source->click) cr_sound_click_begin(source->click, time, bodies);
}

static cr_status tell(cr_sound_source *source, const news *told, cr_error *error) {
    news *place = CR_ARRAY_ADD(&source->news, source->growing);
    if (!place) return cr_fail(error, CR_ERR_MEMORY, "sound", "no memory for contacts");
    *place = *told;
    return CR_OK;
}

cr_status cr_sound_source_contact(cr_sound_source *source, const cr_sound_contact *contact, cr_error *error) {
    return tell(source, &(news){CONTACT, *contact}, error);
}

cr_status cr_sound_source_carry(cr_sound_source *source, const cr_sound_contact *all, cr_error *error) {
    return source->click ? tell(source, &(news){CARRY, *all}, error) : CR_OK;
}

cr_status cr_sound_source_sleep(cr_sound_source *source, int number, double from, double until,
                                cr_error *error) {
    const news told = {SLEEP, {.t0 = from, .t1 = until, .from = number}};
    return source->ring ? tell(source, &told, error) : CR_OK;
}

cr_status cr_sound_source_push(cr_sound_source *source, unsigned key, cr_vec at, cr_vec direction,
                               const double force[CR_SOUND_BLOCK], cr_error *error) {
    cr_status status = CR_OK;
    if (source->click) cr_clicker_push(cr_sound_click_clicker(source->click), direction, force);
    if (source->ring)
        status = cr_sounder_push(cr_sound_ring_sounder(source->ring), key, at, direction, force, error);
    return status == CR_ERR_UNSUPPORTED ? CR_OK : status;
}

void cr_sound_source_shift(cr_sound_source *source, cr_vec force, const double share[CR_SOUND_BLOCK]) {
    if (source->click) cr_clicker_push(cr_sound_click_clicker(source->click), force, share);
}

// Rates of one core, to decide what is worth a second thread; nothing else depends on them.
double cr_sound_source_work(const cr_sound_source *source) {
    const double sample = 2e-10, contact = 1e-6, click = 1e-5; // s: per mode, sample and point; each
    double ring = source->ring ? sample * CR_SOUND_BLOCK * source->modes * source->points : 0.0;
    return ring + contact * source->news.count + (source->click ? click : 0.0);
}

// --- a block --------------------------------------------------------------------------------------------

static cr_status hear_of(cr_sounder *sounder, const news *n, cr_error *error) {
    if (n->kind == SLEEP) cr_sounder_extend(sounder, n->contact.from, n->contact.t0, n->contact.t1);
    if (n->kind != CONTACT) return CR_OK;
    cr_sound_contact c = cr_sound_contact_heard(&n->contact);
    return cr_sounder_contact(sounder, &c, error);
}

// A contact's force is part of what acts on the body as a whole.
static cr_status click_by(cr_clicker *clicker, const news *n, cr_error *error) {
    cr_sound_contact blow = n->contact;
    if (n->kind == SLEEP) return CR_OK;
    if (n->kind == CONTACT) {
        const cr_vec held = blow.force;
        cr_clicker_face(clicker, blow.normal,
                        cr_vec_length(blow.impulse) + cr_vec_length(held) * (blow.t1 - blow.t0));
        blow = cr_sound_contact_heard(&blow);
        blow.force = cr_vec_sub(blow.force, held);
    }
    return cr_clicker_contact(clicker, &blow, error);
}

static void take_news(cr_sound_source *source, int part) {
    cr_sounder *sounder = source->ring ? cr_sound_ring_sounder(source->ring) : NULL;
    cr_clicker *clicker = source->click ? cr_sound_click_clicker(source->click) : NULL;
    cr_status status = CR_OK;
    source->dropped[part] = 0;
    for (int i = 0; i < source->news.count && status == CR_OK; i++) {
        const news *n = &source->news.items[i];
        if (part == 0 && sounder) status = hear_of(sounder, n, &source->error[part]);
        if (part == 1 && clicker) status = click_by(clicker, n, &source->error[part]);
        if (status != CR_ERR_UNSUPPORTED) continue;
        source->dropped[part]++;
        status = CR_OK;
    }
    source->status[part] = status;
}

void cr_sound_source_run(cr_sound_source *source, int part, double end, const cr_body_state *bodies) {
    take_news(source, part);
    if (source->ring && part == 0) cr_sound_ring_run(source->ring, end, bodies);
    if (source->click && part == 1) cr_sound_click_run(source->click, end, bodies);
}

void cr_sound_source_send(cr_sound_source *source, int channel, cr_heard *const *heard) {
    if (source->ring) cr_sound_ring_send(source->ring, channel, heard);
    if (source->click) cr_sound_click_send(source->click, channel, heard);
}

cr_status cr_sound_source_end(cr_sound_source *source, long long *dropped, cr_error *error) {
    source->news.count = 0;
    for (int part = 0; part < CR_SOUND_PARTS; part++) {
        *dropped += source->dropped[part];
        if (source->status[part] == CR_OK) continue;
        *error = source->error[part];
        return source->status[part];
    }
    return CR_OK;
}

const cr_sounder *cr_sound_source_sounder(const cr_sound_source *source) {
    return source->ring ? cr_sound_ring_sounder(source->ring) : NULL;
}

double cr_sound_source_energy(const cr_sound_source *source) {
    return source->ring ? cr_sound_ring_energy(source->ring) : 0.0;
}
