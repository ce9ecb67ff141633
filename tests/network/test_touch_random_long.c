// label: long
// A million random networks that touch and rub, for 1000 samples each, on every processor.
#include "random_touch.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROCESSES_MOST = 64 };

int main(void) {
    const char *sanitized = getenv("CAROM_SANITIZE");
    long count = sanitized && strcmp(sanitized, "ON") == 0 ? 20000 : 1000000;
    long processes = sysconf(_SC_NPROCESSORS_ONLN);
    if (processes < 1) processes = 1;
    if (processes > PROCESSES_MOST) processes = PROCESSES_MOST;
    pid_t child[PROCESSES_MOST];
    fflush(stdout);
    for (long i = 0; i < processes; i++) {
        long first = count * i / processes, end = count * (i + 1) / processes;
        child[i] = fork();
        if (child[i] == 0) {
            int failures = run_random_touches(1000000 + first, end - first, 1000);
            fflush(stdout);
            _exit(failures == 0 ? 0 : 1);
        }
        CHECK(child[i] > 0, "fork");
    }
    for (long i = 0; i < processes; i++) {
        int status = -1;
        waitpid(child[i], &status, 0);
        CHECK(status == 0, "share %ld of %ld", i + 1, processes);
    }
    return test_summary();
}
