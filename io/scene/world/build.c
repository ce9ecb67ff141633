// From a checked scene of bodies to a sealed model.
#include "io/scene/world/world.h"

#include <string.h>

enum { PAIRS_MOST = 200000 };

static double world_number(const cr_scene *scene, const char *key) {
    return cr_scene_number(cr_scene_world_section(scene), &cr_scene_form_world, key);
}

static cr_world_def describe_world(const cr_scene *scene) {
    const cr_scene_node *section = cr_scene_world_section(scene),
                        *gravity = cr_scene_find(section, "gravity"), *seed = cr_scene_find(section, "seed"),
                        *preset = cr_scene_find(section, "preset");
    cr_world_def def = preset && preset->word > 0 ? cr_world_def_s3() : cr_world_def_default();
    if (preset) def.preset = (cr_world_preset)preset->word;
    if (gravity) def.gravity = cr_scene_vector(gravity);
    def.step = world_number(scene, "step");
    def.steps_per_period = world_number(scene, "steps_per_period");
    def.margin = world_number(scene, "margin");
    def.flat = world_number(scene, "flat");
    def.push = world_number(scene, "push");
    def.adaptive = cr_scene_is_on(section, "adaptive", true);
    def.sleeping = cr_scene_is_on(section, "sleeping", def.sleeping);
    def.culling = cr_scene_is_on(section, "culling", true);
    def.seed = seed ? (unsigned long long)seed->number : scene->output.seed;
    return def;
}

static cr_scene_plan describe_plan(const cr_scene *scene) {
    bool open = scene->output.automatic_duration;
    return (cr_scene_plan){
        .settle = world_number(scene, "settle"),
        .duration = open ? CR_NAN : scene->output.duration,
        .at_rest = cr_scene_is_on(cr_scene_world_section(scene), "at_rest", open),
        .bounds = world_number(scene, "bounds"),
    };
}

// What the library said of an item.
static cr_status refuse(cr_scene_worlds *w, const cr_scene_node *item, const cr_error *cause) {
    return cr_scene_fail_from(w->scene, item, cause, w->error);
}

// --- bodies ---------------------------------------------------------------------------------------------

static cr_status describe_bodies(cr_scene_worlds *w) {
    const cr_scene_node *section = cr_scene_section_of(w->scene, CR_SECTION_BODIES);
    cr_status status = CR_OK;
    int first = 0;
    w->bodies = cr_arena_take(w->arena, (size_t)section->count, sizeof *w->bodies);
    if (!w->bodies) return cr_scene_no_memory(w->scene, w->error);
    for (const cr_scene_node *i = section->first; status == CR_OK && i; i = i->next) {
        cr_scene_body *body = &w->bodies[i->index];
        *body = (cr_scene_body){.item = i, .first = first, .count = cr_scene_copies(i)};
        first += body->count;
        body->frame = cr_arena_take(w->arena, (size_t)body->count, sizeof *body->frame);
        if (!body->frame) return cr_scene_no_memory(w->scene, w->error);
        status = cr_scene_describe_body(w, body);
        if (status == CR_OK) status = cr_scene_describe_drive(w, body);
    }
    for (int i = 0; status == CR_OK && i < section->count; i++)
        status = cr_scene_place_body(w, &w->bodies[i]);
    return status;
}

static bool is_numbered(const cr_scene_body *body) {
    return cr_scene_find(body->item, "copies") || cr_scene_find(body->item, "grid");
}

// What is thrown begins with the scene, not while the others settle.
static bool is_thrown(const cr_body_def *def) {
    return cr_vec_length(def->velocity) > 0.0 || cr_vec_length(def->spin) > 0.0;
}

static cr_status add_copies(cr_scene_worlds *w, const cr_scene_body *body) {
    cr_status status = CR_OK;
    for (int i = 0; status == CR_OK && i < body->count; i++) {
        char name[CR_SCENE_KEY_LENGTH + 16];
        cr_error cause = {.place = ""};
        cr_body_def def = body->def;
        if (is_numbered(body)) snprintf(name, sizeof name, "%s.%d", body->item->key, i + 1);
        else snprintf(name, sizeof name, "%s", body->item->key);
        def.name = name;
        def.turn = body->frame[i].turn;
        def.at = cr_pose_out(&body->frame[i], body->centre);
        cr_vec by = cr_vec_sub(body->frame[i].at, body->frame[0].at);
        status = cr_scene_shift_drive(w, &body->def.drive, by, &def.drive);
        cr_scene_take_start(w, body->first + i, &def);
        if (is_thrown(&def)) def.begins = w->settle;
        if (status != CR_OK) return status;
        int index = cr_world_model_add(w->model, &def, &cause);
        if (index < 0) return refuse(w, body->item, &cause);
        w->defs[index] = def;
        w->matter[index] = body->matter;
        w->defs[index].name = cr_world_model_name(w->model, index);
    }
    return status;
}

