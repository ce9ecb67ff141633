// What is made of a recording.
#include "io/file/file.h"
#include "io/plot/html.h"
#include "io/record/record_file.h"
#include "simulate/job.h"

static const double pictures = 60.0; // per second

static cr_status take_looks(const cr_simulate_job *job, cr_body_look **looks, cr_error *error) {
    int count = cr_world_model_bodies(job->model);
    *looks = cr_command_take(job->command, (size_t)count, sizeof **looks, error);
    if (!*looks) return error->status;
    for (int i = 0; i < count; i++) {
        const cr_body_def *body = &job->plan.bodies[i];
        (*looks)[i] = (cr_body_look){body->parts, body->part_count, body->modes};
    }
    return CR_OK;
}

typedef struct row {
    const char *name;
    double value;
    const char *unit;
} row;

static void put_table(const cr_simulate_job *job, const cr_simulate_outcome *o, FILE *out) {
    static const cr_html_column columns[] = {{"", false}, {"value", true}, {"unit", false}};
    const cr_world_stats *s = &o->stats;
    const row rows[] = {{"duration", o->duration, "s"},
                        {"computing time", o->cpu_seconds, "s"},
                        {"bodies", cr_world_model_bodies(job->model), ""},
                        {"steps", (double)s->steps, ""},
                        {"steps cut short", (double)s->rollbacks, ""},
                        {"most contact points together", s->contacts_greatest, ""},
                        {"most freedoms together", s->freedoms_greatest, ""},
                        {"steps not solved", (double)s->unsolved, ""},
                        {"greatest residual", s->residual_greatest, ""},
                        {"greatest overlap", s->penetration_greatest, "m"},
                        {"energy balance error", o->energy.residual, "J"}};
    cr_html_section(out, "Summary");
    cr_html_table_begin(out, NULL, columns, 3);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cr_html_row_begin(out);
        cr_html_cell_text(out, rows[i].name);
        cr_html_cell_number(out, rows[i].value, 6);
        cr_html_cell_text(out, rows[i].unit);
        cr_html_row_end(out);
    }
    cr_html_table_end(out);
}

static cr_status write_page(const cr_simulate_job *job, const cr_simulate_outcome *outcome,
                            cr_record_reader *reader, const cr_body_look *looks, cr_error *error) {
    const char *title = cr_scene_output_of(job->scene)->title;
    cr_file_out *file = cr_file_create(job->report, error);
    if (!file) return error->status;
    FILE *out = cr_file_stream(file);
    cr_html_begin(out, *title ? title : job->path, NULL);
    put_table(job, outcome, out);
    cr_status status = cr_record_put_sheet(out, reader, looks, job->command->arena, error);
    cr_html_end(out);
    if (status == CR_OK) return cr_file_commit(file, error);
    cr_file_discard(file);
    return status;
}

cr_status cr_simulate_export(const cr_simulate_job *job, const cr_simulate_outcome *outcome,
                             cr_error *error) {
    cr_arena *arena = job->command->arena;
    cr_body_look *looks = NULL;
    if (!job->motion && !job->contacts && !job->anim && !job->report) return CR_OK;
    cr_record_input *input = cr_record_open(job->output, arena, error);
    if (!input) return error->status;
    cr_record_reader *reader = cr_record_input_reader(input);
    cr_status status = take_looks(job, &looks, error);
    if (status == CR_OK && job->motion)
        status = cr_record_write_motion(reader, job->motion, job->rate, arena, error);
    if (status == CR_OK && job->contacts) status = cr_record_write_contacts(reader, job->contacts, error);
    if (status == CR_OK && job->anim)
        status = cr_record_write_glb(reader, looks, job->anim, pictures, arena, error);
    if (status == CR_OK && job->report) status = write_page(job, outcome, reader, looks, error);
    cr_record_close(input);
    return status;
}
