// Scenes as the program reads them; what a build without libyaml and solver needs is left in the directory.
#include "bits.h"
#include "carom/solid.h"

cr_status bits_solve(void *context, const char *name, const cr_solid_def *solid, cr_arena *arena,
                     cr_modes *modes, cr_error *error) {
    cr_status status = cr_solid_modes(solid, &(cr_solid_watch){0}, arena, modes, NULL, error);
    if (status != CR_OK) return status;
    return cr_modes_write(bits_path_of(context, name, "modes").text, modes, error);
}

cr_status bits_load(const bits_place *at, cr_arena *arena, cr_scene **scene, cr_error *error) {
    bits_path tree = bits_path_of(at, NULL, "tree");
    cr_status status = cr_scene_load(at->scene, NULL, 0, arena, scene, error);
    if (status != CR_OK) return status;
    FILE *out = fopen(tree.text, "wb");
    if (!out) return cr_fail(error, CR_ERR_IO, tree.text, "cannot be written");
    bits_write_tree((*scene)->root, out);
    return fclose(out) ? cr_fail(error, CR_ERR_IO, tree.text, "cannot be written") : CR_OK;
}
