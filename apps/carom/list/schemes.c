#include "carom/scheme.h"
#include "list/list.h"

typedef struct trait {
    unsigned bit;
    const char *text;
} trait;

static const trait needs[] = {{CR_NEEDS_INVARIANT, "hunt-crossley or lossless law without external force"},
                              {CR_NEEDS_ONE_SIDED, "one-sided law"},
                              {CR_NEEDS_LINEAR_DAMPER, "damping in proportion to speed"}};
static const trait offers[] = {{CR_BOOKS_LOSSES, "exact energy balance"},
                               {CR_ALLOWS_RECOVERY, "recovery=1"},
                               {CR_SAMPLES_STATE, "corrections hybrid and vout"},
                               {CR_LASTS_LONGER, "correction duration"}};

enum { NEEDS = sizeof needs / sizeof *needs, OFFERS = sizeof offers / sizeof *offers };

static void print_traits(FILE *out, const char *label, const trait *traits, int count, unsigned bits) {
    const char *before = label;
    for (int i = 0; i < count; i++) {
        if (!(bits & traits[i].bit)) continue;
        fprintf(out, "%s%s", before, traits[i].text);
        before = ", ";
    }
    if (before != label) fputc('\n', out);
}

void cr_list_schemes(FILE *out) {
    int count;
    const cr_scheme *const *schemes = cr_schemes(&count);
    for (int i = 0; i < count; i++) {
        const cr_scheme *scheme = schemes[i];
        fprintf(out, "%s%s: %s\n", i ? "\n" : "", scheme->name, scheme->doc);
        fprintf(out, "  order %d, %s   (%s)\n", scheme->order,
                scheme->implicit ? "implicit: solves a scalar equation per step" : "explicit",
                scheme->source);
        print_traits(out, "  needs: ", needs, NEEDS, scheme->traits);
        print_traits(out, "  offers: ", offers, OFFERS, scheme->traits);
    }
}

static void json_traits(cr_json *json, const char *key, const trait *traits, int count, unsigned bits) {
    cr_json_key(json, key);
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++)
        if (bits & traits[i].bit) cr_json_string(json, traits[i].text);
    cr_json_array_end(json);
}

void cr_list_schemes_json(cr_json *json) {
    int count;
    const cr_scheme *const *schemes = cr_schemes(&count);
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) {
        cr_json_object_begin(json);
        cr_json_pair_text(json, "name", schemes[i]->name);
        cr_json_pair_text(json, "doc", schemes[i]->doc);
        cr_json_pair_text(json, "source", schemes[i]->source);
        cr_json_pair_integer(json, "order", schemes[i]->order);
        cr_json_pair_bool(json, "implicit", schemes[i]->implicit);
        json_traits(json, "needs", needs, NEEDS, schemes[i]->traits);
        json_traits(json, "offers", offers, OFFERS, schemes[i]->traits);
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
}

void cr_list_corrections(FILE *out) {
    int count;
    const cr_correction *const *corrections = cr_corrections(&count);
    for (int i = 0; i < count; i++)
        fprintf(out, "%-10s  %s   (%s)\n", corrections[i]->name, corrections[i]->doc, corrections[i]->source);
}

void cr_list_corrections_json(cr_json *json) {
    int count;
    const cr_correction *const *corrections = cr_corrections(&count);
    cr_json_array_begin(json);
    for (int i = 0; i < count; i++) {
        cr_json_object_begin(json);
        cr_json_pair_text(json, "name", corrections[i]->name);
        cr_json_pair_text(json, "doc", corrections[i]->doc);
        cr_json_pair_text(json, "source", corrections[i]->source);
        cr_json_object_end(json);
    }
    cr_json_array_end(json);
}
