#include "term/progress.h"

#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { BAR = 30 };

double cr_render_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

cr_render_progress cr_render_progress_begin(bool wanted) {
    return (cr_render_progress){.shown = wanted && isatty(STDERR_FILENO) == 1, .began = cr_render_clock()};
}

static const char *time_text(double seconds, char text[40]) {
    const long minute = 60, hour = 3600;
    long whole = (long)fmin(seconds, 1e9);
    if (whole < 2 * minute) snprintf(text, 40, "%.1f s", seconds);
    else if (whole < 2 * hour) snprintf(text, 40, "%ld min", whole / minute);
    else snprintf(text, 40, "%ld h %02ld min", whole / hour, whole % hour / minute);
    return text;
}

static const double interval = 0.1; // s

void cr_render_progress_stage(cr_render_progress *progress, const char *name, const char *stage,
                              double share) {
    double now = cr_render_clock();
    if (!progress->shown || now - progress->last < interval) return;
    progress->last = now;
    fprintf(stderr, "\r%s: %s, %.0f %% \033[K", name, stage, 100.0 * share);
    fflush(stderr);
}

void cr_render_progress_show(cr_render_progress *progress, double done, double total) {
    double now = cr_render_clock();
    if (!progress->shown || now - progress->last < interval || done <= 0.0) return;
    progress->last = now;
    if (!isfinite(total)) {
        fprintf(stderr, "\r%.2f s rendered \033[K", done);
    } else {
        char bar[BAR + 1], text[40];
        int filled = (int)(BAR * fmin(done / total, 1.0));
        for (int i = 0; i < BAR; i++) bar[i] = i < filled ? '#' : '.';
        bar[BAR] = '\0';
        double left = (now - progress->began) * (total - done) / done;
        fprintf(stderr, "\r[%s] %3.0f %%, %s left \033[K", bar, 100.0 * done / total, time_text(left, text));
    }
    fflush(stderr);
}

void cr_render_progress_end(const cr_render_progress *progress) {
    if (progress->shown && progress->last > 0.0) fputs("\r\033[K", stderr);
}
