// Parts of the reader of .msh files: sections (msh.c, msh_entities.c, msh_nodes.c, msh_elements.c), the
// mesh (msh_mesh.c).
#ifndef CAROM_IO_MSH_INTERNAL_H
#define CAROM_IO_MSH_INTERNAL_H

#include "io/file/scan.h"
#include "io/mesh/mesh_file.h"

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
    scan in;
    int version; // 22 or 41

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
