// Variations of a scene: numbers and points a little beside where they stand, by number and seed.
#include "io/file/text.h"
#include "io/scene/internal.h"

#include <string.h>

enum { PATH = 3 * (CR_SCENE_KEY_LENGTH + 1) };

// What excites, and what makes it strong; NULL: nothing is varied of itself.
static const char *const strengths[CR_TYPE_COUNT] = {
    [CR_TYPE_BOW] = "velocity",    [CR_TYPE_PLUCK] = "height",   [CR_TYPE_THROW] = "velocity",
    [CR_TYPE_FORCE] = "amplitude", [CR_TYPE_MOVE] = "amplitude", [CR_TYPE_RUB] = "velocity",
    [CR_TYPE_TRAVEL] = "speed",
};

// How far strokes of a hand lie apart that are meant to be the same: strength (of what is held against it
// less than of what is thrown), place over the length or round a rim (an eighth is from the belly to the node
// of its lowest mode), hardness as a factor up or down, angle in degrees.
static const double thrown_share = 0.4, held_share = 0.2, length_share = 0.08, rim_share = 0.125,
                    hardness_factor = 3.0, angle_range = 25.0;

typedef struct varier {
    const cr_scene *scene;
    cr_arena *arena;
    unsigned long long number;
    cr_scene_override *made;
    int count;
    bool starved;
} varier;

static bool is_point(const cr_scene_node *node) {
    static const char *const keys[] = {"at", "a", "b"};
    bool place = false;
    for (int i = 0; node->key && i < 3; i++) place = place || strcmp(node->key, keys[i]) == 0;
    return place && node->kind == CR_SCENE_SCALAR && strchr(node->text, '@');
}

static bool is_number(const cr_scene_node *node) {
    bool scalar = node->kind == CR_SCENE_SCALAR && !node->quoted && *node->text;
    return scalar && strspn(node->text, "+-.0123456789eE") == strlen(node->text);
}

// --- the section ----------------------------------------------------------------------------------------

static const cr_scene_node *find_path(const cr_scene *scene, const cr_scene_node *entry, cr_error *error) {
    const char *names[256], *path = entry->key;
    const cr_scene_node *here = scene->root;
    for (;; path++) {
        char step[CR_SCENE_KEY_LENGTH + 1];
        int length = (int)strcspn(path, "."), count = 0;
        snprintf(step, sizeof step, "%.*s", length, path);
        const cr_scene_node *next = here->kind == CR_SCENE_SCALAR ? NULL : cr_scene_child(here, step);
        for (const cr_scene_node *i = here->first; !next && i && i->key && count < 256; i = i->next)
            names[count++] = i->key;
        if (!next) cr_scene_fail_name(scene, entry, CR_AT_KEY, "name", step, names, count, error);
        path += length;
        here = next;
        if (!next || !*path) return next;
    }
}

static cr_status need(const cr_scene *scene, const cr_scene_node *entry, const char *what, cr_error *error) {
    return cr_scene_fail(scene, entry, CR_AT_VALUE, error, CR_ERR_INPUT, "needs %s", what);
}

static cr_status check_entry(const cr_scene *scene, cr_scene_node *entry, cr_error *error) {
    static const cr_scene_key
        share = {{"share", "", "how far from its value", CR_NAN, 0, 1}, CR_VALUE_NUMBER, true, NULL},
        range = {{"range", "", "from and to", CR_NAN, -1e15, 1e15}, CR_VALUE_NUMBERS, true, NULL};
    const cr_scene_node *node = find_path(scene, entry, error);
    if (!node) return error ? error->status : CR_ERR_UNKNOWN;
    if (!is_point(node) && !is_number(node))
        return cr_scene_fail(scene, entry, CR_AT_KEY, error, CR_ERR_INPUT,
                             "only a number or a point NAME@x of the scene can vary");
    bool list = entry->kind == CR_SCENE_LIST;
    cr_status status = cr_scene_check_value(scene, entry, list ? &range : &share, "vary", error);
    if (status != CR_OK) return status;
    if (list && is_point(node)) return need(scene, entry, "a share of the length, as 0.05", error);
    if (list && (entry->count != 2 || !(entry->first->number < entry->last->number)))
        return need(scene, entry, "two numbers, from and to, the first below the second", error);
    if (!list && is_number(node) && node->number == 0.0)
        return need(scene, entry, "a range [from, to], because a share of 0 is 0", error);
    return CR_OK;
}

