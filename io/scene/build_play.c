// Excitations and pickups of the simulation.
#include "io/scene/internal.h"

#include <string.h>

static cr_status fail_from(cr_scene_builder *b, const cr_scene_node *item, const cr_error *cause) {
    return cr_scene_fail_from(b->scene, item, cause, b->error);
}

static cr_status excite(cr_scene_builder *b, const cr_scene_node *item, const cr_excitation *excitation) {
    cr_error cause;
    if (cr_sim_add_excitation(b->sim, excitation, &cause) == CR_OK) return CR_OK;
    return fail_from(b, item, &cause);
}

static cr_envelope envelope_of(const cr_scene_node *item, const cr_scene_form *form) {
    return (cr_envelope){.start = cr_scene_number(item, form, "start"),
                         .attack = cr_scene_number(item, form, "attack"),
                         .duration = cr_scene_number(item, form, "duration"),
                         .release = cr_scene_number(item, form, "release")};
}

static cr_status build_bow(cr_scene_builder *b, const cr_scene_node *item, const cr_scene_form *form) {
    cr_bow_def def = {.at = cr_scene_place(item, "at"),
                      .model = (cr_bow_model)cr_scene_word(item, form, "model"),
                      .force = cr_scene_number(item, form, "force"),
                      .velocity = cr_scene_number(item, form, "velocity")};
    cr_excitation excitation = {.kind = CR_EXCITE_BOW,
                                .envelope = envelope_of(item, form),
                                .amplitude = def.force,
                                .velocity = def.velocity};
    cr_error cause;
    if (cr_network_add_bow(b->network, &def, &excitation.target, &cause) != CR_OK)
        return fail_from(b, item, &cause);
    b->bow[item->index] = excitation.target;
    b->names.bows[b->names.bow_count++] = item->key;
    return excite(b, item, &excitation);
}

static cr_status build_pluck(cr_scene_builder *b, const cr_scene_node *item, const cr_scene_form *form) {
    cr_error cause;
    cr_status status = cr_sim_displace(
        b->sim, cr_scene_place(item, "at"), (cr_pluck_shape)cr_scene_word(item, form, "shape"),
        cr_scene_number(item, form, "height"), cr_scene_number(item, form, "width"), &cause);
    return status == CR_OK ? CR_OK : fail_from(b, item, &cause);
}

static cr_status build_throw(cr_scene_builder *b, const cr_scene_node *item, const cr_scene_form *form) {
    cr_error cause;
    cr_place element = cr_scene_place(item, "element");
    double from = cr_scene_number(item, form, "from");
    cr_status status = CR_OK;
    if (from != 0.0) status = cr_sim_displace(b->sim, element, CR_PLUCK_TRIANGLE, from, 1.0, &cause);
    if (status == CR_OK)
        status = cr_sim_throw(b->sim, element.element, cr_scene_number(item, form, "velocity"), &cause);
    return status == CR_OK ? CR_OK : fail_from(b, item, &cause);
}

static cr_status add_hammer(cr_scene_builder *b, const cr_scene_node *item, const cr_scene_form *form,
                            int *index, cr_error *cause) {
    cr_element hammer = cr_element_default(cr_element_find("mass", NULL));
    cr_status status = cr_element_set(&hammer, "mass", cr_scene_number(item, form, "mass"), cause);
    if (status == CR_OK) status = cr_network_add_element(b->network, &hammer, index, cause);
    if (status == CR_OK) b->names.elements[b->names.element_count++] = item->key;
    return status;
}

// A hammer above the point, thrown down so that it arrives at `start`.
static cr_status build_strike(cr_scene_builder *b, const cr_scene_node *item, const cr_scene_form *form) {
    static const char *const values[] = {"k", "alpha", "mu"};
    cr_contact_def def = {.a = cr_scene_place(item, "at"),
                          .law = cr_law_default(cr_law_find("hunt-crossley", NULL))};
    double angle = cr_scene_number(item, form, "angle") * cr_pi / 180.0;
    double velocity = cr_scene_number(item, form, "velocity") * cos(angle);
    double start = cr_scene_number(item, form, "start");
    cr_error cause;
    int contact;
    cr_status status = add_hammer(b, item, form, &def.b.element, &cause);
    for (int i = 0; status == CR_OK && i < 3; i++)
        status = cr_law_set(&def.law, values[i], cr_scene_number(item, form, values[i]), &cause);
    if (status == CR_OK) status = cr_law_prepare(&def.law, &cause);
    if (status == CR_OK) status = cr_network_add_contact(b->network, &def, &contact, &cause);
    cr_scene_joint joint = {.a = cr_scene_find(item, "at")->text, .b = item->key, .law = def.law.type->name};
    if (status == CR_OK && !cr_scene_name_contact(b, item->key, 0, 1, &joint))
        return cr_scene_no_memory(b->scene, b->error);
    if (status == CR_OK)
        status = cr_sim_displace(b->sim, def.b, CR_PLUCK_TRIANGLE, velocity * start, 1.0, &cause);
    if (status == CR_OK) status = cr_sim_throw(b->sim, def.b.element, -velocity, &cause);
    cr_sim_expect(b->sim, start);
    return status == CR_OK ? CR_OK : fail_from(b, item, &cause);
}

