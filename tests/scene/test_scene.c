// Scenes arrive in the network as they are written: values, defaults, materials, overrides, rows of contacts.
#include "carom/material.h"
#include "carom/scene.h"
#include "network/network_internal.h"
#include "test.h"

#include <string.h>

typedef struct loaded {
    cr_arena *arena;
    cr_scene *scene;
    cr_sim *sim;
    cr_network *network;
    cr_scene_names names;
    cr_status status;
    cr_error error;
} loaded;

static loaded load_with(const char *text, const char *const *assignments) {
    loaded l = {.arena = cr_arena_new(cr_allocator_default()), .error = {.reason = ""}};
    cr_scene_override overrides[8];
    int count = 0;
    for (; assignments && assignments[count]; count++)
        overrides[count] = (cr_scene_override){assignments[count], "--set"};
    l.status =
        cr_scene_parse("scene.yaml", text, strlen(text), overrides, count, l.arena, &l.scene, &l.error);
    if (l.status == CR_OK) l.status = cr_scene_build(l.scene, 44100, l.arena, &l.sim, &l.names, &l.error);
    if (l.status == CR_OK) l.network = cr_sim_network(l.sim);
    return l;
}

static loaded load(const char *text) {
    loaded l = load_with(text, NULL);
    CHECK(l.status == CR_OK, "%s: %s", l.error.place, l.error.reason);
    return l;
}

static double value(const loaded *l, int element, const char *name) {
    const cr_element *e = cr_network_element(l->network, element);
    for (int i = 0; i < e->type->param_count; i++)
        if (strcmp(e->type->params[i].name, name) == 0) return e->value[i];
    return CR_NAN;
}

static const char full[] =
    "carom: 1\n"
    "title: Everything at once\n"
    "materials:\n"
    "  gut: {density: 1300, young: 5e9, poisson: 0.4}\n"
    "defaults:\n"
    "  string: {sigma0: 0.25, radius: 3e-4}\n"
    "elements:\n"
    "  string: {type: string, length: 0.7, f0: 110, material: gut, sigma1: 1e-3}\n"
    "  second: {type: string, length: 0.7, f0: 150, material: steel, density: 7000, sigma0: 1}\n"
    "  bridge: {type: mass, mass: 2e-3, frequency: 500}\n"
    "  body: {type: plate, edge: clamped, material: glass}\n"
    "  bell: {type: modal, frequencies: [200, 510], decays: [1, 2], shapes: [[3, 4], [5, 6], [7, 8]]}\n"
    "  wall: {type: barrier, position: 2e-3}\n"
    "contacts:\n"
    "  rattle: {a: body@0.8 0.75, b: bridge, gap: 5e-6, law: power, k: 5e8, alpha: 1.3, mode: psi-plain}\n"
    "  stop:\n"
    "    a: string@0.4\n"
    "    b: wall\n"
    "    law: hunt-crossley\n"
    "    k: 1e7\n"
    "    mu: 0.25\n"
    "  row: {a: string, b: second, along: 5, gap: 1e-3, law: hunt-crossley, k: 1e6, lambda: 1e4}\n"
    "springs:\n"
    "  foot: {a: string@0.87, b: bridge, k1: 5e4, k3: 1e12, r: 0.05, rest: 1e-5}\n"
    "excitations:\n"
    "  bow: {type: bow, at: string@0.1, model: elasto-plastic, force: 0.4, velocity: 0.1, attack: 0.05}\n"
    "  pluck: {type: pluck, at: second@0.5, height: 1e-4, shape: cosine, width: 0.2}\n"
    "  hit: {type: throw, element: bridge, velocity: 2, from: -1e-3}\n"
    "  push: {type: force, at: body@0.3 0.4, shape: pulse, amplitude: 20, duration: 1e-3, start: 0.1}\n"
    "  shake: {type: move, element: wall, shape: sine, amplitude: 1e-4, frequency: 3}\n"
    "  glide: {type: tune, element: string, to: 130, start: 1, duration: 0.5}\n"
    "pickups:\n"
    "  left: {at: body@0.3 0.3, quantity: displacement, gain: 2}\n"
    "  right: {at: bell@0.5, channel: 2}\n"
    "  buzz: {contact: row, quantity: force, channel: 2}\n"
    "  rosin: {bow: bow, channel: 3}\n"
    "output: {rate: 48000, duration: 3, oversample: 2, normalize: none, seed: 7}\n";

