// Excitations and pickups of the simulation.
#include "io/scene/internal.h"

#include <string.h>

static cr_status fail_from(cr_scene_builder *b, const cr_scene_node *item, const cr_error *cause) {
    return cr_scene_fail_from(b->scene, item, cause, b->error);
}

// What it added to the network is called after it.
static cr_status name_additions(cr_scene_builder *b, const cr_scene_node *item) {
    int elements = cr_network_element_count(b->network), contacts = cr_network_contact_count(b->network),
        first = b->names.contact_count, bows = cr_network_bow_count(b->network);
    cr_scene_joint joint = {.a = cr_scene_acted_on(item)->text, .b = item->key};
    bool named = true;
    if (b->names.bow_count < bows) b->bow[item->index] = bows - 1;
    while (named && b->names.element_count < elements) named = cr_scene_name_element(b, item->key);
    while (named && b->names.bow_count < bows) named = cr_scene_name_bow(b, item->key);
    for (int i = first; named && i < contacts; i++) {
        joint.law = cr_network_contact_law(b->network, i)->type->name;
        named = cr_scene_name_contact(b, item->key, i - first, contacts - first, &joint);
    }
    return named ? CR_OK : cr_scene_no_memory(b->scene, b->error);
}

cr_status cr_scene_build_excitation(cr_scene_builder *b, const cr_scene_node *item) {
    cr_excitation x = cr_scene_excitation(item);
    cr_error cause;
    if (x.type->keys[0].kind == CR_VALUE_CONTACT) x.at.element = b->first_contact[x.at.element];
    if (cr_sim_add_excitation(b->sim, &x, &cause) != CR_OK) return fail_from(b, item, &cause);
    return name_additions(b, item);
}

static cr_status listen(cr_scene_builder *b, const cr_scene_node *item, int source) {
    const cr_scene_form form = cr_scene_form_pickup();
    cr_listen heard = {.type = cr_scene_pickup_type(item),
                       .source = source,
                       .channel = (int)cr_scene_number(item, &form, "channel") - 1,
                       .gain = cr_scene_number(item, &form, "gain")};
    cr_error cause;
    if (cr_sim_add_listen(b->sim, &heard, &cause) == CR_OK) return CR_OK;
    return fail_from(b, item, &cause);
}

static cr_status listen_at(cr_scene_builder *b, const cr_scene_node *item, cr_place at) {
    int pickup;
    cr_error cause;
    if (cr_network_add_pickup(b->network, at, &pickup, &cause) != CR_OK) return fail_from(b, item, &cause);
    b->names.pickups[b->names.pickup_count++] = item->key;
    return listen(b, item, pickup);
}

// A row of contacts is heard as the sum of its forces.
cr_status cr_scene_build_pickup(cr_scene_builder *b, const cr_scene_node *item) {
    const cr_scene_key *key;
    cr_place source = cr_scene_source(item, &key)->place;
    if (key->kind == CR_VALUE_PLACE) return listen_at(b, item, source);
    if (key->kind == CR_VALUE_BOW) return listen(b, item, b->bow[source.element]);
    if (key->kind == CR_VALUE_FRICTION) return listen(b, item, source.element);
    cr_status status = CR_OK;
    int end = b->first_contact[source.element + 1];
    for (int i = b->first_contact[source.element]; status == CR_OK && i < end; i++)
        status = listen(b, item, i);
    return status;
}

// What is heard of a point unless a scene says something else.
static const cr_pickup_type *usual_of_a_point(void) {
    int count, i = 0;
    const cr_pickup_type *const *types = cr_pickup_types(&count);
    while (!(types[i]->usual && types[i]->source == CR_VALUE_PLACE)) i++;
    return types[i];
}

static cr_status listen_usually(cr_scene_builder *b, const cr_scene_node *item, const double *at,
                                const char *side, int channel) {
    cr_listen heard = {.type = usual_of_a_point(), .channel = channel, .gain = 1.0};
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
        const cr_element_places *places = cr_scene_element_type(item)->places;
        if (!places) continue;
        if (solved && solved[item->index].modes) places = &solved[item->index].places;
        status = listen_usually(b, item, places->left, "-left", 0);
        if (status == CR_OK) status = listen_usually(b, item, places->right, "-right", 1);
    }
    return status;
}