static void take_drive(const cr_scene_node *item, const cr_scene_form *form, cr_excitation *excitation) {
    excitation->envelope = envelope_of(item, form);
    excitation->shape = (cr_drive_shape)cr_scene_word(item, form, "shape");
    excitation->amplitude = cr_scene_number(item, form, "amplitude");
    if (cr_scene_find(item, "frequency")) excitation->frequency = cr_scene_number(item, form, "frequency");
}

static cr_status build_force(cr_scene_builder *b, const cr_scene_node *item, const cr_scene_form *form) {
    cr_excitation excitation = {.kind = CR_EXCITE_FORCE};
    cr_error cause;
    take_drive(item, form, &excitation);
    if (cr_network_add_input(b->network, cr_scene_place(item, "at"), &excitation.target, &cause) != CR_OK)
        return fail_from(b, item, &cause);
    return excite(b, item, &excitation);
}

static cr_status build_move(cr_scene_builder *b, const cr_scene_node *item, const cr_scene_form *form) {
    cr_excitation excitation = {.kind = CR_EXCITE_MOVE, .target = cr_scene_place(item, "element").element};
    take_drive(item, form, &excitation);
    return excite(b, item, &excitation);
}

static cr_status build_tune(cr_scene_builder *b, const cr_scene_node *item, const cr_scene_form *form) {
    cr_excitation excitation = {.kind = CR_EXCITE_TUNE,
                                .target = cr_scene_place(item, "element").element,
                                .envelope = {.start = cr_scene_number(item, form, "start"),
                                             .duration = cr_scene_number(item, form, "duration")},
                                .amplitude = cr_scene_number(item, form, "to")};
    // the step ignores a pitch out of reach, so a copy tries it first
    cr_element probe = *cr_network_element(b->network, excitation.target);
    cr_error cause;
    cr_status status = cr_element_retune(&probe, excitation.amplitude, &cause);
    if (status != CR_OK)
        return cr_scene_fail(b->scene, cr_scene_find(item, "to"), CR_AT_VALUE, b->error, status, "%s",
                             cause.reason);
    return excite(b, item, &excitation);
}

// What is left out is as the friction says.
static cr_status build_rub(cr_scene_builder *b, const cr_scene_node *item, const cr_scene_form *form) {
    int friction = cr_scene_place(item, "friction").element;
    const cr_scene_node *rubbed = cr_scene_item(b->scene, CR_SECTION_FRICTIONS, friction),
                        *force = cr_scene_find(item, "force"), *velocity = cr_scene_find(item, "velocity");
    if (!force) force = cr_scene_find(rubbed, "force");
    if (!velocity) velocity = cr_scene_find(rubbed, "velocity");
    return excite(b, item,
                  &(cr_excitation){.kind = CR_EXCITE_RUB,
                                   .target = friction,
                                   .envelope = envelope_of(item, form),
                                   .amplitude = force ? force->number : 0.0,
                                   .velocity = velocity ? velocity->number : 0.0});
}

static cr_status build_travel(cr_scene_builder *b, const cr_scene_node *item, const cr_scene_form *form) {
    return excite(b, item,
                  &(cr_excitation){.kind = CR_EXCITE_TRAVEL,
                                   .target = b->first_contact[cr_scene_place(item, "contact").element],
                                   .envelope = envelope_of(item, form),
                                   .velocity = cr_scene_number(item, form, "speed")});
}

