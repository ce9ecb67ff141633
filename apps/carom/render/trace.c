#include "render/trace.h"

#include <string.h>

static const char *const ledger_names[CR_RENDER_LEDGER] = {"t",
                                                           "elements",
                                                           "contacts",
                                                           "springs",
                                                           "tracks",
                                                           "bristles",
                                                           "lost_elements",
                                                           "lost_contacts",
                                                           "lost_springs",
                                                           "lost_bows",
                                                           "lost_friction",
                                                           "work",
                                                           "error"};

static cr_status open_contacts(cr_render_trace *trace, cr_error *error) {
    const cr_render_job *job = trace->job;
    const cr_command *command = job->command;
    size_t columns = 1 + 2 * (size_t)job->names.contact_count;
    const char **names = cr_command_take(command, columns, sizeof *names, error);
    trace->row = cr_command_take(command, columns, sizeof *trace->row, error);
    if (!names || !trace->row) return error->status;
    names[0] = "t";
    for (size_t i = 1; i < columns; i++) {
        const char *contact = job->names.contacts[(i - 1) / 2];
        size_t room = strlen(contact) + 8;
        char *name = cr_command_take(command, room, 1, error);
        if (!name) return error->status;
        snprintf(name, room, "%s:%s", contact, i % 2 ? "force" : "depth");
        names[i] = name;
    }
    return cr_render_table_open(&trace->contacts, job->contacts, names, (int)columns, error);
}

static cr_status open_probes(cr_render_trace *trace, cr_error *error) {
    const cr_render_job *job = trace->job;
    trace->probes = cr_command_take(job->command, (size_t)job->probe_count + 1, sizeof *trace->probes, error);
    if (!trace->probes) return error->status;
    for (int i = 0; i < job->probe_count; i++) {
        const char *names[] = {"t", job->probes[i].column};
        cr_status status = cr_render_table_open(&trace->probes[i], job->probes[i].path, names, 2, error);
        if (status != CR_OK) return status;
    }
    return CR_OK;
}

static cr_status open_logs(cr_render_trace *trace, cr_error *error) {
    const cr_command *command = trace->job->command;
    int contacts = trace->job->names.contact_count;
    cr_render_timeline *line = &trace->timeline;
    line->contacts = contacts < CR_RENDER_TIMELINES ? contacts : CR_RENDER_TIMELINES;
    line->width = 1;
    trace->ledgers.stride = 1;
    trace->ledgers.row = cr_command_take(command, CR_RENDER_LOG, sizeof *trace->ledgers.row, error);
    line->closed = cr_command_take(command, (size_t)line->contacts + 1, CR_RENDER_LOG, error);
    trace->force = cr_command_take(command, (size_t)contacts + 1, sizeof *trace->force, error);
    if (!trace->ledgers.row || !line->closed || !trace->force) return error->status;
    return cr_render_forces_open(&trace->forces, trace->job, error);
}

int cr_render_trace_interval(const cr_render_trace *trace, int most) {
    const cr_render_job *job = trace->job;
    return job->energy || job->report ? CR_RENDER_ENERGY_STEPS : most;
}

static void keep_ledger(cr_render_ledgers *kept, const double *row) {
    if (kept->count == CR_RENDER_LOG) {
        for (int i = 0; i < CR_RENDER_LOG / 2; i++) memcpy(kept->row[i], kept->row[2 * i], sizeof *kept->row);
        kept->count = CR_RENDER_LOG / 2;
        kept->stride *= 2;
    }
    memcpy(kept->row[kept->count++], row, sizeof *kept->row);
}

static void keep_look(void *context, const cr_ledger *ledger) {
    cr_render_trace *trace = context;
    trace->looked = *ledger;
    trace->looked_at = cr_sim_time(trace->job->sim);
}

static void note_energy(cr_render_trace *trace) {
    cr_sim *sim = trace->job->sim;
    bool keeps = trace->ledgers.row && trace->ledgers.seen++ % trace->ledgers.stride == 0;
    if (!keeps && !trace->energy.file) return; // sums over all points of all elements
    bool looked = trace->looked_at == cr_sim_time(sim);
    cr_ledger l = looked ? trace->looked : cr_network_ledger(cr_sim_network(sim));
    double row[CR_RENDER_LEDGER] = {cr_sim_time(sim),   l.elements,  l.contacts,      l.springs,
                                    l.tracks,           l.bristles,  l.lost_elements, l.lost_contacts,
                                    l.lost_springs,     l.lost_bows, l.lost_friction, l.work,
                                    cr_ledger_error(&l)};
    if (trace->energy.file) cr_render_table_row(&trace->energy, row);
    if (keeps) keep_ledger(&trace->ledgers, row);
}

