// Speed of the bank of modes: mode-samples per second against the multiply-add limit of this processor,
// measured here too, and against banks made by Faust and STK where they are installed. One core, CPU time,
// best of several interleaved rounds.
#include "carom/bank.h"
#include "limit.h"

#include "peers/peers.h"

enum { BLOCK = 512, ROUNDS = 15, SIZES = 5 };

static void keep_best(double *best, double rate) {
    if (rate > *best) *best = rate;
}

typedef struct job {
    const char *name;
    int channels, operations; // multiplications and multiply-adds per mode and sample
    bool driven;
    cr_bank_precision precision;
} job;

static const job jobs[] = {
    {"double driven", 1, 3, true, CR_BANK_DOUBLE}, {"float driven", 1, 3, true, CR_BANK_FLOAT},
    {"double free", 1, 2, false, CR_BANK_DOUBLE},  {"float free", 1, 2, false, CR_BANK_FLOAT},
    {"double stereo", 2, 4, true, CR_BANK_DOUBLE}, {"float stereo", 2, 4, true, CR_BANK_FLOAT},
};
enum { JOBS = sizeof jobs / sizeof *jobs };
static const int sizes[SIZES] = {8, 32, 128, 512, 2048};

static cr_bank *make_bank(cr_arena *arena, const job *j, int modes) {
    cr_bank_def def = cr_bank_def_default();
    def.modes = modes;
    def.channels = j->channels;
    def.rate = 44100;
    def.precision = j->precision;
    cr_bank *bank = cr_bank_new(arena, &def, NULL);
    if (!bank) exit(1);
    for (int i = 0; i < modes; i++) {
        cr_bank_mode m = {100 + 9900.0 * i / modes, 1, 1, {1, 1}};
        cr_bank_set(bank, i, &m, NULL);
        cr_bank_excite(bank, i, 0, 1);
    }
    return bank;
}

// Mode-samples per second of one short run.
static double run_bank(cr_bank *bank, const job *j, int modes) {
    static double force[BLOCK], left[BLOCK], right[BLOCK];
    static float force_float[BLOCK], left_float[BLOCK], right_float[BLOCK];
    double *const out[] = {left, right};
    float *const out_float[] = {left_float, right_float};
    for (int i = 0; i < BLOCK; i++) force_float[i] = (float)(force[i] = 1 + i % 7);
    int blocks = 4000000 / (BLOCK * modes) + 1;
    double start = bench_now();
    for (int i = 0; i < blocks; i++)
        if (j->precision == CR_BANK_DOUBLE) cr_bank_run(bank, j->driven ? force : NULL, out, BLOCK);
        else cr_bank_run_float(bank, j->driven ? force_float : NULL, out_float, BLOCK);
    return (double)blocks * BLOCK * modes / (bench_now() - start);
}

static double run_peer(const peer *p) {
    static double force[BLOCK], out[BLOCK];
    for (int i = 0; i < BLOCK; i++) force[i] = 1 + i % 7;
    const int blocks = 40;
    double start = bench_now();
    for (int i = 0; i < blocks; i++) p->run(p->state, force, out, BLOCK);
    return (double)blocks * BLOCK * PEER_MODES / (bench_now() - start);
}

int main(void) {
    static double best[JOBS][SIZES], peer_best[PEER_MAX];
    cr_bank *banks[JOBS][SIZES];
    peer peers[PEER_MAX];
    int peer_count = peers_make(peers);
    double limit = 0;
    cr_arena *arena = cr_arena_new(cr_allocator_default());
    for (int j = 0; j < JOBS; j++)
        for (int s = 0; s < SIZES; s++) banks[j][s] = make_bank(arena, &jobs[j], sizes[s]);
    for (int round = 0; round < ROUNDS; round++) {
        keep_best(&limit, bench_multiply_adds(4)); // what the bank is compiled for
        for (int j = 0; j < JOBS; j++)
            for (int s = 0; s < SIZES; s++) keep_best(&best[j][s], run_bank(banks[j][s], &jobs[j], sizes[s]));
        for (int p = 0; p < peer_count; p++) keep_best(&peer_best[p], run_peer(&peers[p]));
    }
    for (int j = 0; j < JOBS; j++) {
        double most = limit * (jobs[j].precision == CR_BANK_FLOAT ? 2 : 1) / jobs[j].operations;
        for (int s = 0; s < SIZES; s++) {
            char figure[40];
            snprintf(figure, sizeof figure, "%d modes", sizes[s]);
            bench_figure(jobs[j].name, figure, "1e9 mode-samples per second", 1e-9 * best[j][s]);
            bench_figure(jobs[j].name, figure, "% of the limit", 100 * best[j][s] / most);
        }
    }
    for (int p = 0; p < peer_count; p++)
        for (int j = 0; j < 2; j++) {
            char name[80], figure[40];
            snprintf(name, sizeof name, "%s against %s", jobs[j].name, peers[p].name);
            snprintf(figure, sizeof figure, "%d modes", PEER_MODES);
            bench_figure(name, figure, "times as fast", best[j][2] / peer_best[p]);
        }
    cr_arena_free(arena);
    return 0;
}
