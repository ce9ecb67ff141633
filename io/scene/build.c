// From a checked scene to a simulation that is ready to run.
#include "io/scene/internal.h"

typedef cr_status (*build_item)(cr_scene_builder *b, const cr_scene_node *item);

static cr_status build_section(cr_scene_builder *b, cr_scene_section_id id, build_item build) {
    const cr_scene_node *section = cr_scene_section_of(b->scene, id);
    cr_status status = CR_OK;
    for (const cr_scene_node *i = section ? section->first : NULL; status == CR_OK && i; i = i->next)
        status = build(b, i);
    return status;
}

static size_t item_count(const cr_scene *scene, cr_scene_section_id id) {
    const cr_scene_node *section = cr_scene_section_of(scene, id);
    return section ? (size_t)section->count : 0;
}

static bool take_tables(cr_scene_builder *b) {
    size_t excitations = item_count(b->scene, CR_SECTION_EXCITATIONS),
           contacts = item_count(b->scene, CR_SECTION_CONTACTS);
    cr_scene_names *n = &b->names;
    size_t frictions = item_count(b->scene, CR_SECTION_FRICTIONS),
           surfaces = item_count(b->scene, CR_SECTION_SURFACES) + contacts; // these may use presets
    n->frictions = cr_arena_take(b->arena, frictions, sizeof *n->frictions);
    n->friction_joints = b->friction_joints = cr_arena_take(b->arena, frictions, sizeof *b->friction_joints);
    n->surfaces = cr_arena_take(b->arena, surfaces, sizeof *n->surfaces);
    n->surface_profiles = cr_arena_take(b->arena, surfaces, sizeof *n->surface_profiles);
    b->bow = cr_arena_take(b->arena, excitations + 1, sizeof *b->bow);
    b->first_contact = cr_arena_take(b->arena, contacts + 1, sizeof *b->first_contact);
    size_t elements = item_count(b->scene, CR_SECTION_ELEMENTS);
    n->springs = cr_arena_take(b->arena, item_count(b->scene, CR_SECTION_SPRINGS), sizeof *n->springs);
    n->pickups =
        cr_arena_take(b->arena, 2 * elements + item_count(b->scene, CR_SECTION_PICKUPS), sizeof *n->pickups);
    return b->bow && b->first_contact && n->springs && n->pickups && n->frictions && n->friction_joints &&
           n->surfaces && n->surface_profiles;
}

static cr_status build_spring(cr_scene_builder *b, const cr_scene_node *item) {
    const cr_scene_form *form = &cr_scene_form_spring;
    cr_error cause;
    int index;
    cr_spring_def def = cr_spring_def_default();
    def.a = cr_scene_place(item, "a");
    def.b = cr_scene_place(item, "b");
    def.k1 = cr_scene_number(item, form, "k1");
    def.k3 = cr_scene_number(item, form, "k3");
    def.r = cr_scene_number(item, form, "r");
    def.rest = cr_scene_number(item, form, "rest");
    if (cr_network_add_spring(b->network, &def, &index, &cause) != CR_OK)
        return cr_scene_fail_at_end(b, item, &cause);
    b->names.springs[b->names.spring_count++] = item->key;
    return CR_OK;
}

static void set_numerics(cr_scene_builder *b) {
    int level = 0;
    while (1 << level < b->scene->output.divide) level++;
    cr_network_set_precision(b->network, b->scene->output.precision);
    if (b->scene->output.divide) cr_network_divide(b->network, level, level);
}

static cr_status build_all(cr_scene_builder *b) {
    static const struct {
        cr_scene_section_id id;
        build_item build;
    } order[] = {
        {CR_SECTION_ELEMENTS, cr_scene_build_element},
        {CR_SECTION_SURFACES, cr_scene_build_surface},
        {CR_SECTION_CONTACTS, cr_scene_build_contact},
        {CR_SECTION_FRICTIONS, cr_scene_build_friction},
        {CR_SECTION_SPRINGS, build_spring},
        {CR_SECTION_EXCITATIONS, cr_scene_build_excitation},
        {CR_SECTION_PICKUPS, cr_scene_build_pickup},
    };
    cr_status status = CR_OK;
    cr_error cause;
    for (size_t i = 0; status == CR_OK && i < sizeof order / sizeof *order; i++)
        status = build_section(b, order[i].id, order[i].build);
    if (status == CR_OK && !cr_scene_section_of(b->scene, CR_SECTION_PICKUPS))
        status = cr_scene_build_usual_pickups(b);
    if (status != CR_OK) return status;
    set_numerics(b);
    status = b->parts ? cr_sim_split(b->sim, b->parts, &cause) : cr_sim_prepare(b->sim, &cause);
    if (status == CR_OK) return CR_OK;
    return cr_scene_fail(b->scene, NULL, CR_AT_VALUE, b->error, status, "%s", cause.reason);
}

cr_status cr_scene_read_surfaces(const cr_scene *scene, cr_arena *arena, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    cr_scene_builder b = {.scene = scene, .arena = arena, .error = error};
    cr_status status = take_tables(&b) ? build_section(&b, CR_SECTION_SURFACES, cr_scene_build_surface)
                                       : cr_scene_no_memory(scene, error);
    cr_arena_rewind(arena, mark);
    return status;
}

static cr_status build(cr_scene_builder *b, double rate) {
    cr_arena_mark mark = cr_arena_here(b->arena);
    cr_status status = CR_ERR_MEMORY;
    if (cr_scene_has_bodies(b->scene))
        return cr_scene_fail(b->scene, NULL, CR_AT_VALUE, b->error, CR_ERR_UNSUPPORTED,
                             "the scene has bodies in space; a network is made of elements");
    b->network = cr_network_new(b->arena, rate);
    if (b->network) b->sim = cr_sim_new(b->network, b->scene->output.seed);
    if (b->sim && take_tables(b)) status = build_all(b);
    else cr_scene_no_memory(b->scene, b->error);
    if (status != CR_OK) cr_arena_rewind(b->arena, mark);
    return status;
}

cr_status cr_scene_build(const cr_scene *scene, double rate, cr_arena *arena, cr_sim **sim,
                         cr_scene_names *names, cr_error *error) {
    cr_scene_builder b = {.scene = scene, .arena = arena, .error = error};
    cr_status status = build(&b, rate);
    if (status != CR_OK) return status;
    *sim = b.sim;
    if (names) *names = b.names;
    return CR_OK;
}

cr_status cr_scene_build_parts(const cr_scene *scene, double rate, cr_arena *arena, cr_sim_parts *parts,
                               cr_error *error) {
    return build(&(cr_scene_builder){.scene = scene, .arena = arena, .error = error, .parts = parts}, rate);
}

cr_status cr_scene_build_steps(const cr_scene *scene, double rate, int *steps, cr_arena *arena, cr_sim **sim,
                               cr_scene_names *names, cr_error *error) {
    cr_arena_mark mark = cr_arena_here(arena);
    cr_status status = cr_scene_build(scene, rate * *steps, arena, sim, names, error);
    int times = status == CR_OK ? cr_network_bow_steps(cr_sim_network(*sim)) : 1;
    if (times == 1) return status;
    cr_arena_rewind(arena, mark);
    *steps *= times;
    return cr_scene_build(scene, rate * *steps, arena, sim, names, error);
}