static void check_elements(const loaded *l) {
    CHECK(l->names.element_count == 6 && strcmp(l->names.elements[4], "bell") == 0, "names of elements");
    CHECK(value(l, 0, "length") == 0.7 && value(l, 0, "f0") == 110 && value(l, 0, "sigma1") == 1e-3,
          "string");
    CHECK(value(l, 0, "density") == 1300 && value(l, 0, "young") == 5e9, "material of the scene");
    CHECK(value(l, 0, "sigma0") == 0.25 && value(l, 0, "radius") == 3e-4, "defaults of the type");
    CHECK(value(l, 0, "f0_max") == 130, "made for the glide: %g", value(l, 0, "f0_max"));
    const cr_material *steel = cr_material_find("steel", NULL), *glass = cr_material_find("glass", NULL);
    CHECK(value(l, 1, "young") == steel->young && value(l, 1, "density") == 7000,
          "own density over the material");
    CHECK(value(l, 1, "sigma0") == 1 && isnan(value(l, 1, "f0_max")), "own values over defaults");
    CHECK(value(l, 3, "poisson") == glass->poisson && value(l, 3, "edge") == CR_EDGE_CLAMPED, "plate");
    const cr_element *bell = cr_network_element(l->network, 4);
    static const double given[] = {200, 1, 510, 2, 3, 4, 5, 6, 7, 8};
    CHECK(bell->modes == 2 && bell->given_count == 10, "%d modes, %d numbers", bell->modes,
          bell->given_count);
    CHECK(memcmp(bell->given, given, sizeof given) == 0, "modal numbers");
    CHECK(cr_network_element(l->network, 5)->u[0] == 2e-3, "barrier");
}

static void check_contacts(const loaded *l) {
    const cr_interaction *rattle = cr_network_interaction(l->network, 0);
    CHECK(l->names.contact_count == 7 && strcmp(l->names.contacts[1], "stop") == 0 &&
              strcmp(l->names.contacts[6], "row[4]") == 0,
          "names of contacts");
    CHECK(rattle->gap == 5e-6 && rattle->law->k == 5e8 && rattle->law->n == 1.3, "rattle");
    CHECK(rattle->mode == CR_PSI_PLAIN && rattle->end[0].port.count == 16, "mode and ends");
    const cr_interaction *stop = cr_network_interaction(l->network, 1);
    CHECK(stop->law->mu == 0.25 && stop->mode == CR_PSI_PREDICTED, "stop");
    for (int i = 0; i < 5; i++) {
        const cr_interaction *c = cr_network_interaction(l->network, 2 + i);
        CHECK_REL(c->law->k, 1e6 * 0.7 / 5, 1e-14);
        CHECK_REL(c->law->lambda, 1e4 * 0.7 / 5, 1e-14);
        CHECK(c->gap == 1e-3, "gap of the row");
    }
    const cr_interaction *foot = cr_network_interaction(l->network, 7);
    CHECK(foot->k1 == 5e4 && foot->k3 == 1e12 && foot->r == 0.05 && foot->gap == 1e-5, "spring");
    CHECK(l->names.spring_count == 1 && strcmp(l->names.springs[0], "foot") == 0, "names of springs");
}

