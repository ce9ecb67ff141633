// The sections of a scene, and the checks in their order.
#include "io/file/text.h"
#include "io/scene/world/world.h"

#include <string.h>

static cr_status fixed_material(const cr_scene *s, const cr_scene_node *item, cr_scene_form *form,
                                cr_error *error) {
    (void)s, (void)item, (void)error;
    *form = cr_scene_form_material;
    return CR_OK;
}

static cr_status fixed_surface(const cr_scene *s, const cr_scene_node *item, cr_scene_form *form,
                               cr_error *error) {
    (void)s, (void)item, (void)error;
    *form = cr_scene_form_surface();
    return CR_OK;
}

static cr_status fixed_friction(const cr_scene *s, const cr_scene_node *item, cr_scene_form *form,
                                cr_error *error) {
    (void)s, (void)item, (void)error;
    *form = cr_scene_form_friction();
    return CR_OK;
}

static cr_status fixed_spring(const cr_scene *s, const cr_scene_node *item, cr_scene_form *form,
                              cr_error *error) {
    (void)s, (void)item, (void)error;
    *form = cr_scene_form_spring;
    return CR_OK;
}

static cr_status fixed_joint(const cr_scene *s, const cr_scene_node *item, cr_scene_form *form,
                             cr_error *error) {
    (void)s, (void)item, (void)error;
    *form = cr_scene_form_joint;
    return CR_OK;
}

static cr_status fixed_load(const cr_scene *s, const cr_scene_node *item, cr_scene_form *form,
                            cr_error *error) {
    (void)s, (void)item, (void)error;
    *form = cr_scene_form_load;
    return CR_OK;
}

static cr_status fixed_listener(const cr_scene *s, const cr_scene_node *item, cr_scene_form *form,
                                cr_error *error) {
    (void)s, (void)item, (void)error;
    *form = cr_scene_form_listener;
    return CR_OK;
}

static cr_status fixed_pickup(const cr_scene *s, const cr_scene_node *item, cr_scene_form *form,
                              cr_error *error) {
    (void)s, (void)item, (void)error;
    *form = cr_scene_form_pickup();
    return CR_OK;
}

const cr_scene_section cr_scene_sections[CR_SECTION_COUNT] = {
    {"materials", "material", "materials besides the built-in ones", fixed_material, NULL},
    {"surfaces", "surface", "what contacts roll and slide over", fixed_surface, cr_scene_verify_surface},
    {"defaults", "element type", "parameters shared by all elements of a type, and by contacts",
     cr_scene_choose_default, NULL},
    {"elements", "element", "what vibrates, and what stands still", cr_scene_choose_element,
     cr_scene_verify_element},
    {"bodies", "body", "instead of elements: what moves in space", cr_scene_choose_body,
     cr_scene_verify_body},
    {"joints", "joint", "what keeps bodies together", fixed_joint, cr_scene_verify_joint},
    {"pairs", "pair", "how two bodies meet, where that is not by rule", cr_scene_choose_pair,
     cr_scene_verify_pair},
    {"loads", "load", "forces and blows on bodies", fixed_load, cr_scene_verify_load},
    {"listeners", "listener", "who hears the bodies or solids, and where", fixed_listener,
     cr_scene_verify_listener},
    {"contacts", "contact", "where elements touch", cr_scene_choose_contact, cr_scene_verify_contact},
    {"frictions", "friction", "where elements rub", fixed_friction, cr_scene_verify_friction},
    {"springs", "spring", "where elements are joined", fixed_spring, cr_scene_verify_spring},
    {"excitations", "excitation", "what is done to them", cr_scene_choose_excitation,
     cr_scene_verify_excitation},
    {"pickups", "pickup", "what is heard", fixed_pickup, cr_scene_verify_pickup},
};

const cr_scene_mapping cr_scene_mappings[CR_MAPPING_COUNT] = {{"world", &cr_scene_form_world, true},
                                                              {"sound", &cr_scene_form_sound, true},
                                                              {"camera", &cr_scene_form_camera, true},
                                                              {"output", &cr_scene_form_output, false}};

bool cr_scene_is_mapping(const char *name) {
    for (int i = 0; i < CR_MAPPING_COUNT; i++)
        if (strcmp(name, cr_scene_mappings[i].name) == 0) return true;
    return false;
}