static cr_status add_bodies(cr_scene_worlds *w) {
    const cr_scene_node *section = cr_scene_section_of(w->scene, CR_SECTION_BODIES);
    const cr_scene_body *last = &w->bodies[section->count - 1];
    cr_status status = CR_OK;
    w->defs = cr_arena_take(w->arena, (size_t)(last->first + last->count), sizeof *w->defs);
    w->matter = cr_arena_take(w->arena, (size_t)(last->first + last->count), sizeof *w->matter);
    if (!w->defs || !w->matter) return cr_scene_no_memory(w->scene, w->error);
    for (int i = 0; status == CR_OK && i < section->count; i++) status = add_copies(w, &w->bodies[i]);
    return status;
}

// --- what refers to them --------------------------------------------------------------------------------

// The bodies of the model that a name stands for; ground: -1, one of them.
static cr_status refer(cr_scene_worlds *w, const cr_scene_node *node, int *first, int *count) {
    *first = -1;
    *count = 1;
    if (node->place.element < 0) return CR_OK;
    const cr_scene_body *body = &w->bodies[node->place.element];
    int copy = (int)node->number;
    if (copy > body->count || (copy && !is_numbered(body)))
        return cr_scene_fail(w->scene, node, CR_AT_VALUE, w->error, CR_ERR_RANGE,
                             "there are %d of it, got \"%s\"", body->count, node->text);
    *first = body->first + (copy ? copy - 1 : 0);
    *count = copy ? 1 : body->count;
    return CR_OK;
}

cr_status cr_scene_refer_body(cr_scene_worlds *w, const cr_scene_node *node, int *body) {
    int count;
    cr_status status = refer(w, node, body, &count);
    if (status != CR_OK || count == 1) return status;
    return cr_scene_fail(w->scene, node, CR_AT_VALUE, w->error, CR_ERR_INPUT,
                         "there are %d of it; write %s.1 to %s.%d", count, node->text, node->text, count);
}

static cr_status add_joint(cr_scene_worlds *w, const cr_scene_node *item) {
    const cr_scene_node *axis = cr_scene_find(item, "axis");
    cr_error cause = {.place = ""};
    cr_joint_def def = {.kind = (cr_joint_kind)cr_scene_find(item, "type")->word,
                        .at = cr_scene_vector(cr_scene_find(item, "at")),
                        .damping = cr_scene_number(item, &cr_scene_form_joint, "damping")};
    if (axis) def.axis = cr_vec_unit(cr_scene_vector(axis), (cr_vec){0.0, 0.0, 1.0});
    cr_status status = cr_scene_refer_body(w, cr_scene_find(item, "a"), &def.a);
    if (status == CR_OK) status = cr_scene_refer_body(w, cr_scene_find(item, "b"), &def.b);
    if (status != CR_OK || cr_world_model_join(w->model, &def, &cause) >= 0) return status;
    return refuse(w, item, &cause);
}

// A law without parameters is that of the materials; with them, or of another kind, it is the same
// everywhere.
static cr_compress compression_of(const cr_scene_node *law, const cr_scene_node *item) {
    static const char *const names[] = {"", "hertz", "hunt-crossley", "azad-featherstone"};
    if (!law) return CR_COMPRESS_BY_BODIES;
    for (int i = 0; i < law->is.law->param_count; i++)
        if (cr_scene_find(item, law->is.law->params[i].name)) return CR_COMPRESS_BY_BODIES;
    for (int i = CR_COMPRESS_HERTZ; i < CR_COMPRESS_BY_BODIES; i++)
        if (strcmp(law->text, names[i]) == 0) return (cr_compress)i;
    return CR_COMPRESS_BY_BODIES;
}

static cr_status add_pair(cr_scene_worlds *w, const cr_scene_node *item) {
    const cr_scene_form form = cr_scene_form_pair(NULL);
    const cr_scene_node *b = cr_scene_find(item, "b");
    int first_a, count_a, first_b, count_b;
    cr_error cause = {.place = ""};
    cr_pair_def def = cr_pair_def_default();
    cr_status status = refer(w, cr_scene_find(item, "a"), &first_a, &count_a);
    if (status == CR_OK) status = refer(w, b, &first_b, &count_b);
    if (status != CR_OK) return status;
    if ((double)count_a * count_b > PAIRS_MOST)
        return cr_scene_fail(w->scene, b, CR_AT_VALUE, w->error, CR_ERR_RANGE,
                             "%d and %d bodies make more than %d pairs; give the friction to the bodies",
                             count_a, count_b, PAIRS_MOST);
    def.apart = cr_scene_is_on(item, "apart", false);
    def.restitution = cr_scene_number(item, &form, "restitution");
    def.stiffness = cr_scene_number(item, &form, "stiffness");
    cr_scene_take_grip(cr_scene_find(item, "friction"), &def.grip);
    def.compress = compression_of(cr_scene_find(item, "law"), item);
    if (cr_scene_find(item, "law") && def.compress == CR_COMPRESS_BY_BODIES) {
        cr_law *law = cr_arena_take(w->arena, 1, sizeof *law);
        if (!law) return cr_scene_no_memory(w->scene, w->error);
        status = cr_scene_law(w->scene, item, law, w->error);
        def.law = law;
    }
    for (int i = 0; status == CR_OK && i < count_a * count_b; i++) {
        def.a = first_a + i / count_b;
        def.b = first_b + i % count_b;
        bool again = first_a == first_b && def.a >= def.b; // of copies among each other each once
        if (!again && cr_world_model_pair(w->model, &def, &cause) != CR_OK) status = refuse(w, item, &cause);
    }
    return status;
}

