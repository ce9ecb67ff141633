// Loudness against what ITU-R BS.1770 defines: a 997 Hz sine of 0 dBFS in one channel is -3.01 LUFS.
#include "io/audio/loudness.h"
#include "test.h"

static const double pi = 3.14159265358979323846;

enum { BLOCK = 480, CHANNELS_MOST = 3 };

// `seconds` of a sine of this level in every channel.
static cr_loudness_level sine(int rate, int channels, double frequency, double decibels, double seconds) {
    cr_error error = {0};
    cr_loudness_level level = {0};
    cr_loudness *loudness = cr_loudness_new(channels, rate, &error);
    CHECK(loudness, "%s: %s", error.place, error.reason);
    double block[BLOCK * CHANNELS_MOST];
    long long frames = llround(seconds * rate), at = 0;
    while (loudness && at < frames) {
        int now = frames - at < BLOCK ? (int)(frames - at) : BLOCK;
        for (int i = 0; i < now; i++)
            for (int c = 0; c < channels; c++)
                block[i * channels + c] =
                    pow(10.0, decibels / 20.0) * sin(2.0 * pi * frequency * (double)(at + i) / rate);
        CHECK(cr_loudness_add(loudness, block, now, &error) == CR_OK, "%s", error.reason);
        at += now;
    }
    if (loudness) CHECK(cr_loudness_end(loudness, &level, &error) == CR_OK, "%s", error.reason);
    cr_loudness_free(loudness);
    return level;
}

int main(void) {
    // The offset of -0.691 is the gain of the weighting at 997 Hz, rounded to three digits.
    const double rounding = 0.02;
    cr_loudness_level mono = sine(48000, 1, 997.0, -20.0, 5.0);
    CHECK_NEAR(mono.lufs, -23.01, rounding);
    CHECK(mono.integrated, "5 s have an integrated loudness");
    CHECK_NEAR(20.0 * log10(mono.true_peak), -20.0, 0.05);
    CHECK_NEAR(sine(44100, 1, 997.0, -20.0, 5.0).lufs, -23.01, rounding);
    CHECK_NEAR(sine(96000, 1, 997.0, -20.0, 5.0).lufs, -23.01, rounding);
    // Channels add their power, also beyond the second.
    CHECK_NEAR(sine(48000, 2, 997.0, -23.0, 5.0).lufs, -23.0, rounding);
    CHECK_NEAR(sine(48000, 3, 997.0, -20.0, 5.0).lufs, -23.01 + 10.0 * log10(3.0), rounding);
    // Half of the window is silence: half the power. The filter starts from rest, which costs some of it.
    cr_loudness_level brief = sine(48000, 1, 997.0, -20.0, 0.2);
    CHECK(!brief.integrated, "0.2 s have none");
    CHECK_NEAR(brief.lufs, -23.01 - 10.0 * log10(2.0), 0.05);
    CHECK(sine(48000, 1, 997.0, -20.0, 0.4).integrated && !sine(48000, 1, 997.0, -20.0, 0.399).integrated,
          "from 0.4 s on");
    // Samples at 45 degrees of a quarter of the rate: the peak between them is 3.01 dB above.
    double quarter[] = {1, 1, -1, -1};
    cr_loudness *loudness = cr_loudness_new(1, 48000, NULL);
    cr_loudness_level between;
    for (int i = 0; i < 5000; i++) cr_loudness_add(loudness, quarter, 4, NULL);
    CHECK(cr_loudness_end(loudness, &between, NULL) == CR_OK, "measured");
    CHECK(20.0 * log10(between.true_peak) > 2.5, "true peak %g", between.true_peak);
    cr_loudness_free(loudness);
    CHECK(isinf(sine(48000, 1, 997.0, -120.0, 1.0).lufs), "below the gate");
    cr_error error = {0};
    CHECK(!cr_loudness_new(1, 4000, &error) && error.status == CR_ERR_UNSUPPORTED, "rate");
    CHECK(!cr_loudness_new(65, 48000, &error) && error.status == CR_ERR_UNSUPPORTED, "channels");
    return test_summary();
}
