// Which numbers of a scene an event of carom/rt.h changes, and what the event is for.
#include "io/scene/params_live.h"

#include <string.h>

// The event of a knob, and whether it is for a blow to come.
static const struct {
    cr_scene_change change;
    cr_rt_kind event;
} events[CR_KNOB_COUNT] = {
    [CR_KNOB_AMPLITUDE] = {CR_CHANGE_LIVE, CR_RT_AMPLITUDE},
    [CR_KNOB_VELOCITY] = {CR_CHANGE_LIVE, CR_RT_VELOCITY},
    [CR_KNOB_FREQUENCY] = {CR_CHANGE_LIVE, CR_RT_FREQUENCY},
    [CR_KNOB_THROW] = {CR_CHANGE_STRIKE, CR_RT_THROW},
    [CR_KNOB_STRIKE] = {CR_CHANGE_STRIKE, CR_RT_STRIKE},
};

static const cr_key *find_key(const cr_excitation_type *type, const char *name) {
    for (int i = 0; i < type->key_count; i++)
        if (strcmp(type->keys[i].number.name, name) == 0) return &type->keys[i];
    return NULL;
}

static void find_of_excitation(const cr_scene_node *item, const char *name, cr_scene_param *p) {
    cr_excitation x = cr_scene_excitation(item);
    const cr_key *key = find_key(x.type, name);
    // A frequency is one of a sine, and not there for other shapes.
    if (!key || key->knob == CR_KNOB_NONE || isnan(x.value[key - x.type->keys])) return;
    p->change = events[key->knob].change;
    p->event = events[key->knob].event;
    p->field = key->strike;
    p->target = p->change == CR_CHANGE_STRIKE ? x.at.element : item->index;
}

// How many motions a pickup listens to: a row of contacts has many; -1: that shows only when it is built.
static int listens_of(const cr_scene *scene, const cr_scene_node *pickup) {
    const cr_scene_node *contact = cr_scene_find(pickup, "contact");
    if (!contact) return 1;
    const cr_scene_node *along =
        cr_scene_find(cr_scene_item(scene, CR_SECTION_CONTACTS, contact->place.element), "along");
    if (!along) return 1;
    return along->word >= 0 ? -1 : (int)along->number;
}

static void find_of_pickup(const cr_scene *scene, const cr_scene_node *item, cr_scene_param *p) {
    int first = 0;
    const cr_scene_node *i = cr_scene_section_of(scene, CR_SECTION_PICKUPS)->first;
    for (; first >= 0 && i != item; i = i->next) {
        int count = listens_of(scene, i);
        first = count < 0 ? -1 : first + count;
    }
    int count = listens_of(scene, item);
    if (first < 0 || count < 0) return;
    p->change = CR_CHANGE_LIVE;
    p->event = CR_RT_GAIN;
    p->target = first;
    p->targets = count;
}

static bool is_moved(const cr_scene *scene, int element) {
    const cr_scene_node *section = cr_scene_section_of(scene, CR_SECTION_EXCITATIONS);
    for (const cr_scene_node *i = section ? section->first : NULL; i; i = i->next)
        if (cr_scene_excitation(i).type->holds_position && cr_scene_excitation(i).at.element == element)
            return true;
    return false;
}

// A string is made for the highest pitch that it will have.
static void find_of_element(const cr_scene *scene, const cr_scene_node *item, const char *key,
                            cr_scene_param *p) {
    const cr_element_type *type = cr_scene_element_type(item);
    bool pitch = type->retune && strcmp(key, "f0") == 0;
    bool position = cr_element_is(type, CR_TRAIT_FIXED) && strcmp(key, "position") == 0;
    if (!pitch && !(position && !is_moved(scene, item->index))) return;
    p->change = CR_CHANGE_LIVE;
    p->event = pitch ? CR_RT_PITCH : CR_RT_POSITION;
    p->target = item->index;
    if (!pitch) return;
    cr_element element;
    if (cr_scene_describe_element(scene, item, &element, NULL) != CR_OK) return;
    for (int i = 0; i < type->param_count; i++)
        if (strcmp(type->params[i].name, "f0_max") == 0)
            p->live_high = isnan(element.value[i]) ? p->value : element.value[i];
}

void cr_scene_find_event(const cr_scene *scene, cr_scene_section_id section, const cr_scene_node *item,
                         const char *key, cr_scene_param *p) {
    p->change = CR_CHANGE_REBUILD;
    p->targets = 1;
    p->live_low = p->low;
    p->live_high = p->high;
    if (section == CR_SECTION_EXCITATIONS) find_of_excitation(item, key, p);
    if (section == CR_SECTION_ELEMENTS) find_of_element(scene, item, key, p);
    if (section == CR_SECTION_PICKUPS && strcmp(key, "gain") == 0) find_of_pickup(scene, item, p);
}
