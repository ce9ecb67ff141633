// Every row of every table is whole: name, doc, parameters with range and meaning, the functions that must be
// there; and no name stands twice. It runs once more with the rows of docs/adding.md in the tables.
#include "app.h"
#include "carom/form.h"
#include "carom/law.h"
#include "carom/material.h"
#include "carom/play.h"
#include "carom/scheme.h"
#include "carom/shape.h"
#include "element/object.h"
#include "prep/fem/wood.h"
#include "test.h"

#include <string.h>

// What a row lacks, as the name of the member; NULL: nothing.
#define NEED(member)                                                                                         \
    if (!(member)) return #member

static bool is_text(const char *text) {
    return text && *text;
}

// Small letters, digits and dashes, as they stand in scenes and on command lines.
static bool is_name(const char *name) {
    return is_text(name) && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name);
}

static const char *lacks_param(const cr_param *p) {
    NEED(is_text(p->name));
    NEED(p->unit);
    NEED(is_text(p->doc));
    NEED(p->min < p->max);
    NEED(isnan(p->value) || p->value == (double)INFINITY || (p->value >= p->min && p->value <= p->max));
    return NULL;
}

static const char *lacks_params(const cr_param *params, int count, int most) {
    NEED(count <= most);
    NEED(params || count == 0);
    for (int i = 0; i < count; i++) {
        const char *lack = lacks_param(&params[i]);
        if (lack) return lack;
        for (int j = 0; j < i; j++) NEED(strcmp(params[i].name, params[j].name) != 0);
    }
    return NULL;
}

static const char *lacks_law(const cr_law_type *t) {
    NEED(is_name(t->name));
    NEED(is_text(t->doc));
    NEED(is_text(t->equation));
    NEED(is_text(t->source));
    NEED(t->param_count > 0);
    NEED(t->prepare);
    NEED(t->ops);
    const cr_law_ops *o = t->ops;
    NEED(o->elastic && o->stiffness && o->potential && o->psi && o->psi_slope);
    NEED(o->damping && o->damping_slope && o->damping_integral && o->mean_elastic);
    return lacks_params(t->params, t->param_count, CR_LAW_PARAM_MAX);
}

static const char *lacks_scheme(const cr_scheme *t) {
    NEED(is_name(t->name));
    NEED(is_text(t->doc));
    NEED(is_text(t->source));
    NEED(t->order > 0);
    NEED(t->init && t->step && t->energy);
    return NULL;
}

static const char *lacks_correction(const cr_correction *t) {
    NEED(is_name(t->name));
    NEED(is_text(t->doc));
    NEED(is_text(t->source));
    NEED(t->check && t->begin);
    return NULL;
}

static const char *lacks_element(const cr_element_type *t) {
    NEED(is_name(t->name));
    NEED(is_text(t->doc));
    NEED(is_text(t->source));
    NEED(t->axes >= 0 && t->axes <= 3);
    NEED(t->plan && t->predict && t->energy && t->loss && t->locate);
    NEED(!cr_element_is(t, CR_TRAIT_MODES) || t->fill); // it fills the table of modes
    NEED(!t->retune || t->mode);
    NEED(!t->object || (t->object->list && t->object->profile && t->places));
    NEED(!t->find_places || t->places);
    return lacks_params(t->params, t->param_count, CR_ELEMENT_PARAM_MAX);
}

static const char *lacks_form(const cr_form_type *t) {
    NEED(is_name(t->name));
    NEED(is_text(t->doc));
    NEED(t->make);
    NEED(t->ops && t->ops->near);
    return lacks_params(t->params, t->param_count, CR_FORM_PARAM_MAX);
}

static const char *lacks_shape(const cr_shape_type *t) {
    NEED(is_name(t->name));
    NEED(is_text(t->doc));
    NEED(t->param_count > 0);
    NEED(t->mesh && t->wall);
    return lacks_params(t->params, t->param_count, CR_SHAPE_PARAM_MAX);
}

static const char *lacks_surface(const cr_rough_preset *t) {
    NEED(is_name(t->name));
    NEED(is_text(t->doc));
    NEED(t->rms > 0 && t->correlation > 0 && t->hurst >= 0 && t->hurst <= 1);
    return NULL;
}

static const char *lacks_material(const cr_material *t) {
    NEED(is_name(t->name));
    NEED(is_text(t->source));
    NEED(t->density > 0 && t->young > 0 && t->poisson >= 0 && t->poisson < 0.5 && t->loss > 0);
    return NULL;
}

