// What must fit each other in the sections of bodies in space.
#include "io/scene/world/world.h"

#include <string.h>

bool cr_scene_is_on(const cr_scene_node *item, const char *key, bool otherwise) {
    const cr_scene_node *node = cr_scene_find(item, key);
    return node ? node->word == 1 : otherwise;
}

int cr_scene_copies(const cr_scene_node *item) {
    const cr_scene_node *copies = cr_scene_find(item, "copies"), *grid = cr_scene_find(item, "grid");
    if (copies) return (int)copies->number;
    double count = 1.0;
    for (const cr_scene_node *i = grid ? grid->first : NULL; i; i = i->next) count *= i->number;
    return count < 2.0 * CR_SCENE_BODIES_MOST ? (int)count : 2 * CR_SCENE_BODIES_MOST;
}

// --- items ----------------------------------------------------------------------------------------------

static cr_status exclude(const cr_scene *scene, const cr_scene_node *item, const char *key, const char *other,
                         const char *why, cr_error *error) {
    const cr_scene_node *node = cr_scene_find(item, key);
    if (!node || !cr_scene_find(item, other)) return CR_OK;
    return cr_scene_fail(scene, node, CR_AT_KEY, error, CR_ERR_INPUT, "%s; leave one of %s and %s out", why,
                         key, other);
}

static cr_status need_beside(const cr_scene *scene, const cr_scene_node *item, const char *key,
                             const char *other, cr_error *error) {
    const cr_scene_node *node = cr_scene_find(item, key);
    if (!node || cr_scene_find(item, other)) return CR_OK;
    return cr_scene_fail(scene, node, CR_AT_KEY, error, CR_ERR_INPUT, "needs %s beside it", other);
}

// What its surface and its modes come from.
static cr_status check_source(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const cr_scene_node *shape = cr_scene_find(item, "shape"), *file = cr_scene_find(item, "file"),
                        *parts = cr_scene_find(item, "parts"), *modes = cr_scene_find(item, "modes");
    if (!shape && !file && !parts)
        return cr_scene_fail(scene, item, CR_AT_KEY, error, CR_ERR_INPUT,
                             "a body needs a shape (`carom list forms`), a file or parts");
    const char *const sources[] = {"shape", "file", "parts"};
    cr_status status = CR_OK;
    for (int i = 0; i < 3 && status == CR_OK; i++)
        status = exclude(scene, item, sources[i], sources[(i + 1) % 3], "a body has one of them", error);
    if (status != CR_OK) return status;
    bool shaped = shape && cr_shape_find(shape->text, NULL);
    if (modes && modes->number > 0.0 && !file && !shaped)
        return cr_scene_fail(scene, modes, CR_AT_VALUE, error, CR_ERR_INPUT,
                             "%s is rigid; give 0 or leave it out", parts ? "a body of parts" : shape->text);
    if (cr_scene_body_vibrates(scene, item)) return cr_scene_verify_solid(scene, item, error);
    status = cr_scene_verify_source(scene, item, error);
    return status == CR_OK ? cr_scene_verify_wood(scene, item, error) : status;
}

bool cr_scene_body_vibrates(const cr_scene *scene, const cr_scene_node *item) {
    const cr_scene_node *shape = cr_scene_find(item, "shape"), *file = cr_scene_find(item, "file"),
                        *modes = cr_scene_find(item, "modes");
    (void)scene;
    if (modes) return modes->number > 0.0;
    if (file) return true;
    if (!shape || !cr_shape_find(shape->text, NULL)) return false;
    bool led = cr_scene_is_on(item, "fixed", false) || cr_scene_find(item, "drive");
    return !led || cr_scene_find(item, "held") || cr_scene_find(item, "fmax");
}

static cr_status check_copies(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const cr_scene_node *grid = cr_scene_find(item, "grid");
    cr_status status = exclude(scene, item, "copies", "grid", "both say how many there are", error);
    if (status == CR_OK) status = need_beside(scene, item, "step", "copies", error);
    if (status == CR_OK) status = need_beside(scene, item, "spacing", "grid", error);
    if (status == CR_OK) status = need_beside(scene, item, "grid", "spacing", error);
    for (const cr_scene_node *i = grid ? grid->first : NULL; status == CR_OK && i; i = i->next)
        if (i->number != floor(i->number))
            status = cr_scene_fail(scene, i, CR_AT_VALUE, error, CR_ERR_INPUT, "needs a whole number, got %s",
                                   i->text);
    return status;
}

static cr_status check_damping(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const cr_scene_node *rayleigh = cr_scene_find(item, "rayleigh");
    if (rayleigh && rayleigh->count != 2)
        return cr_scene_fail(scene, rayleigh, CR_AT_VALUE, error, CR_ERR_INPUT,
                             "needs two numbers, mass [1/s] and stiffness [s], got %d", rayleigh->count);
    return exclude(scene, item, "loss", "rayleigh", "both are its damping", error);
}

