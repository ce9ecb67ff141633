// One body of a scene: its surface, its matter, its modes.
#include "carom/material.h"
#include "io/scene/world/world.h"

#include <string.h>

// --- surface --------------------------------------------------------------------------------------------

static cr_status make_form(cr_scene_worlds *w, const cr_scene_node *item, const cr_form_type *type,
                           const cr_form **form) {
    cr_setting settings[CR_FORM_PARAM_MAX + 1] = {{0}};
    cr_error cause = {.place = ""};
    int count = 0;
    for (int i = 0; i < type->param_count; i++) {
        const cr_scene_node *given = cr_scene_find(item, type->params[i].name);
        if (given) settings[count++] = (cr_setting){type->params[i].name, given->number};
    }
    *form = cr_form_new(type->name, settings, w->arena, &cause);
    return *form ? CR_OK : cr_scene_fail_from(w->scene, item, &cause, w->error);
}

static cr_status take_parts(cr_scene_worlds *w, cr_scene_body *body, const cr_scene_node *list) {
    cr_status status = CR_OK;
    for (const cr_scene_node *i = list->first; status == CR_OK && i; i = i->next) {
        const cr_scene_node *at = cr_scene_find(i, "at"), *turn = cr_scene_find(i, "turn");
        cr_part_def *part = &body->parts[i->index];
        part->pose = (cr_pose){.turn = cr_quat_none};
        if (at) part->pose.at = cr_scene_vector(at);
        if (turn) part->pose.turn = cr_scene_turn(turn);
        status = make_form(w, i, cr_form_find(cr_scene_find(i, "shape")->text, NULL), &part->form);
    }
    return status;
}

static cr_status take_surface(cr_scene_worlds *w, cr_scene_body *body, const cr_solid_def *solid) {
    const cr_scene_node *item = body->item, *list = cr_scene_find(item, "parts"),
                        *shape = cr_scene_find(item, "shape");
    const cr_form_type *type = shape ? cr_form_find(shape->text, NULL) : NULL;
    body->def.part_count = list ? list->count : 1;
    body->parts = cr_arena_take(w->arena, (size_t)body->def.part_count, sizeof *body->parts);
    body->def.parts = body->parts;
    if (!body->parts) return cr_scene_no_memory(w->scene, w->error);
    if (list) return take_parts(w, body, list);
    body->parts[0].pose.turn = cr_quat_none;
    if (solid->frame) {
        cr_error cause = {.place = ""};
        body->parts[0].form = cr_form_of_frame(solid->frame, w->arena, &cause);
        return body->parts[0].form ? CR_OK : cr_scene_fail_from(w->scene, item, &cause, w->error);
    }
    return type ? make_form(w, item, type, &body->parts[0].form)
                : cr_scene_surface_form(w, body, solid, &body->parts[0].form);
}

// --- matter ---------------------------------------------------------------------------------------------

// Contact feels a mode decay as the ear hears it, by cr_material_decay; with the presets s3 by the paper's
// figures.
static double loss_of(const cr_scene_worlds *w, const cr_scene_body *body, const cr_scene_node *given) {
    const cr_scene_node *preset = cr_scene_find(cr_scene_world_section(w->scene), "preset");
    const cr_material *material = body->matter.damped ? NULL : body->matter.material;
    bool by_loss = material && material->damping == CR_MATERIAL_LOSS && !(preset && preset->word > 0);
    return given ? given->number : by_loss ? material->loss : cr_scene_solid_loss(w->scene, body->item);
}

