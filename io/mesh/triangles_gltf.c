#include "io/mesh/gltf.h"
#include "io/mesh/triangles_internal.h"

// The object that is named behind the path, in the first pass; both passes take its triangles.
static cr_status read_mesh(soup *s, cr_gltf_mesh *mesh) {
    const char *name;
    cr_gltf_file file;
    cr_gltf_tree tree;
    int chosen;
    scan *in = &s->in;
    cr_status status =
        cr_gltf_parse((const unsigned char *)in->bytes, in->size, in->path, in->work, &file, in->error);
    if (status == CR_OK) status = cr_gltf_load(&file, in->path, in->work, in->error);
    if (status == CR_OK) status = cr_gltf_nodes(&file, in->work, &tree, in->error);
    cr_gltf_split(in->path, &name);
    if (status == CR_OK) status = cr_gltf_choose(&file, &tree, name, &chosen, in->error);
    if (status == CR_OK) status = cr_gltf_triangles(&file, &tree, chosen, in->work, mesh, in->error);
    return status;
}

bool soup_read_gltf(soup *s) {
    if (s->counting) {
        cr_gltf_mesh *mesh = cr_arena_take(s->in.work, 1, sizeof *mesh);
        if (!mesh) return scan_no_memory(&s->in, 1, "mesh");
        s->in.status = read_mesh(s, mesh);
        s->gltf = mesh;
    }
    s->in.binary = true;
    for (int i = 0; s->in.status == CR_OK && i < s->gltf->vertices; i++)
        soup_point(s, s->gltf->position + 3 * (size_t)i);
    for (int i = 0; s->in.status == CR_OK && i < s->gltf->triangles; i++) {
        soup_face_begin(s);
        for (int k = 0; k < 3; k++) soup_face_corner(s, s->gltf->triangle[3 * i + k]);
        soup_face_end(s);
    }
    return s->in.status == CR_OK;
}