// A grid of copies is counted from where the body is put; a drive says where a body is.
cr_status cr_scene_verify_body(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    static const struct {
        const char *key, *other, *why;
        bool of_fixed;
    } excluded[] = {
        {"drive", "on", "the drive says where it is", false},
        {"drive", "velocity", "the drive says how it moves", false},
        {"drive", "spin", "the drive says how it moves", false},
        {"drive", "fixed", "what is fixed is not moved", true},
        {"velocity", "fixed", "what is fixed does not move", true},
        {"spin", "fixed", "what is fixed does not turn", true},
    };
    const cr_scene_node *on = cr_scene_find(item, "on");
    cr_status status = check_source(scene, item, error);
    if (status == CR_OK) status = check_copies(scene, item, error);
    if (status == CR_OK) status = check_damping(scene, item, error);
    for (size_t i = 0; status == CR_OK && i < sizeof excluded / sizeof *excluded; i++)
        if (!excluded[i].of_fixed || cr_scene_is_on(item, "fixed", false))
            status = exclude(scene, item, excluded[i].key, excluded[i].other, excluded[i].why, error);
    if (status == CR_OK && on && on->place.element == item->index)
        status = cr_scene_fail(scene, on, CR_AT_VALUE, error, CR_ERR_INPUT, "a body cannot stand on itself");
    return status;
}

cr_status cr_scene_verify_joint(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const cr_scene_node *a = cr_scene_find(item, "a"), *b = cr_scene_find(item, "b"),
                        *axis = cr_scene_find(item, "axis"), *damping = cr_scene_find(item, "damping");
    bool hinge = cr_scene_find(item, "type")->word == CR_JOINT_HINGE;
    if (strcmp(a->text, b->text) == 0)
        return cr_scene_fail(scene, b, CR_AT_VALUE, error, CR_ERR_INPUT, "a and b are the same body");
    if (hinge && !axis)
        return cr_scene_fail(scene, item, CR_AT_KEY, error, CR_ERR_INPUT, "a hinge needs axis: [x, y, z]");
    const cr_scene_node *extra = axis ? axis : damping;
    if (!hinge && extra)
        return cr_scene_fail(scene, extra, CR_AT_KEY, error, CR_ERR_INPUT, "is for hinges; leave it out");
    return axis ? cr_scene_need_axis(scene, axis, error) : CR_OK;
}

cr_status cr_scene_verify_pair(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const cr_scene_node *b = cr_scene_find(item, "b");
    cr_law law;
    if (strcmp(cr_scene_find(item, "a")->text, b->text) == 0 &&
        cr_scene_copies(cr_scene_item(scene, CR_SECTION_BODIES, b->place.element)) == 1)
        return cr_scene_fail(scene, b, CR_AT_VALUE, error, CR_ERR_INPUT, "a and b are the same body");
    return cr_scene_find(item, "law") ? cr_scene_law(scene, item, &law, error) : CR_OK;
}

// Keys say all of the course.
static cr_status check_keys(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    static const char *const shaped[] = {"start",     "end",    "duration", "shape",
                                         "frequency", "attack", "release"};
    const cr_scene_node *times = cr_scene_find(item, "times"), *levels = cr_scene_find(item, "levels");
    cr_status status = need_beside(scene, item, "levels", "times", error);
    if (status == CR_OK) status = need_beside(scene, item, "times", "levels", error);
    if (status == CR_OK) status = exclude(scene, item, "times", "file", "the file has them", error);
    for (size_t i = 0; status == CR_OK && i < sizeof shaped / sizeof *shaped; i++) {
        status = exclude(scene, item, shaped[i], "times", "keys say when", error);
        if (status == CR_OK) status = exclude(scene, item, shaped[i], "file", "the file says when", error);
    }
    if (status == CR_OK && times && times->count != levels->count)
        return cr_scene_fail(scene, levels, CR_AT_VALUE, error, CR_ERR_INPUT,
                             "needs one entry for each of the %d times, got %d", times->count, levels->count);
    for (const cr_scene_node *i = times ? times->first : NULL; status == CR_OK && i && i->next; i = i->next)
        if (!(i->number < i->next->number))
            status = cr_scene_fail(scene, i->next, CR_AT_VALUE, error, CR_ERR_RANGE,
                                   "times rise, got %g after %g", i->next->number, i->number);
    return status;
}

static cr_status check_course(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    const cr_scene_node *start = cr_scene_find(item, "start"), *end = cr_scene_find(item, "end"),
                        *shape = cr_scene_find(item, "shape"), *attack = cr_scene_find(item, "attack"),
                        *length = cr_scene_find(item, "duration"), *seed = cr_scene_find(item, "seed");
    double from = start ? start->number : 0.0, lasts = end      ? end->number - from
                                                       : length ? length->number
                                                                : HUGE_VAL;
    cr_status status = exclude(scene, item, "duration", "end", "a load has one of them", error);
    if (status == CR_OK && shape && (shape->word == CR_LOAD_SINE || shape->word == CR_LOAD_NOISE))
        status = need_beside(scene, item, "shape", "frequency", error);
    if (status == CR_OK && seed && !(shape && shape->word == CR_LOAD_NOISE))
        return cr_scene_fail(scene, seed, CR_AT_KEY, error, CR_ERR_INPUT, "is for shape: noise");
    if (status != CR_OK) return status;
    if (end && lasts <= 0.0)
        return cr_scene_fail(scene, end, CR_AT_VALUE, error, CR_ERR_RANGE, "ends at %g s, before it starts",
                             end->number);
    if (shape && shape->word == CR_LOAD_PULSE && !isfinite(lasts))
        return cr_scene_fail(scene, shape, CR_AT_VALUE, error, CR_ERR_INPUT,
                             "a pulse needs a duration or an end");
    if (attack && attack->number > lasts)
        return cr_scene_fail(scene, attack, CR_AT_VALUE, error, CR_ERR_RANGE,
                             "takes longer than the load lasts, %g s", lasts);
    return CR_OK;
}