// Modes with a damping of their own: sigma = (mass + stiffness w^2)/2, or w loss/2.
static cr_status damp(cr_scene_worlds *w, cr_scene_body *body, const cr_modes *modes) {
    const cr_scene_node *rayleigh = cr_scene_find(body->item, "rayleigh"),
                        *given = cr_scene_find(body->item, "loss");
    double loss = loss_of(w, body, given);
    body->def.modes = modes;
    if (!rayleigh && isnan(loss)) return CR_OK;
    cr_modes *own = cr_arena_take(w->arena, 1, sizeof *own);
    double *sigma = cr_arena_take(w->arena, (size_t)modes->count + 1, sizeof *sigma);
    if (!own || !sigma) return cr_scene_no_memory(w->scene, w->error);
    for (int i = 0; i < modes->count; i++) {
        double omega = 2.0 * cr_pi * modes->frequency[i];
        sigma[i] = rayleigh ? 0.5 * (rayleigh->first->number + rayleigh->last->number * omega * omega)
                            : 0.5 * loss * omega;
    }
    *own = *modes;
    own->sigma = sigma;
    body->def.modes = own;
    return CR_OK;
}

// Mass, centre and reach of all parts together.
static void weigh(cr_scene_body *body) {
    const cr_modes *modes = body->def.modes;
    double volume = 0.0;
    cr_vec moment = {0.0, 0.0, 0.0};
    for (int i = 0; i < body->def.part_count; i++) {
        const cr_part_def *part = &body->parts[i];
        cr_vec centre = cr_pose_out(&part->pose, part->form->centre);
        moment = cr_vec_along(moment, part->form->volume, centre);
        volume += part->form->volume;
        body->reach = fmax(body->reach, cr_vec_length(part->pose.at) + part->form->reach);
    }
    body->mass = volume * body->def.density;
    if (volume > 0.0) body->centre = cr_vec_scale(1.0 / volume, moment);
    if (!modes) return;
    body->mass = modes->mass;
    body->centre = (cr_vec){modes->centre[0], modes->centre[1], modes->centre[2]};
}

static cr_status check_mass(cr_scene_worlds *w, const cr_scene_body *body) {
    const double least = 1e-12, most = 1e9;
    bool led = body->def.fixed || cr_scene_find(body->item, "drive");
    if (led || (body->mass >= least && body->mass <= most)) return CR_OK;
    if (body->mass == 0.0)
        return cr_scene_fail(w->scene, body->item, CR_AT_KEY, w->error, CR_ERR_INPUT,
                             "has no mass and cannot move by itself; give fixed: true or a drive");
    return cr_scene_fail(w->scene, body->item, CR_AT_KEY, w->error, CR_ERR_RANGE,
                         "weighs %g kg; what moves needs %g to %g kg: are its sizes in metres?", body->mass,
                         least, most);
}

// --- all of it ------------------------------------------------------------------------------------------

void cr_scene_take_grip(const cr_scene_node *node, cr_grip *grip) {
    const cr_scene_form *form = cr_scene_form_inside(CR_VALUE_GRIP);
    if (!node) return;
    if (node->kind != CR_SCENE_MAPPING) {
        grip->rest = grip->dynamic = node->number;
        return;
    }
    double rest = cr_scene_number(node, form, "rest"), dynamic = cr_scene_number(node, form, "dynamic");
    if (!isnan(rest) || !isnan(dynamic)) {
        grip->rest = isnan(rest) ? dynamic : rest;
        grip->dynamic = isnan(dynamic) ? rest : dynamic;
    }
    grip->stribeck = cr_scene_number(node, form, "stribeck");
    grip->rolling = cr_scene_number(node, form, "rolling");
    grip->spinning = cr_scene_number(node, form, "spinning");
}

static double number_or(const cr_scene_worlds *w, const cr_scene_node *item, const char *key) {
    const cr_scene_node *own = cr_scene_find(item, key);
    return own ? own->number : cr_scene_number(cr_scene_world_section(w->scene), &cr_scene_form_world, key);
}

cr_status cr_scene_describe_matter(const cr_scene *scene, const cr_scene_node *item, cr_arena *arena,
                                   cr_solid_def *solid, cr_error *error) {
    const cr_scene_node *modes = cr_scene_find(item, "modes"), *fmax = cr_scene_find(item, "fmax");
    cr_status status = cr_scene_describe_solid(scene, item, arena, solid, error);
    if (status != CR_OK || modes) return status;
    solid->fmax =
        fmax ? fmax->number : cr_scene_number(cr_scene_world_section(scene), &cr_scene_form_world, "fmax");
    return CR_OK;
}

