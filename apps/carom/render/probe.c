#include "render/job.h"
#include "render/table.h"

#include <string.h>

typedef struct group {
    const char *of;
    cr_value_kind source; // in the table of pickups
    const char *const *names;
    int count;
} group;

static int index_in(const group *g, const char *name) {
    int i = 0;
    while (i < g->count && (!g->names[i] || strcmp(g->names[i], name) != 0)) i++;
    return i < g->count ? i : -1;
}

// The group that has the name, or NULL.
static const group *find_group(const group *groups, int count, cr_render_probe *probe) {
    for (int i = 0; i < count; i++) {
        probe->index = index_in(&groups[i], probe->name);
        if (probe->index >= 0) return &groups[i];
    }
    return NULL;
}

static cr_status unknown_name(const group *groups, int count, const char *name, cr_error *error) {
    for (int i = 0; i < count; i++) {
        const char *near = groups[i].count ? cr_name_nearest(name, groups[i].names, groups[i].count) : NULL;
        if (near)
            return cr_fail(error, CR_ERR_UNKNOWN, "--probe",
                           "no pickup, contact or bow \"%s\" (did you mean \"%s\"?)", name, near);
    }
    return cr_fail(error, CR_ERR_UNKNOWN, "--probe", "the scene has no pickup, contact or bow \"%s\"", name);
}

// What can be heard of it, and the depth of a contact.
static cr_status find_quantity(const group *g, cr_render_probe *probe, cr_error *error) {
    char known[80] = "";
    int count;
    const cr_pickup_type *const *types = cr_pickup_types(&count);
    for (int i = 0; i < count; i++) {
        if (types[i]->source != g->source) continue;
        probe->read = types[i]->hear;
        if (strcmp(types[i]->quantity, probe->quantity) == 0) return CR_OK;
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", used ? " or " : "", types[i]->quantity);
    }
    bool contact = g->source == CR_VALUE_CONTACT;
    if (contact) probe->read = cr_network_contact_depth;
    if (contact && strcmp(probe->quantity, "depth") == 0) return CR_OK;
    return cr_fail(error, CR_ERR_UNKNOWN, "--probe", "a %s has %s%s, not \"%s\"", g->of, known,
                   contact ? " or depth" : "", probe->quantity);
}

// NAME:QUANTITY=FILE
static cr_status split(const cr_command *command, const char *value, cr_render_probe *probe,
                       cr_error *error) {
    const char *equals = strchr(value, '='),
               *colon = equals ? memchr(value, ':', (size_t)(equals - value)) : NULL;
    if (!colon || colon == value || !equals[1])
        return cr_fail(error, CR_ERR_INPUT, "--probe", "needs NAME:QUANTITY=FILE, got \"%s\"", value);
    size_t length = (size_t)(equals - value);
    char *column = cr_command_take(command, length + 1, 1, error),
         *name = cr_command_take(command, length + 1, 1, error);
    if (!column || !name) return error->status;
    memcpy(column, value, length);
    memcpy(name, value, length);
    name[colon - value] = '\0';
    *probe = (cr_render_probe){
        .name = name, .quantity = name + (colon - value) + 1, .path = equals + 1, .column = column};
    return CR_OK;
}

cr_status cr_render_probes_read(cr_render_job *job, cr_error *error) {
    const cr_scene_names *n = &job->names;
    const group groups[] = {{"pickup", CR_VALUE_PLACE, n->pickups, n->pickup_count},
                            {"contact", CR_VALUE_CONTACT, n->contacts, n->contact_count},
                            {"bow", CR_VALUE_BOW, n->bows, n->bow_count}};
    const cr_command *command = job->command;
    job->probes = cr_command_take(command, (size_t)command->given_count + 1, sizeof *job->probes, error);
    if (!job->probes) return error->status;
    for (int i = 0; i < command->given_count; i++) {
        if (strcmp(command->given[i].option->name, "--probe") != 0) continue;
        cr_render_probe *probe = &job->probes[job->probe_count++];
        cr_status status = split(command, command->given[i].value, probe, error);
        if (status != CR_OK) return status;
        const group *g = find_group(groups, 3, probe);
        status = g ? find_quantity(g, probe, error) : unknown_name(groups, 3, probe->name, error);
        if (status == CR_OK) status = cr_render_table_check(probe->path, error);
        if (status != CR_OK) return status;
    }
    return CR_OK;
}
