// Running a bank on buffers of one type. The includer defines BANK_RUN, the function, and BANK_SAMPLE, the
// type.

// A block of force in the bank's own type; NULL when all of it is zero.
static const void *BANK_JOIN(load_, BANK_SAMPLE)(const BANK_SAMPLE *force, bool wide, block *in, int n) {
    int quiet = 0;
    while (quiet < n && force[quiet] == 0) quiet++;
    if (quiet == n) return NULL;
    if (wide == (sizeof *force == sizeof(double))) return force;
    if (wide)
        for (int i = 0; i < n; i++) in->d[i] = (double)force[i];
    else
        for (int i = 0; i < n; i++) in->f[i] = (float)force[i];
    return in;
}

static void BANK_JOIN(add_, BANK_SAMPLE)(const block *sum, bool wide, int channel, BANK_SAMPLE *out, int n) {
    const double *d = sum->d + channel * CR_BANK_BLOCK;
    const float *f = sum->f + channel * CR_BANK_BLOCK;
    if (wide)
        for (int i = 0; i < n; i++) out[i] += (BANK_SAMPLE)d[i];
    else
        for (int i = 0; i < n; i++) out[i] += (BANK_SAMPLE)f[i];
}

void BANK_RUN(cr_bank *bank, const BANK_SAMPLE *force, BANK_SAMPLE *const *out, size_t frames) {
    const bool wide = bank->def.precision == CR_BANK_DOUBLE;
    int channels = bank->def.channels, n;
    for (size_t done = 0; done < frames; done += (size_t)n) {
        block in, sum;
        size_t left = frames - done, room = (size_t)(CR_BANK_BLOCK - bank->phase % CR_BANK_BLOCK);
        n = (int)(left < room ? left : room);
        const void *push = force ? BANK_JOIN(load_, BANK_SAMPLE)(force + done, wide, &in, n) : NULL;
        bank->kernel->advance(&bank->lanes, channels, push, &sum, n);
        for (int c = 0; c < channels; c++) BANK_JOIN(add_, BANK_SAMPLE)(&sum, wide, c, out[c] + done, n);
        bank->phase = (bank->phase + n) % CR_BANK_SETTLE;
        if (bank->phase == 0) bank->kernel->settle(&bank->lanes);
    }
}
#undef BANK_RUN
#undef BANK_SAMPLE
