// What is made of a recording: tables, moving pictures, pictures from the side, curves; and the triangles of
// forms.
#include "folder.h"
#include "io/file/file.h"
#include "io/glb/glb.h"
#include "io/glb/read.h"
#include "io/plot/html.h"
#include "io/record/export.h"
#include "io/record/mesh_form.h"
#include "plain_forms.h"
#include "plot_text.h"
#include "recording.h"
#include "test.h"

#include <unistd.h>

static cr_arena *arena;
static const double duration = 0.5, gravity = 9.81;

// The box is thrown: it flies the parabola of its start in steps of 1 ms; a contact in every step.
static void record(cr_record_memory *r) {
    cr_error error = {0};
    const cr_record_head head = recording_head();
    const cr_record_body *box = &head.body[BOX];
    cr_record_out out = cr_record_memory_out(r);
    cr_recorder *recorder = cr_recorder_new(&head, &out, arena, &error);
    cr_world_sink sink = cr_recorder_sink(recorder);
    const cr_vec weight = {0.0, 0.0, -gravity * box->mass};
    cr_body_state state = box->start;
    for (int i = 0; i < 500; i++) {
        double t0 = 1e-3 * i, t1 = 1e-3 * (i + 1);
        const cr_world_motion motion = {.body = BOX, .t0 = t0, .t1 = t1, .start = state, .force = weight};
        const cr_world_contact contact = {.t0 = t0,
                                          .t1 = t1,
                                          .a = BOX,
                                          .b = FLOOR,
                                          .point = {1.0, 2.0, 3.0},
                                          .normal = {0.0, 0.0, 1.0},
                                          .impulse = {0.1, 0.2, 0.3},
                                          .force = {1.0, -2.0, 3.0},
                                          .slip = 0.25};
        sink.motion(sink.context, &motion);
        sink.contact(sink.context, &contact);
        cr_recorder_energy(recorder, t1, &(cr_world_energy){.kinetic = t1, .potential = -t1}, &error);
        cr_record_flow(box, &state, weight, (cr_vec){0}, t1 - t0, &state);
    }
    CHECK(cr_recorder_flush(recorder, true, &error) == CR_OK, "%s", error.reason);
}

static char *text_of(const char *path) {
    char *text = "";
    size_t length;
    CHECK(cr_file_read_all(path, 1 << 26, arena, &text, &length, NULL) == CR_OK, "%s", path);
    return text;
}

static void tables(cr_record_reader *reader) {
    cr_error error = {0};
    CHECK(cr_record_write_motion(reader, "motion.csv", 100.0, arena, &error) == CR_OK, "%s", error.reason);
    char *text = text_of("motion.csv");
    CHECK(!strncmp(text, "time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz\n", 46), "columns");
    CHECK(occurrences(text, "\n") == 1 + 51 * BODIES, "%d lines", occurrences(text, "\n"));
    // The box at 0.3 s: 1 + 2 t - g t^2/2.
    double x[5] = {0};
    const char *row = strstr(text, "\n0.3,\"a box, with \"\"quotes\"\"\",");
    CHECK(row && sscanf(strchr(row, ')') ? row : strstr(row, "\"\"\",") + 4, "%lf,%lf,%lf", &x[0], &x[1],
                        &x[2]) == 3,
          "row at 0.3 s");
    CHECK_NEAR(x[0], 0.3, 1e-12);
    CHECK_NEAR(x[2], 1.0 + 0.6 - 0.5 * gravity * 0.09, 1e-12);
    CHECK(cr_record_write_contacts(reader, "contacts.csv", &error) == CR_OK, "%s", error.reason);
    text = text_of("contacts.csv");
    CHECK(!strncmp(text,
                   "time,body_a,body_b,x,y,z,nx,ny,nz,force_n,force_t1,force_t2,impulse_n,slip,duration,"
                   "impulse_t1,impulse_t2,curvature\n"
                   "0,\"a box, with \"\"quotes\"\"\",floor,1,2,3,0,0,1,3,1,-2,0.29999999999999999,0.25,0.001",
                   75 + 40 + 76 + 4),
          "%.200s", text);
    CHECK(occurrences(text, "\n") == 501, "%d lines", occurrences(text, "\n"));
    CHECK(cr_record_write_motion(reader, "none/motion.csv", 100.0, arena, &error) == CR_ERR_IO, "no folder");
    CHECK(cr_record_write_motion(reader, "motion0.csv", 0.0, arena, &error) == CR_ERR_RANGE, "rate 0");
    CHECK(access("motion0.csv", F_OK) != 0, "a file with nothing in it");
}

