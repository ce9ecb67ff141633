// Bodies whose surface is made of triangles: those of a mesh, or of modes.
#include "io/scene/world.h"

cr_status cr_scene_surface_form(cr_scene_worlds *w, const cr_scene_body *body, const cr_solid_def *solid,
                                const cr_form **form) {
    (void)solid, (void)form;
    return cr_scene_fail(w->scene, body->item, CR_AT_KEY, w->error, CR_ERR_UNSUPPORTED,
                         "bodies of this shape cannot touch others yet; take one of `carom list forms`");
}
