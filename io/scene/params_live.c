// Which numbers of a scene an event of carom/rt.h changes, and what the event is for.
#include "io/scene/params_live.h"

#include <string.h>

// Keys of excitations, by type.
static const struct {
    cr_excitation_type type;
    const char *key;
    cr_scene_change change;
    cr_rt_kind event;
    int field;
} keys_of_excitations[] = {
    {CR_TYPE_FORCE, "amplitude", CR_CHANGE_LIVE, CR_RT_AMPLITUDE, 0},
    {CR_TYPE_FORCE, "frequency", CR_CHANGE_LIVE, CR_RT_FREQUENCY, 0},
    {CR_TYPE_BOW, "force", CR_CHANGE_LIVE, CR_RT_AMPLITUDE, 0},
    {CR_TYPE_BOW, "velocity", CR_CHANGE_LIVE, CR_RT_VELOCITY, 0},
    {CR_TYPE_RUB, "force", CR_CHANGE_LIVE, CR_RT_AMPLITUDE, 0},
    {CR_TYPE_RUB, "velocity", CR_CHANGE_LIVE, CR_RT_VELOCITY, 0},
    {CR_TYPE_TRAVEL, "speed", CR_CHANGE_LIVE, CR_RT_VELOCITY, 0},
    {CR_TYPE_THROW, "velocity", CR_CHANGE_STRIKE, CR_RT_THROW, 0},
    {CR_TYPE_STRIKE, "velocity", CR_CHANGE_STRIKE, CR_RT_STRIKE, CR_STRIKE_SPEED},
    {CR_TYPE_STRIKE, "mass", CR_CHANGE_STRIKE, CR_RT_STRIKE, CR_STRIKE_MASS},
    {CR_TYPE_STRIKE, "k", CR_CHANGE_STRIKE, CR_RT_STRIKE, CR_STRIKE_HARDNESS},
    {CR_TYPE_STRIKE, "alpha", CR_CHANGE_STRIKE, CR_RT_STRIKE, CR_STRIKE_EXPONENT},
    {CR_TYPE_STRIKE, "mu", CR_CHANGE_STRIKE, CR_RT_STRIKE, CR_STRIKE_LOSS},
};

// Those that only make an initial state are none of the simulation.
static bool goes_on(cr_excitation_type type) {
    return type != CR_TYPE_PLUCK && type != CR_TYPE_THROW && type != CR_TYPE_STRIKE;
}

static int excitation_number(const cr_scene *scene, const cr_scene_node *item) {
    int number = 0;
    const cr_scene_node *i = cr_scene_section_of(scene, CR_SECTION_EXCITATIONS)->first;
    for (; i != item; i = i->next) number += goes_on(cr_scene_excitation(i));
    return number;
}

static bool is_sine(const cr_scene_node *item) {
    const cr_scene_node *shape = cr_scene_find(item, "shape");
    return shape && shape->word == CR_DRIVE_SINE;
}

static void find_of_excitation(const cr_scene *scene, const cr_scene_node *item, const char *key,
                               cr_scene_param *p) {
    cr_excitation_type type = cr_scene_excitation(item);
    for (size_t i = 0; i < sizeof keys_of_excitations / sizeof *keys_of_excitations; i++) {
        if (keys_of_excitations[i].type != type || strcmp(keys_of_excitations[i].key, key) != 0) continue;
        p->change = keys_of_excitations[i].change;
        p->event = keys_of_excitations[i].event;
        p->field = keys_of_excitations[i].field;
    }
    if (p->change == CR_CHANGE_REBUILD) return;
    if (p->event == CR_RT_FREQUENCY && !is_sine(item)) p->change = CR_CHANGE_REBUILD;
    if (p->event == CR_RT_STRIKE) p->target = cr_scene_place(item, "at").element;
    else if (p->event == CR_RT_THROW) p->target = cr_scene_place(item, "element").element;
    else p->target = excitation_number(scene, item);
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
        if (cr_scene_excitation(i) == CR_TYPE_MOVE && cr_scene_place(i, "element").element == element)
            return true;
    return false;
}

// A string is made for the highest pitch that it will have.
static void find_of_element(const cr_scene *scene, const cr_scene_node *item, const char *key,
                            cr_scene_param *p) {
    const cr_element_type *type = cr_scene_type(scene, item->index);
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
    if (section == CR_SECTION_EXCITATIONS) find_of_excitation(scene, item, key, p);
    if (section == CR_SECTION_ELEMENTS) find_of_element(scene, item, key, p);
    if (section == CR_SECTION_PICKUPS && strcmp(key, "gain") == 0) find_of_pickup(scene, item, p);
}