cr_status cr_scene_check_vary(const cr_scene *scene, cr_error *error) {
    cr_scene_node *vary = cr_scene_find(scene->root, "vary");
    if (!vary) return CR_OK;
    if (vary->kind != CR_SCENE_MAPPING || !vary->count)
        return need(scene, vary, "a mapping of paths, as excitations.strike.velocity: 0.2", error);
    cr_status status = CR_OK;
    for (cr_scene_node *entry = vary->first; entry && status == CR_OK; entry = entry->next)
        status = check_entry(scene, entry, error);
    return status;
}

// --- one variation --------------------------------------------------------------------------------------

// Evenly from -1 to 1, from seed, number and path alone: the finaliser of splitmix64 (Steele, Lea, Flood
// 2014).
static double draw(const varier *v, const char *path, int axis) {
    size_t length = strlen(path) + (axis > 1); // a third axis has a path of its own, its NUL included
    unsigned long long x = cr_text_hash(v->scene->output.seed + 1, path, length);
    x += 0x9E3779B97F4A7C15u * (2 * v->number + (unsigned)(axis % 2) + 1);
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    x ^= x >> 31;
    return 0x1p-52 * (double)(x >> 11) - 1.0;
}

static void add(varier *v, const char *path, const char *value) {
    size_t room = strlen(path) + strlen(value) + 2;
    char *assignment = cr_arena_take(v->arena, room, 1);
    v->starved = v->starved || !assignment;
    if (!assignment) return;
    snprintf(assignment, room, "%s=%s", path, value);
    v->made[v->count++] = (cr_scene_override){assignment, "--variations"};
}

// Never more than half the way to the nearer end, which may be held.
static double beside(double x, double share, double u) {
    return x + u * fmin(share, 0.5 * fmin(x, 1.0 - x));
}

// A rim has no ends.
static double round_from(double x, double share, double u) {
    double turned = x + u * share;
    return turned - floor(turned);
}

// On a solid the new point is brought back to the surface; a direction stays. Nothing happens to a point that
// waits for its modes.
static void vary_point(varier *v, const char *path, const cr_scene_node *node, double along, double rim) {
    char value[CR_SCENE_KEY_LENGTH + 32 * CR_WHERE];
    const double *at = node->place.at;
    const cr_element_type *type = cr_scene_type(v->scene, node->place.element);
    int axes = type->axes, used;
    if (isnan(at[0])) return;
    used = snprintf(value, sizeof value, "%.*s@", (int)strcspn(node->text, "@"), node->text);
    for (int i = 0; i < axes; i++) {
        double u = draw(v, path, i);
        used += snprintf(value + used, sizeof value - (size_t)used, "%s%.6g", i ? " " : "",
                         i == 0 && cr_element_is(type, CR_TRAIT_ROUND) ? round_from(at[i], rim, u)
                                                                       : beside(at[i], along, u));
    }
    if (axes == 3 && (at[3] != 0.0 || at[4] != 0.0 || at[5] != 0.0))
        snprintf(value + used, sizeof value - (size_t)used, " %.6g %.6g %.6g", at[3], at[4], at[5]);
    add(v, path, value);
}

static void vary_number(varier *v, const char *path, double middle, double half_width) {
    char value[32];
    snprintf(value, sizeof value, "%.6g", middle + half_width * draw(v, path, 0));
    add(v, path, value);
}

static void vary_entries(varier *v, const cr_scene_node *vary) {
    for (const cr_scene_node *entry = vary->first; entry; entry = entry->next) {
        const cr_scene_node *node = find_path(v->scene, entry, NULL);
        if (is_point(node)) vary_point(v, entry->key, node, entry->number, entry->number);
        else if (entry->kind == CR_SCENE_LIST) {
            double from = entry->first->number, to = entry->last->number;
            vary_number(v, entry->key, 0.5 * (from + to), 0.5 * (to - from));
        } else vary_number(v, entry->key, node->number, node->number * entry->number);
    }
}

// Evenly in its logarithm.
static void vary_hardness(varier *v, const char *section, const cr_scene_node *item, double k) {
    char path[PATH], value[32];
    snprintf(path, sizeof path, "%s.%s.k", section, item->key);
    snprintf(value, sizeof value, "%.6g", k * pow(hardness_factor, draw(v, path, 0)));
    add(v, path, value);
}