static void test_full(void) {
    loaded l = load(full);
    if (l.status != CR_OK) return;
    check_elements(&l);
    check_contacts(&l);
    const cr_bow *bow = l.network->bows.items;
    CHECK(l.names.bow_count == 1 && l.network->bows.count == 1 && bow->model == CR_BOW_ELASTO_PLASTIC, "bow");
    CHECK(l.names.pickup_count == 2 && strcmp(l.names.pickups[1], "right") == 0, "pickups");
    CHECK(cr_sim_channels(l.sim) == 3, "%d channels", cr_sim_channels(l.sim));
    CHECK(l.network->inputs.count == 1, "one driven point");
    const cr_element *hammer = cr_network_element(l.network, 2);
    double from, velocity;
    cr_element_get_motion(hammer, 0, &from, &velocity);
    CHECK_REL(from, -1e-3, 1e-12);
    CHECK_REL(velocity, 2, 1e-12);
    const cr_scene_output *o = cr_scene_output_of(l.scene);
    CHECK(o->rate == 48000 && o->duration == 3 && !o->automatic_duration && o->oversample == 2, "output");
    CHECK(o->normalize == CR_NORMALIZE_NONE && o->seed == 7, "output");
    CHECK(strcmp(o->title, "Everything at once") == 0, "title %s", o->title);
    static double out[3 * 3000];
    cr_sim_run(l.sim, 3000, out);
    CHECK(cr_sim_summarise(l.sim).warnings.not_finite == 0, "runs");
    cr_arena_free(l.arena);
}

static void test_output_defaults(void) {
    loaded l = load("carom: 1\nelements: {m: {type: mass}}\npickups: {o: {at: m}}\n");
    const cr_scene_output *o = cr_scene_output_of(l.scene);
    CHECK(o->rate == 44100 && o->automatic_duration && o->oversample == 1 && !*o->title, "defaults");
    CHECK(o->normalize == CR_NORMALIZE_PEAK && o->seed == 1, "defaults");
    cr_arena_free(l.arena);
}

static void test_json(void) {
    loaded l = load("{\n\t\"carom\": 1,\n\t\"elements\": {\"m\": {\"type\": \"mass\", \"mass\": 2e-3}},\n"
                    "\t\"contacts\": {\"c\": {\"a\": \"m\", \"b\": \"ground\", \"law\": \"linear\", "
                    "\"adhesive\": true}},\n\t\"pickups\": {\"o\": {\"at\": \"m\"}}\n}\n");
    CHECK(l.status == CR_OK && value(&l, 0, "mass") == 2e-3, "a number of a JSON file");
    CHECK(cr_network_touch(l.network, 0)->known->law.adhesive, "a boolean of a JSON file");
    cr_arena_free(l.arena);
}

static void test_aliases(void) {
    loaded l = load_with(
        "carom: 1\nelements:\n  a: &ball {type: mass, mass: 1}\n  b: *ball\npickups: {o: {at: a}}\n",
        (const char *[]){"elements.b.mass=2", NULL});
    CHECK(l.status == CR_OK && value(&l, 0, "mass") == 1 && value(&l, 1, "mass") == 2,
          "an override of an alias leaves its anchor alone");
    cr_arena_free(l.arena);
}

static void test_grid_row(void) {
    loaded l =
        load("carom: 1\nelements:\n  s: {type: string, f0: 100, length: 0.5}\n  w: {type: barrier}\n"
             "contacts: {r: {a: s, b: w, along: grid, law: power, k: 1e6}}\npickups: {o: {at: s@0.3}}\n");
    const cr_element *s = cr_network_element(l.network, 0);
    CHECK(l.names.contact_count == s->grid.n[0] - 1, "one per inner point: %d", l.names.contact_count);
    for (int i = 0; i < l.names.contact_count; i++) {
        const cr_interaction *c = cr_network_interaction(l.network, i);
        CHECK(c->end[0].port.count == 1, "contact %d lies on a grid point", i);
        CHECK_REL(c->law->k, 1e6 * s->grid.spacing[0], 1e-12);
    }
    cr_arena_free(l.arena);
}