cr_status cr_scene_build_excitation(cr_scene_builder *b, const cr_scene_node *item) {
    static cr_status (*const build[CR_TYPE_COUNT])(cr_scene_builder *, const cr_scene_node *,
                                                   const cr_scene_form *) = {
        [CR_TYPE_BOW] = build_bow,       [CR_TYPE_PLUCK] = build_pluck, [CR_TYPE_THROW] = build_throw,
        [CR_TYPE_STRIKE] = build_strike, [CR_TYPE_FORCE] = build_force, [CR_TYPE_MOVE] = build_move,
        [CR_TYPE_TUNE] = build_tune,     [CR_TYPE_RUB] = build_rub,     [CR_TYPE_TRAVEL] = build_travel,
    };
    cr_excitation_type type = cr_scene_excitation(item);
    return build[type](b, item, &cr_scene_form_excitations[type]);
}

static cr_status listen(cr_scene_builder *b, const cr_scene_node *item, cr_quantity quantity, int source) {
    const cr_scene_form *form = &cr_scene_form_pickup;
    cr_listen heard = {.quantity = quantity,
                       .source = source,
                       .channel = (int)cr_scene_number(item, form, "channel") - 1,
                       .gain = cr_scene_number(item, form, "gain")};
    cr_error cause;
    if (cr_sim_add_listen(b->sim, &heard, &cause) == CR_OK) return CR_OK;
    return fail_from(b, item, &cause);
}

static cr_status listen_at(cr_scene_builder *b, const cr_scene_node *item) {
    int pickup, word = cr_scene_word(item, &cr_scene_form_pickup, "quantity");
    cr_error cause;
    if (cr_network_add_pickup(b->network, cr_scene_place(item, "at"), &pickup, &cause) != CR_OK)
        return fail_from(b, item, &cause);
    b->names.pickups[b->names.pickup_count++] = item->key;
    return listen(b, item, word == 0 ? CR_HEAR_DISPLACEMENT : CR_HEAR_VELOCITY, pickup);
}

// A row of contacts is heard as the sum of its forces.
cr_status cr_scene_build_pickup(cr_scene_builder *b, const cr_scene_node *item) {
    if (cr_scene_find(item, "at")) return listen_at(b, item);
    if (cr_scene_find(item, "bow"))
        return listen(b, item, CR_HEAR_BOW_FORCE, b->bow[cr_scene_place(item, "bow").element]);
    if (cr_scene_find(item, "friction"))
        return listen(b, item, CR_HEAR_FRICTION_FORCE, cr_scene_place(item, "friction").element);
    int contact = cr_scene_place(item, "contact").element, end = b->first_contact[contact + 1];
    cr_status status = CR_OK;
    for (int i = b->first_contact[contact]; status == CR_OK && i < end; i++)
        status = listen(b, item, CR_HEAR_CONTACT_FORCE, i);
    return status;
}

static cr_status listen_usually(cr_scene_builder *b, const cr_scene_node *item, const double *at,
                                const char *side, int channel) {
    cr_listen heard = {.quantity = CR_HEAR_VELOCITY, .channel = channel, .gain = 1.0};
    size_t length = strlen(item->key) + strlen(side) + 1;
    char *name = cr_arena_take(b->arena, length, 1);
    cr_error cause;
    if (!name) return cr_scene_no_memory(b->scene, b->error);
    snprintf(name, length, "%s%s", item->key, side);
    cr_place place = {item->index, {at[0], at[1], at[2]}};
    cr_status status = cr_network_add_pickup(b->network, place, &heard.source, &cause);
    if (status == CR_OK) status = cr_sim_add_listen(b->sim, &heard, &cause);
    if (status != CR_OK) return fail_from(b, item, &cause);
    b->names.pickups[b->names.pickup_count++] = name;
    return CR_OK;
}

cr_status cr_scene_build_usual_pickups(cr_scene_builder *b) {
    const cr_scene_node *item = cr_scene_section_of(b->scene, CR_SECTION_ELEMENTS)->first;
    cr_status status = CR_OK;
    for (; status == CR_OK && item; item = item->next) {
        const cr_scene_solved *solved = b->scene->solved;
        const cr_element_places *places = cr_scene_type(b->scene, item->index)->places;
        if (!places) continue;
        if (solved && solved[item->index].modes) places = &solved[item->index].places;
        status = listen_usually(b, item, places->left, "-left", 0);
        if (status == CR_OK) status = listen_usually(b, item, places->right, "-right", 1);
    }
    return status;
}