static cr_status check_name(const cr_scene *scene, const cr_scene_node *item, cr_scene_section_id id,
                            cr_error *error) {
    if (!*item->key || strpbrk(item->key, " \t\n\r.@,=:[]{}\"'"))
        return cr_scene_fail(scene, item, CR_AT_KEY, error, CR_ERR_INPUT,
                             "a name cannot be empty or hold blanks, quotes, brackets or any of . @ , = :");
    for (const char *c = item->key; *c;) {
        int length = cr_text_character(c);
        if (!cr_text_is_plain(c, length))
            return cr_scene_fail(scene, item, CR_AT_KEY, error, CR_ERR_INPUT,
                                 "a name cannot hold control characters");
        c += length;
    }
    if ((id == CR_SECTION_ELEMENTS || id == CR_SECTION_BODIES) && strcmp(item->key, "ground") == 0)
        return cr_scene_fail(scene, item, CR_AT_KEY, error, CR_ERR_INPUT,
                             "the ground is always there; choose another name");
    return CR_OK;
}

static cr_status need_mapping(const cr_scene *scene, const cr_scene_node *node, const char *of,
                              cr_error *error) {
    if (node->kind == CR_SCENE_MAPPING) return CR_OK;
    bool joined = cr_scene_is_text(node) && strchr(node->text, ':');
    return cr_scene_fail(scene, node, CR_AT_VALUE, error, CR_ERR_INPUT, "needs a mapping of %s, got %s%s", of,
                         cr_scene_kind_text(node),
                         joined ? "; a blank follows a colon, as in `key: value`" : "");
}

// Materials and types first, so that what refers to them can rely on them.
static cr_status check_section(const cr_scene *scene, cr_scene_section_id id, cr_error *error) {
    const cr_scene_section *section = &cr_scene_sections[id];
    cr_scene_node *node = cr_scene_find(scene->root, section->name);
    if (!node) return CR_OK;
    cr_status status = need_mapping(scene, node, "names", error);
    for (cr_scene_node *item = node->first; status == CR_OK && item; item = item->next) {
        cr_scene_form form;
        status = check_name(scene, item, id, error);
        if (status == CR_OK) status = need_mapping(scene, item, "keys", error);
        if (status == CR_OK) status = cr_scene_refuse_strays(scene, item, error);
        if (status == CR_OK) status = section->form(scene, item, &form, error);
        if (status == CR_OK)
            status = cr_scene_check_form(scene, item, &form, id != CR_SECTION_DEFAULTS, error);
        if (status == CR_OK && section->check) status = section->check(scene, item, error);
    }
    return status;
}

static cr_status check_version(const cr_scene *scene, cr_error *error) {
    static const cr_scene_key key = {.number = {"carom", "", "version of the format", CR_NAN, 0, 1e9},
                                     .kind = CR_VALUE_INTEGER,
                                     .required = true};
    cr_scene_node *version = cr_scene_find(scene->root, "carom");
    if (!version)
        return cr_scene_fail(scene, scene->root, CR_AT_VALUE, error, CR_ERR_INPUT,
                             "a scene says `carom: %d`, the version of its format", CR_SCENE_VERSION);
    cr_status status = cr_scene_check_value(scene, version, &key, "a scene", error);
    if (status == CR_OK && version->number != CR_SCENE_VERSION)
        status = cr_scene_fail(scene, version, CR_AT_VALUE, error, CR_ERR_UNSUPPORTED,
                               "version %g is unknown; this program reads version %d", version->number,
                               CR_SCENE_VERSION);
    return status;
}

static cr_status check_top_keys(const cr_scene *scene, cr_error *error) {
    enum { PLAIN = 4, OTHERS = PLAIN + CR_MAPPING_COUNT };
    const char *names[CR_SECTION_COUNT + OTHERS] = {"carom", "title", "units", "vary"};
    for (int i = 0; i < CR_MAPPING_COUNT; i++) names[PLAIN + i] = cr_scene_mappings[i].name;
    for (int i = 0; i < CR_SECTION_COUNT; i++) names[i + OTHERS] = cr_scene_sections[i].name;
    for (const cr_scene_node *n = scene->root->first; n; n = n->next) {
        bool known = false;
        for (int i = 0; i < CR_SECTION_COUNT + OTHERS; i++) known = known || strcmp(n->key, names[i]) == 0;
        if (!known)
            return cr_scene_fail_name(scene, n, CR_AT_KEY, "section", n->key, names,
                                      CR_SECTION_COUNT + OTHERS, error);
    }
    return CR_OK;
}

// `units: SI` may be written down; there are no others.
static cr_status check_units(const cr_scene *scene, cr_error *error) {
    cr_scene_node *units = cr_scene_find(scene->root, "units");
    cr_status status = units ? cr_scene_need_text(scene, units, "SI", error) : CR_OK;
    if (!units || status != CR_OK || strcmp(units->text, "SI") == 0) return status;
    return cr_scene_fail(scene, units, CR_AT_VALUE, error, CR_ERR_INPUT, "needs SI, got \"%s\"", units->text);
}