static const char *lacks_wood(const cr_wood *t) {
    NEED(is_name(t->name));
    NEED(t->gravity > 0 && t->bending > 0);
    for (int i = 0; i < 5; i++) NEED(t->ratio[i] > 0);
    for (int i = 0; i < 3; i++) NEED(t->poisson[i] > 0);
    return NULL;
}

static bool is_reference(const cr_key *key) {
    return key->kind == CR_VALUE_PLACE || key->kind == CR_VALUE_ELEMENT || key->kind == CR_VALUE_CONTACT ||
           key->kind == CR_VALUE_FRICTION || key->kind == CR_VALUE_BOW;
}

static bool is_number(const cr_key *key) {
    return key->kind == CR_VALUE_NUMBER || key->kind == CR_VALUE_INTEGER;
}

static const char *lacks_key(const cr_key *key) {
    double chosen = key->number.value;
    NEED(is_text(key->number.name));
    NEED(key->number.unit);
    NEED(is_text(key->number.doc));
    NEED(!key->required || isnan(chosen));
    NEED(!(key->knob || key->spread) || is_number(key));
    NEED(key->kind != CR_VALUE_WORD || (key->words && key->words[0]));
    for (int i = 0; key->words && !isnan(chosen) && i <= (int)chosen; i++) NEED(key->words[i]);
    return is_number(key) ? lacks_param(&key->number) : NULL;
}

static const char *lacks_keys(const cr_key *keys, int count) {
    NEED(keys && count > 0);
    for (int i = 0; i < count; i++) {
        const char *lack = lacks_key(&keys[i]);
        if (lack) return lack;
        for (int j = 0; j < i; j++) {
            NEED(strcmp(keys[i].number.name, keys[j].number.name) != 0);
            bool blow = keys[i].knob == CR_KNOB_STRIKE && keys[i].strike != keys[j].strike;
            NEED(!keys[i].knob || keys[i].knob != keys[j].knob || blow);
        }
    }
    return NULL;
}

static const char *lacks_excitation(const cr_excitation_type *t) {
    NEED(is_name(t->name));
    NEED(is_text(t->doc));
    NEED(is_text(t->acts_on));
    const char *lack = lacks_keys(t->keys, t->key_count);
    if (lack) return lack;
    NEED(t->key_count <= CR_EXCITATION_KEY_MAX);
    NEED(is_reference(&t->keys[0]) && t->keys[0].kind != CR_VALUE_BOW && t->keys[0].required);
    for (int i = 1; i < t->key_count; i++) NEED(!is_reference(&t->keys[i])); // there is room for one
    for (int i = 0; i < t->key_count; i++)
        NEED(t->step || !t->keys[i].knob || t->keys[i].knob >= CR_KNOB_THROW);
    NEED(t->check);
    NEED(t->prepare);
    return NULL;
}

static const char *lacks_pickup(const cr_pickup_type *t) {
    int count, source = 0;
    const cr_key *keys = cr_pickup_keys(&count);
    NEED(is_name(t->name));
    NEED(is_text(t->doc));
    NEED(t->unit);
    NEED(is_name(t->quantity));
    NEED(t->hear);
    while (source < count && keys[source].kind != t->source) source++;
    NEED(source < count && is_reference(&keys[source]));
    return NULL;
}

static const char *lacks_friction(const cr_friction_type *t) {
    NEED(is_name(t->name));
    NEED(is_text(t->doc));
    NEED(is_text(t->equation));
    NEED(is_text(t->source));
    NEED(t->under_bow);
    NEED(!t->params || t->param_count == (int)(sizeof(cr_bristle_law) / sizeof(double)));
    return lacks_params(t->params, t->param_count, sizeof(cr_bristle_law) / sizeof(double));
}

static const char *lacks_verb(const cr_verb *t) {
    NEED(is_name(t->name));
    NEED(is_text(t->doc));
    NEED(t->run);
    NEED(t->options || t->option_count == 0);
    for (int i = 0; i < t->option_count; i++) NEED(is_text(t->options[i].name) && is_text(t->options[i].doc));
    return NULL;
}

// --- the tables -----------------------------------------------------------------------------------------

// All rows of a table of pointers (`row` is types[i]) or of values (&types[i]).
#define WALK(table, what, type, row, lacks)                                                                  \
    do {                                                                                                     \
        int count;                                                                                           \
        type types = table(&count);                                                                          \
        CHECK(count > 0, "no " what);                                                                        \
        for (int i = 0; i < count; i++) {                                                                    \
            const char *lack = lacks(row types[i]), *name = (row types[i])->name;                            \
            CHECK(!lack, what " number %d, %s, lacks %s", i, name ? name : "(no name)", lack);               \
            for (int j = 0; j < i && name; j++)                                                              \
                CHECK(strcmp((row types[j])->name, name) != 0, what " %s stands twice", name);               \
        }                                                                                                    \
    } while (0)

