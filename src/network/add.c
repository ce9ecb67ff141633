// Elements by name, and what the other parts of a network are unless somebody says more.
#include "base/def.h"
#include "carom/network.h"

static int add(cr_network *network, const char *type, const cr_setting *settings, const double *given,
               int given_count, cr_error *error) {
    cr_element element;
    int index;
    if (cr_element_make(type, settings, &element, error) != CR_OK) return CR_NOWHERE;
    element.given = given;
    element.given_count = given_count;
    return cr_network_add_element(network, &element, &index, error) == CR_OK ? index : CR_NOWHERE;
}

int cr_network_add(cr_network *network, const char *type, const cr_setting *settings, cr_error *error) {
    return add(network, type, settings, NULL, 0, error);
}

int cr_network_add_modal(cr_network *network, int modes, const double *numbers, int count, cr_error *error) {
    return add(network, "modal", (cr_setting[]){{"modes", modes}, {0}}, numbers, count, error);
}

static const cr_place nowhere = {.element = CR_NOWHERE};

cr_contact_def cr_contact_def_default(void) {
    cr_law law;
    cr_law_make("hunt-crossley", NULL, &law, NULL); // its defaults agree with each other
    return cr_contact_def_between(nowhere, nowhere, law);
}

cr_contact_def cr_contact_def_between(cr_place a, cr_place b, cr_law law) {
    return (cr_contact_def){.a = a, .b = b, .law = law, .made = CR_DEF_MADE};
}

cr_spring_def cr_spring_def_default(void) {
    return (cr_spring_def){.a = nowhere, .b = nowhere, .k1 = 1000.0, .made = CR_DEF_MADE};
}

cr_friction_def cr_friction_def_default(void) {
    return (cr_friction_def){.a = nowhere,
                             .b = nowhere,
                             .contact = -1,
                             .force = 1.0,
                             .law = cr_bristle_default(),
                             .made = CR_DEF_MADE};
}

cr_bow_def cr_bow_def_default(void) {
    return (cr_bow_def){
        .at = nowhere, .model = CR_BOW_STICK_SLIP, .force = 0.3, .velocity = 0.2, .made = CR_DEF_MADE};
}

cr_track_def cr_track_def_default(void) {
    return (cr_track_def){.surface = NULL};
}
