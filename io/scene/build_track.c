// Surfaces, what moves along them, and friction.
#include "io/scene/internal.h"

#include <string.h>

// Sound files have no scale of their own: what they hold are metres only where that gives a surface.
static cr_status check_heights(cr_scene_builder *b, const cr_scene_node *file, const cr_measured *m) {
    const double roughest = 1e-3; // rms [m], ten times that of the roughest preset
    double sum = 0.0, square = 0.0, peak = 0.0;
    for (int i = 0; i < m->count; i++) sum += m->height[i];
    for (int i = 0; i < m->count; i++) {
        double height = m->height[i] - sum / m->count;
        square += height * height;
        peak = fmax(peak, fabs(m->height[i]));
    }
    double rms = sqrt(square / (m->count > 0 ? m->count : 1));
    if (m->count > 0 && !(rms > 1e-12 * peak))
        return cr_scene_fail(b->scene, file, CR_AT_VALUE, b->error, CR_ERR_INPUT,
                             "%.80s: all samples are alike: a flat surface needs no file", file->text);
    if (isnan(m->rms) && rms > roughest)
        return cr_scene_fail(b->scene, file, CR_AT_VALUE, b->error, CR_ERR_RANGE,
                             "%.80s: samples of %.2g rms are no heights in metres; give rms beside it, as "
                             "rms: 1e-5 (%g m at most without)",
                             file->text, rms, roughest);
    return CR_OK;
}

static cr_status read_heights(cr_scene_builder *b, const cr_scene_node *item, cr_rough *surface) {
    const cr_scene_form form = cr_scene_form_surface();
    const cr_scene_node *file = cr_scene_find(item, "file"), *rms = cr_scene_find(item, "rms");
    cr_error cause;
    cr_measured measured = {.length = cr_scene_number(item, &form, "length"),
                            .fade = cr_scene_number(item, &form, "fade"),
                            .rms = rms ? rms->number : CR_NAN};
    char *path = cr_scene_beside(b->scene, b->arena, file->text);
    if (!path) return cr_scene_no_memory(b->scene, b->error);
    if (!b->scene->read)
        return cr_scene_fail(b->scene, file, CR_AT_VALUE, b->error, CR_ERR_UNSUPPORTED,
                             "nothing reads sound files here; give cr_scene_set_reader a function that does");
    cr_status status = b->scene->read(path, b->arena, &measured.height, &measured.count, &cause);
    if (status != CR_OK)
        return cr_scene_fail(b->scene, file, CR_AT_VALUE, b->error, status, "%.80s: %s", file->text,
                             cause.reason);
    status = check_heights(b, file, &measured);
    if (status != CR_OK) return status;
    status = cr_rough_measured(&measured, b->arena, surface, &cause);
    return status == CR_OK ? CR_OK : cr_scene_fail_from(b->scene, item, &cause, b->error);
}

// item NULL: the preset as it is.
static cr_status draw_heights(cr_scene_builder *b, const cr_scene_node *spot, const cr_scene_node *item,
                              const char *preset, cr_rough *surface) {
    cr_roughness roughness = cr_roughness_default(preset ? cr_rough_preset_find(preset, NULL) : NULL);
    int count;
    const cr_param *params = cr_roughness_params(&count);
    cr_error cause;
    for (int i = 0; i < count; i++) {
        const cr_scene_node *given = cr_scene_find(item, params[i].name);
        if (given) cr_roughness_set(&roughness, params[i].name, given->number, NULL);
    }
    if (cr_rough_make(&roughness, b->arena, surface, &cause) == CR_OK) return CR_OK;
    return cr_scene_fail_from(b->scene, spot, &cause, b->error);
}

static cr_rough *add_surface(cr_scene_builder *b, const char *name) {
    cr_rough *surface = cr_arena_take(b->arena, 1, sizeof *surface);
    if (!surface) return NULL;
    b->names.surfaces[b->names.surface_count] = name;
    b->names.surface_profiles[b->names.surface_count++] = surface;
    return surface;
}