// Pushes each copy.
static cr_status add_load(cr_scene_worlds *w, const cr_scene_node *item) {
    const cr_scene_node *body = cr_scene_find(item, "body"), *at = cr_scene_find(item, "at");
    int first, count;
    cr_error cause = {.place = ""};
    cr_load_def def = cr_load_def_default();
    cr_status status = refer(w, body, &first, &count);
    if (status == CR_OK) status = cr_scene_describe_load(w, item, &def);
    if (status != CR_OK) return status;
    const cr_scene_body *described = &w->bodies[body->place.element];
    const cr_scene_node *origin = cr_scene_find(described->item, "origin");
    if (at) def.at = cr_scene_vector(at);
    if (at && origin && origin->word == 1) def.at = cr_vec_sub(def.at, described->centre);
    if (isinf(cr_world_model_mass(w->model, first)) && cr_world_model_sounding(w->model, first) == 0)
        return cr_scene_fail(w->scene, body, CR_AT_VALUE, w->error, CR_ERR_INPUT,
                             "is fixed or driven and does not vibrate: nothing can push it");
    for (int i = 0; status == CR_OK && i < count; i++) {
        def.body = first + i;
        if (cr_world_model_load(w->model, &def, &cause) < 0) status = refuse(w, item, &cause);
    }
    return status;
}

typedef cr_status (*add_item)(cr_scene_worlds *w, const cr_scene_node *item);

static cr_status add_section(cr_scene_worlds *w, cr_scene_section_id id, add_item add) {
    const cr_scene_node *section = cr_scene_section_of(w->scene, id);
    cr_status status = CR_OK;
    for (const cr_scene_node *i = section ? section->first : NULL; status == CR_OK && i; i = i->next)
        status = add(w, i);
    return status;
}

// --- all of it ------------------------------------------------------------------------------------------

// What is said of the body that is named; a copy is not a key of the scene.
static cr_status refuse_bodies(cr_scene_worlds *w, const cr_error *cause) {
    const cr_scene_node *section = cr_scene_section_of(w->scene, CR_SECTION_BODIES);
    char name[CR_SCENE_KEY_LENGTH + 1];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(cause->place, "."), cause->place);
    const cr_scene_node *item = cr_scene_find(section, name);
    if (!item) return refuse(w, section, cause);
    bool copy = strcmp(name, cause->place) != 0;
    return cr_scene_fail(w->scene, item, CR_AT_KEY, w->error, cause->status, "%s%s%s",
                         copy ? cause->place : "", copy ? " " : "", cause->reason);
}

static cr_status build(cr_scene_worlds *w) {
    cr_error cause = {.place = ""};
    cr_status status = describe_bodies(w);
    if (status == CR_OK) status = cr_scene_read_start(w);
    if (status != CR_OK) return status;
    w->model = cr_world_model_new(w->arena, &w->world, &cause);
    if (!w->model) return refuse(w, cr_scene_world_section(w->scene), &cause);
    status = add_bodies(w);
    if (status == CR_OK) status = cr_scene_check_start(w);
    if (status == CR_OK) status = add_section(w, CR_SECTION_JOINTS, add_joint);
    if (status == CR_OK) status = add_section(w, CR_SECTION_PAIRS, add_pair);
    if (status == CR_OK) status = add_section(w, CR_SECTION_LOADS, add_load);
    if (status != CR_OK || cr_world_model_seal(w->model, &cause) == CR_OK) return status;
    return refuse_bodies(w, &cause);
}

cr_status cr_scene_world(const cr_scene *scene, cr_arena *arena, cr_world_model **model, cr_scene_plan *plan,
                         cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    cr_scene_plan described = describe_plan(scene);
    cr_scene_worlds w = {.scene = scene,
                         .arena = arena,
                         .world = describe_world(scene),
                         .settle = described.settle,
                         .error = error};
    if (!cr_scene_has_bodies(scene))
        return cr_scene_fail(scene, NULL, CR_AT_VALUE, error, CR_ERR_UNSUPPORTED,
                             "the scene has elements; a world is made of bodies");
    cr_status status = build(&w);
    if (status == CR_OK)
        status = cr_scene_describe_listeners(&w, &described.listeners, &described.listener_count);
    described.sound = cr_scene_sound_of(scene);
    if (status == CR_OK) status = cr_scene_describe_camera(&w, &described.camera);
    if (status != CR_OK) {
        cr_arena_rewind(arena, mark);
        return status;
    }
    described.bodies = w.defs;
    described.matter = w.matter;
    *model = w.model;
    if (plan) *plan = described;
    return CR_OK;
}