static void test_overrides(void) {
    loaded l = load_with(full, (const char *[]){"elements.string.length=0.8", "elements.bridge.sigma0=3",
                                                "contacts.rattle.gap=1e-5", "elements.bell.decays=[4, 5]",
                                                "elements.bell.frequencies.1=600", "output.duration=auto",
                                                "elements.extra={type: mass, mass: 9}", NULL});
    CHECK(l.status == CR_OK, "%s: %s", l.error.place, l.error.reason);
    CHECK(value(&l, 0, "length") == 0.8 && value(&l, 2, "sigma0") == 3, "changed and added parameters");
    CHECK(cr_network_interaction(l.network, 0)->gap == 1e-5, "gap");
    const double *given = cr_network_element(l.network, 4)->given;
    CHECK(given[1] == 4 && given[3] == 5 && given[2] == 600, "lists and their entries");
    CHECK(cr_scene_output_of(l.scene)->automatic_duration, "duration");
    CHECK(l.names.element_count == 7 && value(&l, 6, "mass") == 9, "a whole element");
    cr_arena_free(l.arena);
    l = load_with("carom: 1\nelements: {m: {type: mass}}\npickups: {o: {at: m}}\n",
                  (const char *[]){"output.rate=8000", "defaults.mass.mass=5", "title=Set", NULL});
    CHECK(l.status == CR_OK && cr_scene_output_of(l.scene)->rate == 8000, "a section that was not there");
    CHECK(value(&l, 0, "mass") == 5 && strcmp(cr_scene_output_of(l.scene)->title, "Set") == 0,
          "defaults, title");
    cr_arena_free(l.arena);
}

static const char frets[] =
    "carom: 1\ndefaults: {contact: {law: hunt-crossley, k: 2e6, mu: 0.5, gap: 1e-4}}\n"
    "elements:\n  s: {type: string, f0: 100}\n  f: {type: barrier, position: -1e-3}\n"
    "contacts:\n  fret1: {a: f, b: s@0.2}\n  fret2: {a: f, b: s@0.3, k: 3e6}\n"
    "  nut: {a: f, b: s@0.9, law: power, alpha: 1}\n  pin: {a: f, b: s@0.8, law: hunt-crossley, mu: 0}\n"
    "pickups: {o: {at: s@0.3}}\n";

// What a contact says itself comes first; another law takes of the shared what all contacts have.
static void test_shared_by_contacts(void) {
    loaded l = load(frets);
    const double k[] = {2e6, 3e6, 1e7, 2e6}, mu[] = {0.5, 0.5, 0, 0};
    for (int i = 0; i < 4; i++) {
        const cr_interaction *c = cr_network_interaction(l.network, i);
        CHECK(c->gap == 1e-4, "%s: gap %g", l.names.contacts[i], c->gap);
        CHECK(i == 2 || c->law->k == k[i], "%s: k %g", l.names.contacts[i], c->law->k);
        CHECK(c->law->lambda == mu[i] * c->law->k, "%s: lambda %g", l.names.contacts[i], c->law->lambda);
    }
    CHECK(cr_network_interaction(l.network, 2)->law->n == 1.0, "the other law");
    cr_arena_free(l.arena);
}

// A star in a name stands for any characters; each that fits is set as by a path of its own.
static void test_wildcards(void) {
    loaded l = load_with(frets, (const char *[]){"contacts.fret*.k=5e6", "contacts.*t.gap=3e-4",
                                                 "e*s.s.f0=120", "contacts.*.mode=psi-plain", NULL});
    CHECK(l.status == CR_OK, "%s: %s", l.error.place, l.error.reason);
    const double k[] = {5e6, 5e6, 0, 2e6}, gap[] = {1e-4, 1e-4, 3e-4, 1e-4};
    for (int i = 0; i < 4 && l.network; i++) {
        const cr_interaction *c = cr_network_interaction(l.network, i);
        CHECK(i == 2 || c->law->k == k[i], "%s: k %g", l.names.contacts[i], c->law->k);
        CHECK(c->gap == gap[i] && c->mode == CR_PSI_PLAIN, "%s: gap %g", l.names.contacts[i], c->gap);
    }
    CHECK(l.network && value(&l, 0, "f0") == 120, "stars within a name");
    cr_arena_free(l.arena);
}

