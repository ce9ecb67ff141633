// The memory of `carom render` does not grow with the length of the sound: the greatest resident size at 1 s
// and at 30 s, with each of the outputs that need the whole sound before they can be written.
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE // wait4
#endif
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char scene[] = "carom: 1\n"
                            "elements: {ball: {type: mass, mass: 0.01, frequency: 100}}\n"
                            "excitations: {throw: {type: throw, element: ball, velocity: 1}}\n"
                            "pickups: {left: {at: ball, channel: 1}, right: {at: ball, channel: 2}}\n"
                            "output: {rate: 44100}\n";

enum { WORDS = 12 };

// kB, or -1.
static long memory_of(const char *seconds, const char *const *options) {
    const char *words[WORDS + 8] = {getenv("CAROM"), "render", "memory.yaml", "-d", seconds};
    for (int i = 0; i < WORDS && options[i]; i++) words[5 + i] = options[i];
    struct rusage usage;
    int status = 1;
    fflush(stdout);
    pid_t id = fork();
    if (id == 0) {
        if (!freopen("/dev/null", "w", stdout)) _exit(1);
        execv(words[0], (char *const *)words);
        _exit(127);
    }
    if (id < 0 || wait4(id, &status, 0, &usage) != id || status) return -1;
    return usage.ru_maxrss;
}

int main(void) {
    static const char *const options[][WORDS] = {
        {"-o", "memory.wav"},
        {"-o", "memory.flac", "--loudness", "-23"},
        {"-o", "memory.wav", "--report", "memory.html", "--energy", "memory.npy"},
        {"-o", "memory.wav", "--oversample", "2", "--normalize", "none"},
    };
    const char *sanitized = getenv("CAROM_SANITIZE");
    if (!getenv("CAROM") || (sanitized && strcmp(sanitized, "OFF") != 0)) return 77; // it keeps what is freed
    FILE *file = fopen("memory.yaml", "w");
    fputs(scene, file);
    fclose(file);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        long brief = memory_of("1", options[i]), longer = memory_of("30", options[i]);
        printf("%s %s: %ld kB at 1 s, %ld kB at 30 s\n", options[i][1], options[i][2] ? options[i][2] : "",
               brief, longer);
        // 30 s are 21 MB as numbers; what may come is the rest of the store's first MiB, and pages as they
        // fall
        CHECK(brief > 0 && longer > 0 && longer - brief < 1500, "%ld kB more", longer - brief);
    }
    return test_summary();
}