static cr_status check_presence(const cr_scene *scene, cr_scene_section_id id, const char *why,
                                cr_error *error) {
    const cr_scene_node *node = cr_scene_section_of(scene, id);
    if (node && node->count) return CR_OK;
    return cr_scene_fail(scene, node ? node : scene->root, CR_AT_KEY, error, CR_ERR_INPUT,
                         "the scene has no %s: %s", cr_scene_sections[id].name, why);
}

// Listeners hear solids. Without pickups the ready-made objects are heard.
static cr_status check_heard(const cr_scene *scene, cr_error *error) {
    const cr_scene_node *pickups = cr_scene_section_of(scene, CR_SECTION_PICKUPS),
                        *elements = cr_scene_section_of(scene, CR_SECTION_ELEMENTS),
                        *listeners = cr_scene_section_of(scene, CR_SECTION_LISTENERS);
    bool solid = false;
    for (const cr_scene_node *i = elements->first; i; i = i->next)
        solid = solid || cr_element_is(cr_scene_element_type(i), CR_TRAIT_SOLID);
    if (listeners && listeners->count && !solid)
        return cr_scene_fail(scene, listeners, CR_AT_KEY, error, CR_ERR_INPUT,
                             "the air carries the sound of solids, and this scene has none; use pickups");
    if (listeners && listeners->count) return CR_OK;
    for (const cr_scene_node *i = elements->first; !pickups && i; i = i->next)
        if (cr_scene_type(scene, i->index)->places) return CR_OK;
    return check_presence(scene, CR_SECTION_PICKUPS, "nothing is heard", error);
}

static cr_status check_output(cr_scene *scene, cr_error *error) {
    const cr_scene_form *form = &cr_scene_form_output;
    cr_scene_node *node = cr_scene_find(scene->root, "output"), *title = cr_scene_find(scene->root, "title");
    cr_status status = CR_OK;
    if (title) status = cr_scene_need_text(scene, title, "text", error);
    if (status == CR_OK && node) status = need_mapping(scene, node, "keys", error);
    if (status == CR_OK && node) status = cr_scene_check_form(scene, node, form, true, error);
    if (status != CR_OK) return status;
    const cr_scene_node *divide = cr_scene_find(node, "divide");
    int steps = divide && divide->word < 0 ? (int)divide->number : 0;
    if (steps & (steps - 1))
        return cr_scene_fail(scene, divide, CR_AT_VALUE, error, CR_ERR_RANGE,
                             "needs 1, 2, 4, 8 or 16, or auto, got %d", steps);
    double duration = cr_scene_number(node, form, "duration");
    scene->output = (cr_scene_output){
        .title = title ? title->text : "",
        .rate = cr_scene_number(node, form, "rate"),
        .duration = duration,
        .automatic_duration = isnan(duration),
        .oversample = (int)cr_scene_number(node, form, "oversample"),
        .divide = steps,
        .precision = (cr_precision)cr_scene_word(node, form, "precision"),
        .normalize = (cr_scene_normalize)cr_scene_word(node, form, "normalize"),
        .fade = cr_scene_number(node, form, "fade"),
        .seed = (unsigned long long)cr_scene_number(node, form, "seed"),
    };
    return CR_OK;
}

cr_status cr_scene_check(cr_scene *scene, cr_error *error) {
    cr_status status = need_mapping(scene, scene->root, "sections", error);
    if (status == CR_OK) status = check_version(scene, error);
    if (status == CR_OK) status = check_top_keys(scene, error);
    if (status == CR_OK) status = check_units(scene, error);
    if (status == CR_OK) status = cr_scene_check_kind(scene, error);
    for (int id = 0; status == CR_OK && id < CR_SECTION_COUNT; id++)
        status = check_section(scene, (cr_scene_section_id)id, error);
    if (status == CR_OK) status = cr_scene_check_world(scene, error);
    if (status == CR_OK) status = check_output(scene, error);
    if (status == CR_OK) status = cr_scene_check_vary(scene, error);
    if (status == CR_OK && cr_scene_has_bodies(scene))
        return check_presence(scene, CR_SECTION_BODIES, "nothing can move", error);
    if (status == CR_OK) status = check_presence(scene, CR_SECTION_ELEMENTS, "nothing can move", error);
    if (status == CR_OK) status = check_heard(scene, error);
    return status;
}