static void test_rows(void) {
    WALK(cr_law_types, "law", const cr_law_type *const *, , lacks_law);
    WALK(cr_schemes, "scheme", const cr_scheme *const *, , lacks_scheme);
    WALK(cr_corrections, "correction", const cr_correction *const *, , lacks_correction);
    WALK(cr_element_types, "element", const cr_element_type *const *, , lacks_element);
    WALK(cr_form_types, "form", const cr_form_type *const *, , lacks_form);
    WALK(cr_shape_types, "shape", const cr_shape_type *const *, , lacks_shape);
    WALK(cr_rough_presets, "surface", const cr_rough_preset *, &, lacks_surface);
    WALK(cr_materials, "material", const cr_material *, &, lacks_material);
    WALK(cr_woods, "wood", const cr_wood *, &, lacks_wood);
    WALK(cr_excitation_types, "excitation", const cr_excitation_type *const *, , lacks_excitation);
    WALK(cr_pickup_types, "pickup", const cr_pickup_type *const *, , lacks_pickup);
    WALK(cr_friction_types, "friction", const cr_friction_type *const *, , lacks_friction);
    WALK(cr_verbs, "verb", const cr_verb *const *, , lacks_verb);
}

// Each source has one usual quantity, and no quantity twice.
static void test_sources(void) {
    int count, keys;
    const cr_pickup_type *const *types = cr_pickup_types(&count);
    const cr_key *key = cr_pickup_keys(&keys);
    const char *lack = lacks_keys(key, keys);
    CHECK(!lack, "a key of pickups lacks %s", lack);
    for (int k = 0; k < keys; k++) {
        int usual = 0;
        for (int i = 0; i < count; i++) usual += types[i]->source == key[k].kind && types[i]->usual;
        CHECK(!is_reference(&key[k]) || usual == 1, "%s has %d usual quantities", key[k].number.name, usual);
    }
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            CHECK(types[i]->source != types[j]->source || strcmp(types[i]->quantity, types[j]->quantity) != 0,
                  "%s and %s are the same", types[i]->name, types[j]->name);
}

// The enumeration of the header names the rows that come with the program.
static void test_bow_models(void) {
    static const char *const names[] = {[CR_BOW_SMOOTH] = "smooth",
                                        [CR_BOW_STICK_SLIP] = "stick-slip",
                                        [CR_BOW_ELASTO_PLASTIC] = "elasto-plastic"};
    int count;
    const cr_friction_type *const *types = cr_friction_types(&count);
    for (int i = 0; i < 3 && i < count; i++)
        CHECK(strcmp(types[i]->name, names[i]) == 0, "%s", types[i]->name);
}

// A row that is half entered is told: the checks above see what they should.
static void test_lacks(void) {
    cr_excitation_type excitation = *cr_excitation_find("bow", NULL);
    cr_pickup_type pickup = *cr_pickup_find("velocity", NULL);
    cr_law_type law = *cr_law_find("linear", NULL);
    cr_element_type element = *cr_element_find("mass", NULL);
    excitation.prepare = NULL;
    pickup.hear = NULL;
    law.prepare = NULL;
    element.fill = NULL;
    CHECK(strstr(lacks_excitation(&excitation), "prepare"), "an excitation that does nothing");
    CHECK(strstr(lacks_pickup(&pickup), "hear"), "a pickup that is deaf");
    CHECK(strstr(lacks_law(&law), "prepare"), "a law without prepare");
    CHECK(strstr(lacks_element(&element), "fill"), "modes that nobody fills");
    cr_key keys[] = {excitation.keys[0], excitation.keys[2]};
    excitation =
        (cr_excitation_type){.name = "touch", .doc = "", .acts_on = "all", .keys = keys, .key_count = 2};
    CHECK(strstr(lacks_excitation(&excitation), "doc"), "without a word");
    excitation.doc = "a touch";
    keys[1].number.min = keys[1].number.max;
    CHECK(strstr(lacks_excitation(&excitation), "min < p->max"), "a range without width");
    keys[1] = keys[0];
    CHECK(strstr(lacks_excitation(&excitation), "strcmp"), "the same key twice");
}

int main(void) {
    test_rows();
    test_sources();
    test_bow_models();
    test_lacks();
    return test_summary();
}