static void take_motion(const cr_scene_node *item, cr_body_def *def) {
    const cr_scene_node *velocity = cr_scene_find(item, "velocity"), *spin = cr_scene_find(item, "spin");
    if (velocity) def->velocity = cr_scene_vector(velocity);
    if (spin) def->spin = cr_scene_vector(spin);
}

static void take_manners(const cr_scene_worlds *w, const cr_scene_node *item, cr_body_def *def) {
    const cr_scene_form form = cr_scene_form_body(NULL, NULL);
    cr_scene_take_grip(cr_scene_find(cr_scene_world_section(w->scene), "friction"), &def->grip);
    cr_scene_take_grip(cr_scene_find(item, "friction"), &def->grip);
    def->restitution = cr_scene_number(item, &form, "restitution");
    if (cr_scene_find(item, "law")) def->compress = (cr_compress)cr_scene_find(item, "law")->word;
    def->normal_noise = cr_scene_number(item, &form, "normal_noise");
    def->filter = (unsigned)cr_scene_number(item, &form, "filter");
}

// Contact points give alike in all directions: with the mean of those of wood, whose ratios may be any.
static void take_elastic(const cr_elastic *elastic, cr_body_def *def) {
    def->young = (elastic->young[0] + elastic->young[1] + elastic->young[2]) / 3.0;
    def->poisson = fmin((elastic->poisson[0] + elastic->poisson[1] + elastic->poisson[2]) / 3.0, 0.5);
}

// The scene's own materials, figures and files of modes bring their damping with them.
static cr_scene_matter matter_of(const cr_scene *scene, const cr_scene_node *item,
                                 const cr_solid_def *solid) {
    const cr_scene_node *own = cr_scene_section_of(scene, CR_SECTION_MATERIALS);
    bool named = *solid->material && !cr_scene_find(own, solid->material);
    const cr_scene_node *surface = cr_scene_find(item, "surface");
    return (cr_scene_matter){named ? cr_material_find(solid->material, NULL) : NULL,
                             cr_scene_find(item, "rayleigh") || cr_scene_find(item, "loss") ||
                                 (solid->file && cr_solid_is_ready(solid)),
                             surface ? cr_rough_preset_find(surface->text, NULL) : NULL};
}

cr_status cr_scene_describe_body(cr_scene_worlds *w, cr_scene_body *body) {
    const cr_scene_node *item = body->item, *modes = cr_scene_find(item, "modes");
    cr_body_def *def = &body->def;
    cr_solid_def solid;
    *def = cr_body_def_default();
    cr_status status = cr_scene_describe_matter(w->scene, item, w->arena, &solid, w->error);
    if (status != CR_OK) return status;
    body->matter = matter_of(w->scene, item, &solid);
    def->name = item->key;
    def->density = solid.elastic.density;
    take_elastic(&solid.elastic, def);
    def->fixed = cr_scene_is_on(item, "fixed", false);
    def->fmax = number_or(w, item, "fmax");
    def->contact_fmax = fmin(number_or(w, item, "contact_fmax"), def->fmax);
    if (modes && modes->number == 0.0) def->fmax = def->contact_fmax = 0.0;
    take_motion(item, def);
    take_manners(w, item, def);
    if (cr_scene_body_vibrates(w->scene, item)) {
        const cr_scene_solved *solved = w->scene->solved;
        if (!solved)
            return cr_scene_fail(w->scene, item, CR_AT_KEY, w->error, CR_ERR_UNSUPPORTED,
                                 "the modes of a body are computed before the world is made");
        status = damp(w, body, solved[item->index].modes);
    }
    if (status == CR_OK) status = take_surface(w, body, &solid);
    if (status != CR_OK) return status;
    weigh(body);
    return check_mass(w, body);
}