static void test_bad_overrides(void) {
    static const char *const cases[][2] = {
        {"elements.strng.f0=40", "elements.strng: is not in the scene (did you mean \"string\"?)"},
        {"elements.strng=40", "elements.strng: is not in the scene (did you mean \"string\"?)"},
        {"element.string.f0=40", "element: is not in the scene (did you mean \"elements\"?)"},
        {"elements.string.lenght=1",
         "elements.string.lenght: string has no such parameter (did you mean \"length\"?)"},
        {"elements.string.f0=high", "elements.string.f0: needs a number in Hz, got \"high\""},
        {"elements.string.f0=", "elements.string.f0: needs a number, got nothing"},
        {"elements.string.f0=-1", "elements.string.f0: string needs 1 to 100000 Hz, got -1"},
        {"elements.string.f0=[1", "a comma is missing, or the ] of the [ in line 1"},
        {"elements.string.f0.x=1", "elements.string.f0.x: the value above it has no keys"},
        {"elements.bell.decays.7=1", "elements.bell.decays.7: is not in the scene"},
        {"volume=11",
         "volume: unknown section \"volume\"; known: carom title units vary world sound camera output "
         "materials surfaces defaults elements bodies joints pairs loads listeners contacts frictions "
         "springs "
         "pickups"},
        {"elements.string.f0", "needs path=value, as in elements.string.f0=40"},
        {"=40", "needs path=value, as in elements.string.f0=40"},
        {"contacts.fret*.k=1", "contacts.fret*: fits nothing here; there is rattle stop row"},
        {"elements.s*.length=[1]", "elements.string.length: needs a number, got a list"},
        {"elements.string.f0*=-1", "elements.string.f0: string needs 1 to 100000 Hz, got -1"},
        {"output.ratio=1", "output.ratio: the output has no such parameter (did you mean \"rate\"?)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char place[96];
        loaded l = load_with(full, (const char *[]){cases[i][0], NULL});
        snprintf(place, sizeof place, "--set %s", cases[i][0]);
        CHECK(l.status < 0 && strcmp(l.error.reason, cases[i][1]) == 0, "%s: %s", cases[i][0],
              l.error.reason);
        CHECK(strcmp(l.error.place, place) == 0, "place %s", l.error.place);
        cr_arena_free(l.arena);
    }
}

static void test_hash(void) {
    loaded a = load(full), b = load(full);
    loaded c = load_with(full, (const char *[]){"elements.string.f0=111", NULL});
    CHECK(cr_scene_hash(a.scene) == cr_scene_hash(b.scene), "the same text, the same hash");
    CHECK(cr_scene_hash(a.scene) != cr_scene_hash(c.scene), "an override changes the hash");
    cr_arena_free(a.arena);
    cr_arena_free(b.arena);
    cr_arena_free(c.arena);
    const char *tiny = "carom: 1\nelements: {m: {type: mass}}\npickups: {o: {at: m}}\n";
    a = load(tiny);
    unsigned long long hash = 14695981039346656037ull;
    for (const char *p = tiny; *p; p++) hash = (hash ^ (unsigned char)*p) * 1099511628211ull;
    CHECK(cr_scene_hash(a.scene) == hash, "FNV-1a of the text");
    cr_arena_free(a.arena);
}

int main(void) {
    test_full();
    test_output_defaults();
    test_json();
    test_aliases();
    test_grid_row();
    test_overrides();
    test_shared_by_contacts();
    test_wildcards();
    test_bad_overrides();
    test_hash();
    return test_summary();
}
