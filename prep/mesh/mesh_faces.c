#include "prep/mesh/mesh_faces.h"

#include <limits.h>
#include <stdlib.h>

const int cr_tet_face[4][6] = {
    {0, 2, 1, 6, 5, 4},
    {0, 1, 3, 4, 8, 7},
    {1, 2, 3, 5, 9, 8},
    {0, 3, 2, 7, 9, 6},
};
const int cr_tet_edge[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};

static void order(int *a, int *b) {
    if (*a <= *b) return;
    int kept = *a;
    *a = *b;
    *b = kept;
}

static cr_face face_of(const cr_mesh *mesh, int owner) {
    const int *tet = mesh->tet + (size_t)(owner / 4) * (size_t)cr_mesh_corners(mesh);
    const int *at = cr_tet_face[owner % 4];
    cr_face face = {{tet[at[0]], tet[at[1]], tet[at[2]]}, owner};
    order(&face.corner[0], &face.corner[1]);
    order(&face.corner[1], &face.corner[2]);
    order(&face.corner[0], &face.corner[1]);
    return face;
}

static int compare(const void *left, const void *right) {
    const cr_face *a = left, *b = right;
    for (int i = 1; i < 3; i++)
        if (a->corner[i] != b->corner[i]) return a->corner[i] < b->corner[i] ? -1 : 1;
    return a->owner < b->owner ? -1 : a->owner > b->owner;
}

// Buckets by the smallest corner, then a sort in each bucket.
cr_face *cr_mesh_faces(const cr_mesh *mesh, cr_arena *arena) {
    if (mesh->tets > INT_MAX / 4) return NULL;
    int count = 4 * mesh->tets;
    cr_face *face = cr_arena_take(arena, (size_t)count, sizeof *face);
    int *start = cr_arena_take(arena, (size_t)mesh->nodes + 2, sizeof *start);
    if (!face || !start) return NULL;
    for (int i = 0; i < count; i++) start[face_of(mesh, i).corner[0] + 2]++;
    for (int i = 2; i <= mesh->nodes; i++) start[i] += start[i - 1];
    for (int i = 0; i < count; i++) {
        cr_face f = face_of(mesh, i);
        face[start[f.corner[0] + 1]++] = f;
    }
    for (int i = 0; i < mesh->nodes; i++)
        qsort(face + start[i], (size_t)(start[i + 1] - start[i]), sizeof *face, compare);
    return face;
}

int cr_face_run(const cr_face *face, int count, int first) {
    int end = first + 1;
    while (end < count && cr_face_same(&face[first], &face[end])) end++;
    return end - first;
}

static uint64_t pack(int i, int j) {
    uint64_t low = (uint64_t)(i < j ? i : j), high = (uint64_t)(i < j ? j : i);
    return (high << 32 | low) + 1;
}

// Finaliser of splitmix64.
static size_t scatter(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (size_t)(z ^ (z >> 31));
}

static bool take_table(cr_pairs *pairs, size_t room) {
    pairs->key = cr_arena_take(pairs->arena, room, sizeof *pairs->key);
    pairs->value = cr_arena_take(pairs->arena, room, sizeof *pairs->value);
    pairs->mask = room - 1;
    return pairs->key && pairs->value;
}

bool cr_pairs_init(cr_pairs *pairs, cr_arena *arena, size_t expected) {
    size_t room = 64;
    while (room < 2 * expected) room *= 2;
    *pairs = (cr_pairs){.arena = arena};
    return take_table(pairs, room);
}

static size_t slot_of(const cr_pairs *pairs, uint64_t key) {
    size_t slot = scatter(key) & pairs->mask;
    while (pairs->key[slot] && pairs->key[slot] != key) slot = (slot + 1) & pairs->mask;
    return slot;
}

static bool grow(cr_pairs *pairs) {
    cr_pairs old = *pairs;
    if (!take_table(pairs, 2 * (old.mask + 1))) return false;
    for (size_t i = 0; i <= old.mask; i++) {
        if (!old.key[i]) continue;
        size_t slot = slot_of(pairs, old.key[i]);
        pairs->key[slot] = old.key[i];
        pairs->value[slot] = old.value[i];
    }
    return true;
}

int cr_pairs_add(cr_pairs *pairs, int i, int j) {
    uint64_t key = pack(i, j);
    size_t slot = slot_of(pairs, key);
    if (pairs->key[slot]) return pairs->value[slot];
    if ((size_t)pairs->count > pairs->mask / 2) {
        if (!grow(pairs)) return -1;
        slot = slot_of(pairs, key);
    }
    pairs->key[slot] = key;
    return pairs->value[slot] = pairs->count++;
}

int cr_pairs_find(const cr_pairs *pairs, int i, int j) {
    size_t slot = slot_of(pairs, pack(i, j));
    return pairs->key[slot] ? pairs->value[slot] : -1;
}