static void vary_key(varier *v, const char *section, const cr_scene_node *item, const char *key,
                     double share) {
    char path[PATH];
    const cr_scene_node *node = key ? cr_scene_find(item, key) : NULL;
    if (!node) return;
    snprintf(path, sizeof path, "%s.%s.%s", section, item->key, key);
    if (is_point(node)) vary_point(v, path, node, length_share, rim_share);
    else if (is_number(node) && node->number != 0.0) vary_number(v, path, node->number, share * node->number);
}

// Speed, angle, point and hardness of a strike, also where the scene leaves them to their defaults.
static void vary_strike(varier *v, const cr_scene_node *item) {
    const cr_scene_node *at = cr_scene_find(item, "at");
    const cr_scene_form *form = &cr_scene_form_excitations[CR_TYPE_STRIKE];
    double velocity = cr_scene_number(item, form, "velocity"), angle = cr_scene_number(item, form, "angle");
    char path[PATH];
    snprintf(path, sizeof path, "excitations.%s.velocity", item->key);
    vary_number(v, path, velocity, thrown_share * velocity);
    snprintf(path, sizeof path, "excitations.%s.angle", item->key);
    vary_number(v, path, angle, fmin(angle_range, 85.0 - fabs(angle)));
    snprintf(path, sizeof path, "excitations.%s.at", item->key);
    if (cr_scene_type(v->scene, at->place.element)->axes) vary_point(v, path, at, length_share, rim_share);
    vary_hardness(v, "excitations", item, cr_scene_number(item, form, "k"));
}

// The points where a thrown mass lands, and how hard it is there.
static void vary_targets(varier *v, int mass) {
    const cr_scene_node *contacts = cr_scene_section_of(v->scene, CR_SECTION_CONTACTS);
    for (const cr_scene_node *i = contacts ? contacts->first : NULL; i; i = i->next) {
        bool below = cr_scene_place(i, "a").element == mass, above = cr_scene_place(i, "b").element == mass;
        const cr_scene_node *k = cr_scene_find(i, "k");
        if (below) vary_key(v, "contacts", i, "b", held_share);
        if (above) vary_key(v, "contacts", i, "a", held_share);
        if ((below || above) && k) vary_hardness(v, "contacts", i, k->number);
    }
}

static void vary_excitations(varier *v) {
    const cr_scene_node *excitations = cr_scene_section_of(v->scene, CR_SECTION_EXCITATIONS);
    for (const cr_scene_node *i = excitations ? excitations->first : NULL; i; i = i->next) {
        cr_excitation_type type = cr_scene_excitation(i);
        if (type == CR_TYPE_STRIKE) {
            vary_strike(v, i);
            continue;
        }
        double share = type == CR_TYPE_THROW || type == CR_TYPE_PLUCK ? thrown_share : held_share;
        vary_key(v, "excitations", i, strengths[type], share);
        vary_key(v, "excitations", i, "at", share);
        if (type == CR_TYPE_THROW) vary_targets(v, cr_scene_place(i, "element").element);
    }
}

static size_t most_changes(const cr_scene *scene) {
    const cr_scene_node *vary = cr_scene_find(scene->root, "vary"),
                        *excitations = cr_scene_section_of(scene, CR_SECTION_EXCITATIONS),
                        *contacts = cr_scene_section_of(scene, CR_SECTION_CONTACTS);
    size_t thrown = excitations ? (size_t)excitations->count : 0,
           hit = contacts ? (size_t)contacts->count : 0;
    return vary ? (size_t)vary->count : thrown * (4 + 2 * hit);
}

cr_status cr_scene_variation(const cr_scene *scene, long number, cr_arena *arena,
                             const cr_scene_override **changes, int *count, cr_error *error) {
    const cr_scene_node *vary = cr_scene_find(scene->root, "vary");
    varier v = {.scene = scene, .arena = arena, .number = (unsigned long long)number};
    v.made = cr_arena_take(arena, most_changes(scene) + 1, sizeof *v.made);
    if (!v.made) return cr_scene_no_memory(scene, error);
    if (vary) vary_entries(&v, vary);
    else vary_excitations(&v);
    if (v.starved) return cr_scene_no_memory(scene, error);
    *changes = v.made;
    *count = v.count;
    if (v.count) return CR_OK;
    return cr_scene_fail(scene, NULL, CR_AT_VALUE, error, CR_ERR_INPUT,
                         "nothing to vary: no strike, pluck, bow or push with a speed or a point; "
                         "name what varies under `vary`");
}
