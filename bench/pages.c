// What the page of a render costs (--report): bench_pages PROGRAM SCENE..., PROGRAM as a rule build/carom.
// Each scene is rendered without and with its page in turns, in processes of their own; their CPU time, start
// included, each as little as in the best of the runs. What takes more than MOST times the render alone is
// named on the standard error.
#include "bench.h"
#include "child.h"

#include <string.h>
#include <sys/resource.h>

enum { RUNS = 7 };
static const double most = 1.5;

static double seconds(struct timeval t) {
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

// CPU seconds of all children so far.
static double used(void) {
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return seconds(u.ru_utime) + seconds(u.ru_stime);
}

// CPU seconds of a program; below 0: it failed.
static double run(char *const words[], char **environment) {
    double begin = used();
    return bench_child(words, environment) ? used() - begin : -1.0;
}

static int bench(char *program, char *scene, const char *folder, char **environment) {
    char sound[512], page[512], render[] = "render", to[] = "-o", report[] = "--report";
    snprintf(sound, sizeof sound, "%s/sound.wav", folder);
    snprintf(page, sizeof page, "%s/page.html", folder);
    char *words[] = {program, render, scene, to, sound, NULL, page, NULL};
    double least[2] = {1e9, 1e9};
    bool good = true;
    for (int i = 0; i < RUNS && good; i++)
        for (int k = 0; k < 2 && good; k++) {
            words[5] = k ? report : NULL;
            double took = run(words, environment);
            good = took >= 0.0;
            bench_keep_least(&least[k], took);
        }
    remove(sound);
    remove(page);
    if (!good) return fprintf(stderr, "bench_pages: %s cannot render %s\n", program, scene), 1;
    bench_figure(scene, "render", "ms", 1e3 * least[0]);
    bench_figure(scene, "page", "ms", 1e3 * (least[1] - least[0]));
    bench_figure(scene, "render with its page", "of render", least[1] / least[0]);
    if (least[1] > most * least[0])
        fprintf(stderr, "%s: with its page %.3g times the render, should be %g\n", scene, least[1] / least[0],
                most);
    return 0;
}

int main(int count, char **words, char **environment) {
    char folder[] = "/tmp/carom-bench-XXXXXX";
    int failed = 0;
    if (count < 3) return fprintf(stderr, "usage: bench_pages PROGRAM SCENE...\n"), 2;
    if (!mkdtemp(folder)) return fprintf(stderr, "bench_pages: no folder in /tmp\n"), 1;
    for (int i = 2; i < count; i++) failed |= bench(words[1], words[i], folder, environment);
    rmdir(folder);
    return failed;
}