static void join_bins(cr_render_timeline *line) {
    for (int c = 0; c < line->contacts; c++) {
        unsigned char *bin = line->closed + c * CR_RENDER_LOG;
        for (int i = 0; i < CR_RENDER_LOG / 2; i++) bin[i] = bin[2 * i] | bin[2 * i + 1];
        memset(bin + CR_RENDER_LOG / 2, 0, CR_RENDER_LOG / 2);
    }
    line->width *= 2;
}

static void note_closed(cr_render_timeline *line, const double *force) {
    if (line->seen / line->width == CR_RENDER_LOG) join_bins(line);
    long bin = line->seen++ / line->width;
    for (int c = 0; c < line->contacts; c++)
        if (force[c] != 0.0) line->closed[c * CR_RENDER_LOG + bin] = 1;
}

static void note_open(cr_render_timeline *line, int steps) {
    line->seen += steps;
    while ((line->seen - 1) / line->width >= CR_RENDER_LOG) join_bins(line);
}

static void note_contacts(cr_render_trace *trace, double t, const cr_network *network) {
    trace->row[0] = t;
    for (int c = 0; c < trace->job->names.contact_count; c++) {
        trace->row[1 + 2 * c] = cr_network_contact_force(network, c);
        trace->row[2 + 2 * c] = cr_network_contact_depth(network, c);
    }
    cr_render_table_row(&trace->contacts, trace->row);
}

static void note_forces(cr_render_trace *trace, const cr_network *network) {
    for (int c = 0; c < trace->job->names.contact_count; c++)
        trace->force[c] = cr_network_contact_force(network, c);
    note_closed(&trace->timeline, trace->force);
    cr_render_forces_note(&trace->forces, trace->force, network);
}

static void note_step(void *context, const cr_network *network) {
    cr_render_trace *trace = context;
    const cr_render_job *job = trace->job;
    double t = cr_sim_time(job->sim);
    if (job->report) note_forces(trace, network);
    if (job->contacts) note_contacts(trace, t, network);
    for (int i = 0; i < job->probe_count; i++) {
        double row[] = {t, job->probes[i].read(network, job->probes[i].index)};
        cr_render_table_row(&trace->probes[i], row);
    }
}

static void note_flight(void *context, int steps) {
    cr_render_trace *trace = context;
    note_open(&trace->timeline, steps);
    cr_render_forces_note_none(&trace->forces, steps);
}

void cr_render_trace_note(cr_render_trace *trace, long long step) {
    const cr_render_job *job = trace->job;
    if (step % CR_RENDER_ENERGY_STEPS == 0 && (job->energy || job->report)) note_energy(trace);
}

cr_status cr_render_trace_open(cr_render_trace *trace, const cr_render_job *job, cr_error *error) {
    *trace = (cr_render_trace){.job = job, .looked_at = -1.0};
    cr_status status = open_probes(trace, error);
    if (status == CR_OK && job->report) status = open_logs(trace, error);
    if (status == CR_OK && job->contacts) status = open_contacts(trace, error);
    if (status == CR_OK && job->energy)
        status = cr_render_table_open(&trace->energy, job->energy, ledger_names, CR_RENDER_LEDGER, error);
    if (status == CR_OK && (job->report || job->contacts || job->probe_count))
        cr_sim_follow(job->sim, note_step, trace);
    if (status == CR_OK && job->report && !job->contacts && !job->probe_count)
        cr_sim_follow_flights(job->sim, note_flight);
    if (status == CR_OK && (job->report || job->energy)) cr_sim_look(job->sim, keep_look, trace);
    return status;
}

cr_status cr_render_trace_commit(cr_render_trace *trace, cr_error *error) {
    cr_status status = cr_render_table_commit(&trace->energy, error);
    if (status == CR_OK) status = cr_render_table_commit(&trace->contacts, error);
    for (int i = 0; i < trace->job->probe_count && status == CR_OK; i++)
        status = cr_render_table_commit(&trace->probes[i], error);
    return status;
}

void cr_render_trace_discard(cr_render_trace *trace) {
    cr_render_table_discard(&trace->energy);
    cr_render_table_discard(&trace->contacts);
    for (int i = 0; trace->probes && i < trace->job->probe_count; i++)
        cr_render_table_discard(&trace->probes[i]);
}
