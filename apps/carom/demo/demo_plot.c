#include "demo/demo.h"
#include "io/file/file.h"
#include "io/plot/svg.h"

enum { WIDTH = 620, HEIGHT = 480 };
static const double to_micro = 1e6;
static const double rounding = 1e-14; // percent: errors below it are drawn at it

static void scale(cr_trace *trace) {
    cr_column_scale(trace->t, trace->count, to_micro);
    cr_column_scale(trace->x, trace->count, to_micro);
}

static void prepare(cr_demo *demo) {
    scale(&demo->exact);
    for (int s = 0; s < CR_DEMO_SCHEMES; s++) scale(&demo->runs[s].trace);
    for (int i = 0; i < CR_DEMO_REBOUNDS; i++) {
        demo->rebound[i] = i + 1;
        for (int s = 0; s < CR_DEMO_SCHEMES; s++)
            demo->H_error_size[s][i] = fmax(fabs(demo->runs[s].H_error_percent[i]), rounding);
    }
}

static void set_compression(cr_plot *plot, cr_plot_series *series, const cr_demo *demo) {
    series[0] = (cr_plot_series){"exact", demo->exact.t, demo->exact.x, demo->exact.count, CR_PLOT_LINE, 6};
    for (int s = 0; s < CR_DEMO_SCHEMES; s++) {
        const cr_trace *trace = &demo->runs[s].trace;
        series[s + 1] = (cr_plot_series){
            demo->runs[s].impact.scheme->name, trace->t, trace->x, trace->count, CR_PLOT_POINTS, s};
    }
    plot->title = "One hard impact";
    plot->subtitle = "every scheme at 44.1 kHz, and the exact motion";
    plot->x_label = "time [\xC2\xB5s]";
    plot->y_label = "compression [\xC2\xB5m]";
    plot->series = series;
    plot->series_count = CR_DEMO_SCHEMES + 1;
}

static void set_energy(cr_plot *plot, cr_plot_series *series, const cr_demo *demo) {
    for (int s = 0; s < CR_DEMO_SCHEMES; s++)
        series[s] = (cr_plot_series){demo->runs[s].impact.scheme->name,
                                     demo->rebound,
                                     demo->H_error_size[s],
                                     CR_DEMO_REBOUNDS,
                                     CR_PLOT_LINE,
                                     s};
    plot->title = "Error of the energy";
    plot->subtitle = "after each of 100 rebounds, either sign";
    plot->x_label = "rebound";
    plot->y_label = "error [%]";
    plot->log_y = true;
    plot->series = series;
    plot->series_count = CR_DEMO_SCHEMES;
}

cr_status cr_demo_plot(cr_demo *demo, const char *path, cr_error *error) {
    cr_plot plots[2] = {cr_plot_default(), cr_plot_default()};
    cr_plot_series compression[CR_DEMO_SCHEMES + 1], energy[CR_DEMO_SCHEMES];
    prepare(demo);
    set_compression(&plots[0], compression, demo);
    set_energy(&plots[1], energy, demo);
    for (int i = 0; i < 2; i++) {
        plots[i].width = WIDTH;
        plots[i].height = HEIGHT;
    }
    cr_file_out *file = cr_file_create(path, error);
    if (!file) return error->status;
    cr_plot_write_panels(cr_file_stream(file), plots, 2, 2);
    return cr_file_commit(file, error);
}
