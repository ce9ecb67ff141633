// Memory runs out at the n-th allocation of a command, for every n until it succeeds: exit status 1, one line
// on stderr, nothing on stdout, no output file under its name, nothing leaked.
#include "budget.h"
#include "carom/app.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS_MOST = 12, OUTPUTS_MOST = 2, ALLOCATIONS_MOST = 200, LEAKED = 99 };

typedef struct command {
    const char *words[WORDS_MOST];
    const char *outputs[OUTPUTS_MOST];
} command;

static const command commands[] = {
    {{"carom", "impact", "--scheme", "rk4", "--plot", "oom.svg", "--csv", "oom.csv", "--json"},
     {"oom.svg", "oom.csv"}},
    {{"carom", "impact", "--law", "lee-wang", "--phases", "3", "--rebounds", "3"}, {0}},
    {{"carom", "restitution", "--fit", "oom-points.csv", "--plot", "oom.svg", "--json"}, {"oom.svg"}},
    {{"carom", "list", "laws"}, {0}},
    {{"carom", "render", "oom-world.yaml", "-o", "oom-world.wav", "--picture", "oom.png"}, {"oom.png"}},
    {{"carom", "reproduce", "S4", "--html", "oom.html"}, {"oom.html"}},
    {{"carom", "help", "impact"}, {0}},
    {{"carom", "render", "oom-scene.yaml", "-o", "oom.wav", "--report", "oom.html", "--json"},
     {"oom.wav", "oom.html"}},
    {{"carom", "check", "oom-scene.yaml", "--json"}, {0}},
};

static void run_child(const command *c, int allocations) {
    char *words[WORDS_MOST + 1] = {0};
    int count = 0;
    while (count < WORDS_MOST && c->words[count]) {
        words[count] = strdup(c->words[count]);
        count++;
    }
    if (!freopen("oom.out", "w", stdout) || !freopen("oom.err", "w", stderr)) _exit(LEAKED);
    budget b = {allocations, 0};
    int status = cr_app_main_with(budget_allocator(&b), count, words);
    for (int i = 0; i < count; i++) free(words[i]);
    exit(b.live ? LEAKED : status);
}

// The exit status of the command, or -1 when it died.
static int run(const command *c, int allocations) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) run_child(c, allocations);
    int status;
    bool ended = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status);
    return ended ? WEXITSTATUS(status) : -1;
}

static size_t read_text(const char *path, char *text, size_t room) {
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(text, 1, room - 1, file) : 0;
    text[length] = '\0';
    if (file) fclose(file);
    return length;
}

static void check_failure(const command *c, int allocations) {
    char out[80], err[400];
    read_text("oom.out", out, sizeof out);
    size_t length = read_text("oom.err", err, sizeof err);
    const char *name = c->words[1];
    CHECK(strncmp(err, "carom", 5) == 0 && strstr(err, "memory"), "%s, %d: %s", name, allocations, err);
    CHECK(length && strchr(err, '\n') == err + length - 1, "%s, %d: one line, not: %s", name, allocations,
          err);
    CHECK(!*out, "%s, %d: wrote %s", name, allocations, out);
}

static void check_outputs(const command *c, int allocations, bool expected) {
    for (int i = 0; i < OUTPUTS_MOST && c->outputs[i]; i++)
        CHECK((access(c->outputs[i], F_OK) == 0) == expected, "%s with %d allocations: %s %s", c->words[1],
              allocations, c->outputs[i], expected ? "is missing" : "was left behind");
}

static void remove_outputs(const command *c) {
    for (int i = 0; i < OUTPUTS_MOST && c->outputs[i]; i++) remove(c->outputs[i]);
}

static void check_command(const command *c) {
    for (int allocations = 0;; allocations++) {
        remove_outputs(c);
        int status = run(c, allocations);
        bool done = status == CR_EXIT_OK || status == CR_EXIT_NUMERIC; // reproduce: done, and a value is off
        if (done) {
            CHECK(allocations >= 2, "%s needs no memory?", c->words[1]);
            check_outputs(c, allocations, true);
            break;
        }
        CHECK(status == CR_EXIT_FAILED, "%s with %d allocations: exit status %d", c->words[1], allocations,
              status);
        check_failure(c, allocations);
        check_outputs(c, allocations, false);
        if (status != CR_EXIT_FAILED || allocations == ALLOCATIONS_MOST) break;
    }
    remove_outputs(c);
}

static const char scene[] =
    "carom: 1\n"
    "elements: {s: {type: string, f0: 110}, p: {type: plate}, m: {type: mass}}\n"
    "contacts: {hit: {a: m, b: s@0.2, law: power}, buzz: {a: s@0.6, b: p@0.3 0.4, law: power}}\n"
    "excitations: {go: {type: throw, element: m, velocity: 1}}\n"
    "pickups: {out: {at: p@0.7 0.2}}\n"
    "output: {duration: 0.05}\n";

static const char world[] = "carom: 1\n"
                            "bodies:\n"
                            "  floor: {shape: plane, fixed: true}\n"
                            "  ball: {shape: sphere, radius: 0.01, at: [0, 0, 0.0101], modes: 0}\n"
                            "camera: {width: 32, height: 16}\n"
                            "output: {duration: 0.01}\n";

static bool write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (file) fputs(text, file);
    return file && fclose(file) == 0;
}

static bool write_inputs(void) {
    FILE *points = fopen("oom-points.csv", "w");
    for (int i = 1; points && i <= 400; i++) fprintf(points, "%g,%g\n", 0.01 * i, 1.0 - 0.001 * i);
    return points && fclose(points) == 0 && write_text("oom-scene.yaml", scene) &&
           write_text("oom-world.yaml", world);
}

int main(void) {
    bool ready = write_inputs();
    CHECK(ready, "cannot write here");
    if (!ready) return test_summary();
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) check_command(&commands[i]);
    remove("oom-points.csv");
    remove("oom-scene.yaml");
    remove("oom-world.yaml");
    remove("oom-world.wav"); // whole before the picture failed
    remove("oom.out");
    remove("oom.err");
    return test_summary();
}
