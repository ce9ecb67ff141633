// Cost of a hammer on a modal object that is heard, with the division of the sample that the contact asks
// for: pressed on all the time, near, and in flight; ns per sample on one core. Where the sources of the
// Sound Design Toolkit were given (CAROM_SDT_SOURCE), it runs the like in turns, and how much longer it takes
// is told.
#include "bench.h"
#include "modal/flight.h"
#include "network/network_internal.h"
#ifdef HAVE_SDT
#include "sdt.h"
#endif

enum { MOST_MODES = 512, ROUNDS = 200, SETTLED = 2, LOOKS = 64 };
static const double rate = 44100, hammer_mass = 0.01, stiffness = 1e7;

// Frequencies of a plate-like object up to 19 kHz, 0.1 kg.
static void fill_modes(int modes, double *given) {
    for (int i = 0; i < modes; i++) {
        given[2 * i] = 60.0 + 18900.0 * (i + 1) / modes;
        given[2 * i + 1] = 2.0 + 1e-3 * given[2 * i];
        given[2 * modes + i] = 2.0 * cos(0.7 * i + 0.3);
    }
}

typedef struct trial {
    bool blocks; // flights
    double alpha;
    double height; // m above the object
    double gravity;
    cr_precision precision;
} trial;

// What is timed, and what it does in the meantime.
typedef struct rig {
    const trial *is;
    int modes, body, contact, pickup;
    double given[3 * MOST_MODES];
    cr_arena *arena;
    cr_network *network;
    double heard;
    int touched; // of LOOKS samples in every round
} rig;

static void make_rig(rig *r, int modes, const trial *t) {
    cr_law law;
    *r = (rig){.is = t, .modes = modes, .arena = cr_arena_new(cr_allocator_default())};
    cr_network *n = r->network = cr_network_new(r->arena, rate);
    fill_modes(modes, r->given);
    int hammer =
        cr_network_add(n, "mass", (cr_setting[]){{"mass", hammer_mass}, {"gravity", t->gravity}, {0}}, NULL);
    r->body = cr_network_add_modal(n, modes, r->given, 3 * modes, NULL);
    cr_law_make("hunt-crossley", (cr_setting[]){{"k", stiffness}, {"alpha", t->alpha}, {0}}, &law, NULL);
    cr_contact_def def = cr_contact_def_between((cr_place){hammer, {0}}, (cr_place){r->body, {0}}, law);
    cr_network_add_contact(n, &def, &r->contact, NULL);
    cr_network_add_pickup(n, (cr_place){r->body, {0}}, &r->pickup, NULL);
    n->pickups.items[r->pickup].heard[0] = true; // the displacement, which the contact follows anyway
    cr_network_element(n, hammer)->u[0] = -t->height;
    cr_network_set_booking(n, false);
    cr_network_set_precision(n, t->precision);
    cr_network_prepare(n, NULL);
}

static void run(rig *r, int samples) {
    cr_network *n = r->network;
    for (int i = 0; r->is->blocks && i < samples; i += CR_FLIGHT) {
        if (!cr_network_fly(n)) fprintf(stderr, "no flight\n");
        r->heard += n->movers[r->body]->taps[0].flight[CR_FLIGHT - 1];
    }
    for (int i = 0; !r->is->blocks && i < samples; i++) {
        cr_network_step(n);
        r->heard += cr_network_displacement(n, r->pickup);
    }
}

// Whether it touches, in samples that are not timed.
static void look(rig *r) {
    for (int i = 0; !r->is->blocks && i < LOOKS; i++) {
        run(r, 1);
        r->touched += cr_network_contact_force(r->network, r->contact) > 0.0;
    }
}

static void hold(const char *who, const trial *t, double heard, double share, double least) {
    if (heard != heard) fprintf(stderr, "%s: not a number\n", who);
    if (t->height == 0.0 && share < least)
        fprintf(stderr, "%s: in contact only %.0f %% of the time\n", who, 100 * share);
}

// --- the same by the Sound Design Toolkit

typedef struct rival {
#ifdef HAVE_SDT
    bench_sdt *sdt;
#endif
    double press, heard;
    int touched;
} rival;