cr_status cr_scene_verify_load(const cr_scene *scene, const cr_scene_node *item, cr_error *error) {
    static const char *const of_forces[] = {"force",     "torque", "end",     "duration", "shape",
                                            "frequency", "attack", "release", "times",    "file"};
    bool impulse = cr_scene_find(item, "impulse");
    if (!impulse && !cr_scene_find(item, "force") && !cr_scene_find(item, "torque") &&
        !cr_scene_find(item, "file"))
        return cr_scene_fail(scene, item, CR_AT_KEY, error, CR_ERR_INPUT,
                             "a load needs a force, a torque, an impulse or a file");
    cr_status status = CR_OK;
    for (size_t i = 0; impulse && status == CR_OK && i < sizeof of_forces / sizeof *of_forces; i++)
        status = exclude(scene, item, of_forces[i], "impulse", "a blow is over at once", error);
    if (status == CR_OK) status = check_keys(scene, item, error);
    return status == CR_OK ? check_course(scene, item, error) : status;
}

// --- the whole ------------------------------------------------------------------------------------------

const cr_scene_node *cr_scene_world_section(const cr_scene *scene) {
    return cr_scene_find(scene->root, "world");
}

bool cr_scene_has_bodies(const cr_scene *scene) {
    return cr_scene_section_of(scene, CR_SECTION_BODIES) != NULL;
}

static cr_status refuse_section(const cr_scene *scene, const char *name, const char *why, cr_error *error) {
    const cr_scene_node *node = cr_scene_find(scene->root, name);
    if (!node) return CR_OK;
    return cr_scene_fail(scene, node, CR_AT_KEY, error, CR_ERR_UNSUPPORTED, "%s", why);
}

// Elements vibrate on a line or in a plane, bodies move in space: a scene is of one kind.
cr_status cr_scene_check_kind(const cr_scene *scene, cr_error *error) {
    static const char *const of_elements[] = {"defaults",    "contacts", "frictions", "springs",
                                              "excitations", "surfaces", "pickups"},
                             *const of_bodies[] = {"world", "joints", "pairs", "loads", "camera"};
    cr_status status = CR_OK;
    bool bodies = cr_scene_find(scene->root, "bodies");
    if (bodies && cr_scene_find(scene->root, "elements"))
        return refuse_section(scene, "bodies", "a scene has elements or bodies, not both", error);
    for (size_t i = 0; bodies && status == CR_OK && i < sizeof of_elements / sizeof *of_elements; i++)
        status = refuse_section(scene, of_elements[i], "is for elements; this scene has bodies", error);
    for (size_t i = 0; !bodies && status == CR_OK && i < sizeof of_bodies / sizeof *of_bodies; i++)
        status = refuse_section(scene, of_bodies[i], "is for bodies, which this scene has not", error);
    if (!bodies && status == CR_OK && !cr_scene_find(scene->root, "listeners"))
        status = refuse_section(scene, "sound", "is for listeners, which this scene has not", error);
    return status;
}

static cr_status check_mapping(const cr_scene *scene, const char *name, const cr_scene_form *form,
                               cr_error *error) {
    cr_scene_node *node = cr_scene_find(scene->root, name);
    if (node && node->kind != CR_SCENE_MAPPING)
        return cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_INPUT, "needs a mapping of keys, got %s",
                             cr_scene_kind_text(node));
    return node ? cr_scene_check_form(scene, node, form, true, error) : CR_OK;
}

cr_status cr_scene_check_world(const cr_scene *scene, cr_error *error) {
    const cr_scene_node *bodies = cr_scene_section_of(scene, CR_SECTION_BODIES);
    long count = 0;
    cr_status status = check_mapping(scene, "world", &cr_scene_form_world, error);
    if (status == CR_OK) status = check_mapping(scene, "sound", &cr_scene_form_sound, error);
    if (status == CR_OK) status = check_mapping(scene, "camera", &cr_scene_form_camera, error);
    if (status == CR_OK) status = cr_scene_verify_camera(scene, error);
    for (const cr_scene_node *i = bodies ? bodies->first : NULL; status == CR_OK && i; i = i->next) {
        count += cr_scene_copies(i);
        if (count > CR_SCENE_BODIES_MOST)
            status = cr_scene_fail(scene, i, CR_AT_KEY, error, CR_ERR_RANGE,
                                   "with its copies there are more than %d bodies", CR_SCENE_BODIES_MOST);
    }
    return status;
}
