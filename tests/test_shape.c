#include "mesh_tools.h"
#include "test.h"
int main(void) {
    int count;
    const cr_shape_type *const *types = cr_shape_types(&count);
    for (int i = 0; i < count; i++) {
        cr_error error = {0};
        double value[CR_SHAPE_PARAM_MAX];
        cr_param_defaults(types[i]->params, types[i]->param_count, value);
        cr_arena *arena = cr_arena_new(cr_allocator_default());
        cr_shape_detail detail = {.order = 2};
        cr_mesh mesh;
        cr_status status = cr_shape_mesh(types[i], value, &detail, arena, &mesh, &error);
        CHECK(status == CR_OK, "%s: %s", types[i]->name, error.reason);
        if (status == CR_OK) {
            status = cr_mesh_check(&mesh, types[i]->name, &error);
            CHECK(status == CR_OK, "%s: %s", types[i]->name, error.reason);
            cr_mesh_surface surface;
            mesh_topology topology;
            CHECK(cr_mesh_surface_find(&mesh, arena, &surface, &error) == CR_OK, "surface");
            CHECK(mesh_topology_find(&mesh, &surface, arena, &topology), "mem");
            printf("%-12s tets %6d dof %7d vol %.9g area %.9g euler %d open %d turned %d q %.3f jac %.3f\n", types[i]->name,
                   mesh.tets, 3 * mesh.nodes, mesh_volume(&mesh), mesh_area(&mesh, &surface), topology.euler,
                   topology.open_edges, topology.turned_edges, mesh_quality(&mesh), mesh_least_jacobian(&mesh));
        }
        cr_arena_free(arena);
    }
    return test_summary();
}