cr_status cr_scene_build_surface(cr_scene_builder *b, const cr_scene_node *item) {
    const cr_scene_node *preset = cr_scene_find(item, "preset");
    cr_rough *surface = add_surface(b, item->key);
    if (!surface) return cr_scene_no_memory(b->scene, b->error);
    if (cr_scene_find(item, "file")) return read_heights(b, item, surface);
    return draw_heights(b, item, item, preset ? preset->text : NULL, surface);
}

// A surface of the scene, or a preset, which is made when it is first used.
static cr_status find_surface(cr_scene_builder *b, const cr_scene_node *node, const cr_rough **found) {
    for (int i = 0; i < b->names.surface_count; i++)
        if (strcmp(b->names.surfaces[i], node->text) == 0) {
            *found = b->names.surface_profiles[i];
            return CR_OK;
        }
    cr_rough *made = add_surface(b, node->text);
    *found = made;
    if (!made) return cr_scene_no_memory(b->scene, b->error);
    return draw_heights(b, node->parent, NULL, node->text, made);
}

static double inertia_of(cr_scene_builder *b, const cr_scene_node *contact, bool rolls) {
    const cr_scene_node *given = cr_scene_find(contact, "inertia"), *hand = cr_scene_find(contact, "hand");
    const double solid_ball = 7.0 / 5.0; // along and round
    if (given) return given->number;
    if (hand ? hand->word == 1 : !rolls) return 0.0;
    double mass = cr_network_element(b->network, cr_scene_rolling_mass(b->scene, contact))->mass;
    return rolls ? solid_ball * mass : mass;
}

cr_status cr_scene_build_track(cr_scene_builder *b, const cr_scene_node *contact, const cr_scene_form *form,
                               cr_track_def *track) {
    const cr_scene_node *surface = cr_scene_find(contact, "surface"),
                        *rolls = cr_scene_find(contact, "rolls");
    double radius = rolls ? rolls->number : cr_scene_number(contact, form, "tip");
    cr_error cause;
    *track = (cr_track_def){.speed = cr_scene_number(contact, form, "speed"),
                            .inertia = inertia_of(b, contact, rolls != NULL),
                            .radius = rolls ? radius : 0.0,
                            .out_of_round = cr_scene_number(contact, form, "out_of_round"),
                            .off_centre = cr_scene_number(contact, form, "off_centre")};
    if (!surface) return CR_OK;
    cr_status status = find_surface(b, surface, &track->surface);
    cr_rough *path = cr_arena_take(b->arena, 1, sizeof *path);
    if (status != CR_OK) return status;
    if (!path) return cr_scene_no_memory(b->scene, b->error);
    status = cr_rough_ball(track->surface, radius, 0.0, b->arena, path, &cause);
    track->surface = path;
    return status == CR_OK ? CR_OK : cr_scene_fail_from(b->scene, contact, &cause, b->error);
}

cr_status cr_scene_build_friction(cr_scene_builder *b, const cr_scene_node *item) {
    const cr_scene_form form = cr_scene_form_friction();
    const cr_scene_node *contact = cr_scene_find(item, "contact"), *force = cr_scene_find(item, "force");
    double value[sizeof(cr_bristle_law) / sizeof(double)];
    for (int i = 0; i < form.param_count; i++) value[i] = cr_scene_number(item, &form, form.params[i].name);
    cr_friction_def def = cr_friction_def_default();
    def.a = cr_scene_place(item, "a");
    def.b = cr_scene_place(item, "b");
    def.contact = contact ? b->first_contact[contact->place.element] : -1;
    def.force = force ? force->number : 0.0;
    def.velocity = cr_scene_number(item, &form, "velocity");
    def.law = cr_bristle_of(value);
    cr_scene_names *n = &b->names;
    cr_error cause;
    int index;
    if (cr_network_add_friction(b->network, &def, &index, &cause) != CR_OK)
        return contact && !cr_scene_find(item, cause.place)
                   ? cr_scene_fail(b->scene, contact, CR_AT_VALUE, b->error, cause.status, "%s", cause.reason)
                   : cr_scene_fail_at_end(b, item, &cause);
    b->friction_joints[n->friction_count] = (cr_scene_joint){.a = cr_scene_find(item, "a")->text,
                                                             .b = cr_scene_find(item, "b")->text,
                                                             .pressed_by = contact ? contact->text : NULL};
    n->frictions[n->friction_count++] = item->key;
    return CR_OK;
}