// Vertices on the surface, volume within the 4 % that is promised, edges of boxes sharp: within 0.5 %.
static void triangles(void) {
    cr_form ball = plain_ball(0.02), box = plain_box(0.1, 0.05, 0.002), plane = plain_plane();
    const cr_form *forms[] = {&ball, &box};
    const double volume[] = {0.04, 0.005};
    cr_error error = {0};
    cr_form_mesh mesh;
    for (int i = 0; i < 2; i++) {
        CHECK(cr_form_triangulate(forms[i], arena, &mesh, &error) == CR_OK, "%s", error.reason);
        CHECK_REL(cr_form_mesh_volume(&mesh), forms[i]->volume, volume[i]);
        CHECK(mesh.triangles == 2 * (mesh.vertices - 2), "no sphere: %d triangles, %d vertices",
              mesh.triangles, mesh.vertices);
        double off = 0.0;
        for (int v = 0; v < mesh.vertices; v++) {
            const float *x = mesh.position + 3 * v;
            off = fmax(off,
                       fabs(cr_form_near(forms[i], cr_vec_make((double)x[0], (double)x[1], (double)x[2]), 0)
                                .distance));
        }
        CHECK(off < 1e-7 * forms[i]->reach, "vertices off the surface by %g", off); // single precision
    }
    CHECK(!cr_form_has_bounds(&plane), "a plane has no bounds");
    CHECK(cr_form_square(&plane, (cr_vec){3.0, 0.0, 5.0}, 2.0, arena, &mesh, &error) == CR_OK &&
              mesh.vertices == 4,
          "square");
    for (int v = 0; v < 4; v++)
        CHECK(fabsf(mesh.position[3 * v] - 3.0f) == 2.0f && mesh.position[3 * v + 2] == 0.0f, "corner %d", v);
}

static const cr_json_value *element_of(const cr_json_value *value, const char *member, int i) {
    return cr_json_element(cr_json_member(value, member), i);
}

