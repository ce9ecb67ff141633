// What a sound is like to the ear, in figures: levels of bands over time, pitch, onsets, how it swings and
// how it ends. Times in seconds, frequencies in Hz, levels in dB.
#ifndef CAROM_TESTS_SOUND_H
#define CAROM_TESTS_SOUND_H

typedef struct sound {
    const double *sample; // one channel
    int count;
    double rate; // Hz
} sound;

// A figure of a sound and its parameters; what they are is said at each function.
typedef double (*sound_measure)(const sound *s, const double *p);

// low, high, from, to: mean power of a band over a time, of full scale.
double sound_level(const sound *s, const double *p);
// low, high, from, to: the band against everything at that time.
double sound_share(const sound *s, const double *p);
// low, high, from, to, and the later from, to: how much louder the band is later.
double sound_change(const sound *s, const double *p);
// low, high, from, to, apart: by how much the band falls at most from one such time to the next, dB.
double sound_fall(const sound *s, const double *p);
// low, high, from, to: how long the band takes to fall by 60 dB, by its first and last third, s.
double sound_decay(const sound *s, const double *p);
// from, to, least, most, low: the time after which the course of what is above `low` repeats itself best,
// between least and most, s.
double sound_beat(const sound *s, const double *p);
// low, high, other low, other high, from, to: how much louder one band is than the other.
double sound_over(const sound *s, const double *p);
// low, high, from, to: the frequency of the strongest line of the band.
double sound_line(const sound *s, const double *p);
// low, high, from, to, depth: lines of the band that are less than `depth` below the strongest.
double sound_lines(const sound *s, const double *p);
// from, to and the later from, to: centre of the spectrum later over that before.
double sound_dulling(const sound *s, const double *p);
// from, to, the later from, to, and low: centre of what the sharpest blow within the later time has above
// `low`, over that of the one within the earlier.
double sound_brightening(const sound *s, const double *p);
// from, to, rise: moments at which the level of 2 ms of its second difference rises by so much over
// the 6 ms before.
double sound_onsets(const sound *s, const double *p);
// from, to, rise: the largest of the times between onsets over the one before it; below 1 they come faster
// and faster.
double sound_quickening(const sound *s, const double *p);
// from, to, rise: the shortest time between onsets.
double sound_closest(const sound *s, const double *p);
// from, to: the loudest 20 ms over the quietest.
double sound_swing(const sound *s, const double *p);
// Peak of the last 10 ms against that of all; no parameters.
double sound_end(const sound *s, const double *p);

// What the comment of a scene says to the ear.
typedef struct promise {
    const char *scene; // under scenes/, without .yaml; NULL: that of the row before
    const char *args;  // of carom render, besides; NULL: none
    const char *what;
    sound_measure measure;
    double p[6];
    double least, most;
} promise;

// Those of scenes that render in no time, and the others.
extern const promise quick_promises[], slow_promises[];
extern const int quick_promise_count, slow_promise_count;

#endif