#ifdef HAVE_SDT
static bool make_rival(rival *v, const rig *r) {
    double agility = 0.0;
    if (r->is->blocks || r->is->precision == CR_FLOAT) return false;
    for (int i = 0; i < r->modes; i++) agility += r->given[2 * r->modes + i] * r->given[2 * r->modes + i];
    bench_sdt_def def = {rate,        r->modes,  r->given,     agility,
                         hammer_mass, stiffness, r->is->alpha, r->is->height};
    *v = (rival){.sdt = bench_sdt_new(&def), .press = hammer_mass * r->is->gravity};
    return v->sdt != NULL;
}

static void run_rival(rival *v, int samples) {
    for (int i = 0; i < samples; i++) v->heard += bench_sdt_step(v->sdt, v->press);
}

static void look_at_rival(rival *v) {
    for (int i = 0; i < LOOKS; i++) {
        run_rival(v, 1);
        v->touched += bench_sdt_touches(v->sdt);
    }
}

static void end_rival(rival *v) {
    bench_sdt_free(v->sdt);
}
#else
static bool make_rival(rival *v, const rig *r) {
    (void)r;
    *v = (rival){0};
    return false;
}

static void run_rival(rival *v, int samples) {
    (void)v;
    (void)samples;
}

static void look_at_rival(rival *v) {
    (void)v;
}

static void end_rival(rival *v) {
    (void)v;
}
#endif

static void bench_trial(const char *name, const trial *t, int modes) {
    static rig r;
    rival v = {0};
    double ours = 1e9, theirs = 1e9;
    char figure[32];
    make_rig(&r, modes, t);
    bool compared = make_rival(&v, &r);
    int samples = CR_FLIGHT * (8 + 4000 / (100 + modes)), fewer = samples / 8;
    for (int round = 0; round < ROUNDS; round++) {
        double start = bench_now();
        run(&r, samples);
        double middle = bench_now();
        if (compared) run_rival(&v, fewer);
        double end = bench_now();
        if (round < SETTLED) continue;
        look(&r);
        if (compared) look_at_rival(&v);
        bench_keep_least(&ours, (middle - start) / samples);
        bench_keep_least(&theirs, (end - middle) / fewer);
    }
    const double looked = (ROUNDS - SETTLED) * LOOKS;
    snprintf(figure, sizeof figure, "%d mode%s", modes, modes == 1 ? "" : "s");
    bench_figure(name, figure, "ns per sample", 1e9 * ours);
    hold(name, t, r.heard, r.touched / looked, 0.999);
    if (compared) {
        bench_figure(name, figure, "of the Sound Design Toolkit's speed", theirs / ours);
        hold("Sound Design Toolkit", t, v.heard, v.touched / looked, 0.95); // it hops at first
        end_rival(&v);
    }
    cr_arena_free(r.arena);
}

int main(void) {
    static const struct {
        const char *name;
        trial is;
    } rows[] = {{"pressed all the time; alpha = 1.5", {false, 1.5, 0.0, 500.0, CR_DOUBLE}},
                {"pressed; alpha = 1.5; modes in floats", {false, 1.5, 0.0, 500.0, CR_FLOAT}},
                {"pressed all the time; alpha = 1.3", {false, 1.3, 0.0, 500.0, CR_DOUBLE}},
                {"pressed; alpha = 1.3; modes in floats", {false, 1.3, 0.0, 500.0, CR_FLOAT}},
                {"in flight sample by sample", {false, 1.5, 1.0, 0.0, CR_DOUBLE}},
                {"in flight sample by sample; modes in floats", {false, 1.5, 1.0, 0.0, CR_FLOAT}},
                {"in flight in blocks of 64", {true, 1.5, 1.0, 0.0, CR_DOUBLE}},
                {"in flight in blocks of 64; modes in floats", {true, 1.5, 1.0, 0.0, CR_FLOAT}}};
    const int modes[] = {1, 8, 32, 128, MOST_MODES};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        for (int i = 0; i < 5; i++) bench_trial(rows[k].name, &rows[k].is, modes[i]);
    return 0;
}