static void film(cr_record_reader *reader, const cr_body_look *looks) {
    cr_error error = {0};
    cr_glb_info info;
    cr_gltf_file file;
    float *number;
    size_t count, before = cr_arena_size(arena);
    CHECK(cr_record_write_glb(reader, looks, "film.glb", 60.0, arena, &error) == CR_OK, "%s", error.reason);
    CHECK(cr_arena_size(arena) == before, "scratch memory is given back");
    CHECK(cr_glb_read_info("film.glb", arena, &info, &error) == CR_OK, "%s", error.reason);
    // The ball is one mesh though two parts have it.
    CHECK(info.meshes == 3 && info.clips == 1 && info.modal_models == 0, "%d meshes", info.meshes);
    CHECK(cr_gltf_open("film.glb", arena, &file, &error) == CR_OK, "%s", error.reason);
    const cr_json_value *nodes = cr_json_member(file.root, "nodes");
    CHECK(nodes && nodes->count == 1 + BODIES + 4, "nodes");
    CHECK(!strcmp(cr_json_as_text(cr_json_member(cr_json_element(nodes, 1 + PLATE), "name"), ""), "plate"),
          "name");
    const cr_json_value *clip = element_of(file.root, "animations", 0);
    const cr_json_value *channels = cr_json_member(clip, "channels"),
                        *samplers = cr_json_member(clip, "samplers");
    CHECK(channels && channels->count == 2 && samplers && samplers->count == 2, "only the box moves");
    CHECK(cr_gltf_floats(&file, cr_json_member(cr_json_element(samplers, 0), "input"), "times", 1, arena,
                         &number, &count, &error) == CR_OK &&
              count == 31,
          "%s", error.reason);
    CHECK_NEAR((double)number[30], duration, 1e-7);
    CHECK(cr_gltf_floats(&file, cr_json_member(cr_json_element(samplers, 0), "output"), "places", 3, arena,
                         &number, &count, &error) == CR_OK &&
              count == 31,
          "%s", error.reason);
    CHECK_NEAR((double)number[3 * 30 + 2], 1.0 + 2.0 * duration - 0.5 * gravity * duration * duration, 1e-6);
    for (int i = 0; i < info.meshes; i++) {
        const cr_json_value *primitive = element_of(element_of(file.root, "meshes", i), "primitives", 0);
        int *index;
        CHECK(cr_gltf_floats(&file, cr_json_member(cr_json_member(primitive, "attributes"), "POSITION"),
                             "places", 3, arena, &number, &count, &error) == CR_OK,
              "%s", error.reason);
        size_t corners;
        CHECK(cr_gltf_indices(&file, cr_json_member(primitive, "indices"), "corners", (int)count, arena,
                              &index, &corners, &error) == CR_OK &&
                  corners % 3 == 0,
              "%s", error.reason);
    }
}

static void page(cr_record_reader *reader, const cr_body_look *looks) {
    cr_error error = {0};
    FILE *out = fopen("page.html", "w");
    cr_html_begin(out, "test", NULL);
    CHECK(cr_record_put_sheet(out, reader, looks, arena, &error) == CR_OK, "%s", error.reason);
    cr_html_end(out);
    fclose(out);
    char *text = text_of("page.html");
    CHECK(occurrences(text, "<svg") == occurrences(text, "</svg>"), "unbalanced");
    CHECK(occurrences(text, "overflow=\"hidden\"") == 8, "%d pictures", occurrences(text, "overflow"));
    CHECK(occurrences(text, "<polygon") == 8, "the ground in each");
    CHECK(occurrences(text, "<path fill") >= 3 * 8, "three bodies in each");
    CHECK(!strstr(text, "nan") && !strstr(text, "inf"), "not a number");
    CHECK(strstr(text, "Energy") && strstr(text, "Step") && strstr(text, "Contacts"), "curves");
}

int main(void) {
    arena = cr_arena_new(cr_allocator_default());
    if (!arena || !folder_make() || chdir(folder_name()) != 0) return 1;
    cr_error error = {0};
    cr_record_memory r = {0};
    record(&r);
    cr_record_in in = cr_record_memory_in(&r);
    cr_record_reader *reader = cr_record_reader_new(&in, "test.rec", arena, &error);
    CHECK(reader, "%s", error.reason);
    cr_form ball = plain_ball(0.1), box = plain_box(0.2, 0.1, 0.05), plane = plain_plane();
    const cr_part_def floor_part = {&plane, {.turn = {1.0, 0.0, 0.0, 0.0}}},
                      plate_part = {&box, {.turn = {1.0, 0.0, 0.0, 0.0}}},
                      box_parts[] = {{&ball, {.turn = {1.0, 0.0, 0.0, 0.0}}},
                                     {&ball, {{0.15, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}}};
    const cr_body_look looks[BODIES] = {
        [FLOOR] = {&floor_part, 1, NULL}, [BOX] = {box_parts, 2, NULL}, [PLATE] = {&plate_part, 1, NULL}};
    if (reader) {
        tables(reader);
        triangles();
        film(reader, looks);
        page(reader, looks);
    }
    folder_remove();
    cr_record_memory_free(&r);
    cr_arena_free(arena);
    return test_summary();
}
