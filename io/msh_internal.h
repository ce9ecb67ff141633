// Parts of the reader of .msh files: bytes to numbers (msh_scan.c), sections (msh.c, msh_nodes.c,
// msh_elements.c), the mesh (msh_mesh.c).
#ifndef CAROM_IO_MSH_INTERNAL_H
#define CAROM_IO_MSH_INTERNAL_H

#include "io/mesh_file.h"

#include <stdint.h>

enum { MSH_GROUPS_MOST = 4096, MSH_NAME = 32, MSH_ELEMENT_NODES = 125 };

// A physical group: what a user named.
typedef struct msh_group {
    int dimension, tag;
    char name[MSH_NAME];
    int members; // rows of (group, node) of it
} msh_group;

// Version 4.1: an entity of the geometry belongs to a physical group.
typedef struct msh_belongs {
    int dimension, entity, group;
} msh_belongs;

typedef struct msh {
    const char *path, *bytes;
    size_t size, at;
    int version; // 22 or 41
    bool binary, swapped;
    cr_arena *arena; // for what stays
    cr_arena *work;  // for what is needed while reading
    cr_error *error;
    cr_status status; // of the first failure

    int groups;
    msh_group *group;
    int belongings;
    msh_belongs *belongs; // rising

    int nodes;
    long long *tag; // of each node
    int *by_tag;    // nodes with rising tags
    bool in_a_row;  // tags are tag[0] + index
    double *position;

    bool counting; // first pass over the elements
    bool has_elements;
    int order; // 0 until the first tetrahedron
    int tets, memberships;
    int *tet;             // 4 or 10 per tetrahedron
    int *region;          // group + 1, 0 for none
    int (*membership)[2]; // group, node
} msh;

// Fails at the cursor unless something failed before; always false.
bool msh_fail(msh *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool msh_no_memory(msh *m, size_t count, const char *of);

// The next word of text into `word`, cut where it has no room; false at the end of the bytes.
bool msh_word(msh *m, char *word, size_t room);
bool msh_expect(msh *m, const char *word);
void msh_skip_line(msh *m);
// Numbers: words in text, fixed sizes in binary. `what` names it in errors.
bool msh_text_integer(msh *m, const char *what, long long *value);
bool msh_integer(msh *m, const char *what, int *value);
bool msh_long(msh *m, const char *what, long long *value); // size_t of the file
bool msh_double(msh *m, const char *what, double *value);
// A count of things of which each has at least `least` bytes from here on, `text` of them in text.
bool msh_fits(msh *m, const char *what, long long count, size_t binary, size_t text);

// Sections after their first line.
bool msh_read_nodes(msh *m);
bool msh_read_elements(msh *m);
bool msh_read_names(msh *m);
bool msh_read_entities(msh *m);

// Index of a physical group, made when it is new; -1 when that failed.
int msh_group_find(msh *m, int dimension, int tag);
// Index of the node with this tag, or -1 with an error.
int msh_node_find(msh *m, long long tag);

// What was read, as a mesh.
bool msh_make_mesh(msh *m, double unit, const cr_mesh_listener *listener, cr_mesh *mesh);

#endif
