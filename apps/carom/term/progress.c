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

static void put_bar(double share) {
    char bar[BAR + 1];
    int filled = (int)(BAR * fmin(fmax(share, 0.0), 1.0));
    for (int i = 0; i < BAR; i++) bar[i] = i < filled ? '#' : '.';
    bar[BAR] = '\0';
    fprintf(stderr, "\r[%s] %3.0f %%", bar, 100.0 * share);
}

static bool is_due(cr_render_progress *progress) {
    double now = cr_render_clock();
    if (!progress->shown || now - progress->last < interval) return false;
    progress->last = now;
    return true;
}

void cr_render_progress_stage(cr_render_progress *progress, const char *name, const char *stage,
                              double share) {
    if (!is_due(progress)) return;
    put_bar(share);
    fprintf(stderr, " %s%s%.40s \033[K", name ? name : "", name ? ": " : "", stage);
    fflush(stderr);
}

void cr_render_progress_show(cr_render_progress *progress, double done, double total) {
    if (done <= 0.0 || !is_due(progress)) return;
    if (!isfinite(total)) {
        fprintf(stderr, "\r%.2f s rendered \033[K", done);
    } else {
        char text[40];
        double left = (progress->last - progress->began) * (total - done) / done;
        put_bar(done / total);
        fprintf(stderr, ", %s left \033[K", time_text(left, text));
    }
    fflush(stderr);
}

void cr_render_progress_end(const cr_render_progress *progress) {
    if (progress->shown && progress->last > 0.0) fputs("\r\033[K", stderr);
}
