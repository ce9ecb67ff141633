// A simulation in parts: each plays what is done to its part of the network, and hears it.
#include "network/split.h"
#include "play/play_internal.h"

// Walls that excitations move.
static bool *find_moved(const cr_sim *sim, cr_arena *arena) {
    bool *moved = cr_arena_take(arena, (size_t)sim->network->elements.count + 1, sizeof *moved);
    for (int i = 0; moved && i < sim->excitations.count; i++) {
        const cr_playing *p = &sim->excitations.items[i];
        if (p->is.type->step && p->is.type->keys[0].kind == CR_VALUE_ELEMENT) moved[p->target] = true;
    }
    return moved;
}

static bool is_noise(const cr_playing *p) {
    const cr_excitation_type *type = p->is.type;
    return type->step && type->key_count > CR_DRIVE_SHAPE &&
           type->keys[CR_DRIVE_SHAPE].words == cr_drive_words &&
           p->is.value[CR_DRIVE_SHAPE] == CR_DRIVE_NOISE;
}

// The noise of all is drawn from one source, in turn.
static bool has_much_noise(const cr_sim *sim) {
    int count = 0;
    for (int i = 0; i < sim->excitations.count; i++) count += is_noise(&sim->excitations.items[i]);
    return count > 1;
}

int cr_sim_count_parts(const cr_sim *sim) {
    cr_arena *arena = sim->network->arena;
    cr_arena_mark mark = cr_arena_here(arena);
    cr_network_split split = {.count = 1};
    const bool *moved = find_moved(sim, arena);
    if (has_much_noise(sim) || cr_network_may_fly(sim->network) || !moved ||
        !cr_network_find_parts(sim->network, moved, &split))
        split.count = 1;
    cr_arena_rewind(arena, mark);
    return split.count;
}

// Where a number of a scene's key, or of what an excitation has added, has gone.
static const cr_part_place *places_of(const cr_network_split *split, cr_value_kind kind) {
    return kind == CR_VALUE_FRICTION  ? split->rubs
           : kind == CR_VALUE_CONTACT ? split->contacts
           : kind == CR_VALUE_BOW     ? split->bows
                                      : split->elements;
}

// What was done from the start is done.
static bool move_excitations(const cr_sim *sim, const cr_network_split *split, cr_sim **sims) {
    for (int i = 0; i < sim->excitations.count; i++) {
        const cr_playing *p = &sim->excitations.items[i];
        const cr_excitation_type *type = p->is.type;
        cr_value_kind kind = type->keys[0].kind;
        if (!type->step) continue;
        const cr_part_place *places = type->adds_bow           ? split->bows
                                      : kind == CR_VALUE_PLACE ? split->inputs
                                                               : places_of(split, kind);
        cr_part_place to = places[p->target];
        cr_playing *slot = CR_ARRAY_ADD(&sims[to.part]->excitations, sim->network->arena);
        if (!slot) return false;
        *slot = *p;
        slot->target = to.number;
    }
    return true;
}

static bool move_listens(const cr_sim *sim, const cr_network_split *split, cr_sim_parts *parts) {
    parts->heard_count = sim->listens.count;
    parts->channels = sim->channels;
    parts->heard = cr_arena_take(sim->network->arena, (size_t)sim->listens.count + 1, sizeof *parts->heard);
    parts->channel = cr_arena_take(sim->network->arena, (size_t)sim->listens.count + 1, sizeof(int));
    if (!parts->heard || !parts->channel) return false;
    for (int i = 0; i < sim->listens.count; i++) {
        const cr_listen *l = &sim->listens.items[i];
        bool point = l->type->source == CR_VALUE_PLACE;
        cr_part_place from = (point ? split->pickups : places_of(split, l->type->source))[l->source];
        cr_sim *part = parts->sims[from.part];
        cr_listen *slot = CR_ARRAY_ADD(&part->listens, sim->network->arena);
        if (!slot) return false;
        *slot = *l;
        slot->source = from.number;
        slot->channel = part->channels++;
        parts->heard[i] = (cr_part_place){from.part, slot->channel};
        parts->channel[i] = l->channel;
    }
    return true;
}

static bool take_sims(const cr_sim *sim, const cr_network_split *split, cr_sim_parts *parts) {
    parts->sims = cr_arena_take(sim->network->arena, (size_t)split->count, sizeof(cr_sim *));
    for (int i = 0; parts->sims && i < split->count; i++) {
        cr_sim *part = parts->sims[i] = cr_sim_new(split->parts[i], 0);
        if (!part) return false;
        part->noise = sim->noise;
    }
    return parts->sims;
}

cr_status cr_sim_split(cr_sim *sim, cr_sim_parts *parts, cr_error *error) {
    cr_network_split split;
    const bool *moved = find_moved(sim, sim->network->arena);
    *parts = (cr_sim_parts){.count = 1};
    bool good = moved && cr_network_find_parts(sim->network, moved, &split);
    if (good && split.count < 2) return CR_OK;
    good = good && cr_network_split_up(sim->network, &split) && take_sims(sim, &split, parts) &&
           move_excitations(sim, &split, parts->sims) && move_listens(sim, &split, parts);
    if (!good) return cr_fail(error, CR_ERR_MEMORY, "network", "no memory");
    bool flies = false;
    for (int i = 0; i < split.count; i++) {
        cr_status status = cr_sim_prepare(parts->sims[i], error);
        if (status != CR_OK) return status;
        flies = flies || cr_network_may_fly(split.parts[i]);
    }
    cr_network_split_leave_walls(&split);
    parts->contacts = split.contacts;
    parts->count = flies ? 1 : split.count;
    return CR_OK;
}
