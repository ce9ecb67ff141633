#include "render_progress.h"

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

cr_render_progress cr_render_progress_begin(void) {
    return (cr_render_progress){.shown = isatty(STDERR_FILENO) == 1, .began = cr_render_clock()};
}

void cr_render_progress_show(cr_render_progress *progress, double done, double total) {
    const double interval = 0.1;
    double now = cr_render_clock();
    if (!progress->shown || now - progress->last < interval || done <= 0.0) return;
    progress->last = now;
    if (!isfinite(total)) {
        fprintf(stderr, "\r%.2f s rendered \033[K", done);
    } else {
        char bar[BAR + 1];
        int filled = (int)(BAR * fmin(done / total, 1.0));
        for (int i = 0; i < BAR; i++) bar[i] = i < filled ? '#' : '.';
        bar[BAR] = '\0';
        double left = (now - progress->began) * (total - done) / done;
        fprintf(stderr, "\r[%s] %3.0f %%, %.1f s left \033[K", bar, 100.0 * done / total, left);
    }
    fflush(stderr);
}

void cr_render_progress_end(const cr_render_progress *progress) {
    if (progress->shown && progress->last > 0.0) fputs("\r\033[K", stderr);
}
