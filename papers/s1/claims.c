// S1: its identity (76), the offset of (66), the order of (69), and a tromba marina that is bowed.
#include "papers/s1/s1.h"

// --- appendix A: (76) --------------------------------------------------------------------------------------

// Work of the contact in each step against the change of psi^2/2, on the greatest energy stored.
static double identity_error(void) {
    const double rate = 50000.0;
    cr_law law = cr_law_with(
        "power",
        (cr_setting[]){{"k", cr_lossless_stiffness(1.0, 1.5, 1.0, 8.0 / rate)}, {"alpha", 1.5}, {0}});
    cr_stepper s;
    double worst = 0.0, most = 0.0;
    cr_stepper_init(&s, cr_scheme_find("psi-plain", NULL), &law, 1.0, 1.0 / rate, 0.0, -1.3 / rate, 1.0,
                    NULL);
    for (int i = 0; i < 14; i++) {
        double psi = s.psi, from = s.x_before;
        cr_stepper_step(&s);
        double work = 0.5 * s.f_mean * (s.x - from), change = 0.5 * (s.psi - psi) * (s.psi + psi);
        worst = fmax(worst, fabs(work - change));
        most = fmax(most, 0.5 * s.psi * s.psi);
    }
    return worst / most;
}

// --- (66): two-sided, with an offset -----------------------------------------------------------------------

static double offset_force(double k, double alpha, double gap, double eta) {
    double beyond = fabs(eta) - gap;
    return beyond > 0.0 ? copysign(k * pow(beyond, alpha), eta) : 0.0;
}

// A mass between two one-sided contacts, each the offset away: their force against (66), and the balance.
static void check_offset(cr_rows *rows) {
    static const cr_claim claims[] = {{"(66): greatest difference of the force", .reference = "<1e-14",
                                       .basis = {CR_VERDICT_PROPERTY, "(66) itself"}},
                                      {"(66): energy balance, 44100 steps", .reference = "<5e-12",
                                       .basis = {CR_VERDICT_PROPERTY, "conservation of energy"}}};
    const double k = 1e8, alpha = 1.5, gap = 1e-4;
    cr_law law = cr_law_with("power", (cr_setting[]){{"k", k}, {"alpha", alpha}, {0}});
    double worst = 0.0, balance = 0.0, most = 0.0;
    for (int i = -100; i <= 100; i++) {
        double eta = 1e-5 * i,
               whole = cr_law_force(&law, eta - gap, 0.0) - cr_law_force(&law, -eta - gap, 0.0);
        double formula = offset_force(k, alpha, gap, eta);
        worst = fmax(worst, fabs(whole - formula) / (1.0 + fabs(formula)));
    }
    cr_s1_rig rig = cr_s1_open(cr_s1_rate, CR_CONTACT_PREDICTED);
    int mass = cr_s1_add(&rig, "mass", (cr_setting[]){{"mass", 0.01}, {0}});
    cr_place place = {mass, {0.0}};
    cr_s1_touch(&rig, place, cr_s1_ground, gap, &law);
    cr_s1_touch(&rig, cr_s1_ground, place, gap, &law);
    cr_s1_throw(&rig, mass, 0.0, 1.0);
    bool ready = cr_s1_prepare(&rig);
    double first = ready ? cr_network_ledger(rig.network).elements : CR_NAN;
    for (int i = 0; ready && i < 44100; i++) {
        cr_network_step(rig.network);
        cr_ledger l = cr_network_ledger(rig.network);
        balance = fmax(balance, fabs(l.elements + l.contacts - first));
        most = fmax(most, l.elements);
    }
    cr_s1_close(&rig);
    cr_rows_add(rows, &claims[0], worst);
    cr_rows_add(rows, &claims[1], ready ? balance / most : CR_NAN);
}

// --- (69): the sign of psi ---------------------------------------------------------------------------------

// A mass of 1 kg on a spring of 1 N/m, (66) with alpha = 1, from rest at u0 [m] for 10 s: psi and g with
// their signs, or psi = |eta| and g with the sign of eta, as (69) has it.
static double swing(double h, bool signed_psi, double u0) {
    double u = u0, before = u0 - 0.5 * h * h * u0, psi = 0.5 * (u + before);
    for (long i = 0; i < lround(10.0 / h); i++) {
        double g = signed_psi ? 1.0 : u > 0.0 ? 1.0 : -1.0;
        double way = (2.0 * (u - before) - h * h * g * psi) / (1.0 + 0.25 * h * h * g * g),
               after = before + way;
        psi += 0.5 * g * way;
        before = u;
        u = after;
    }
    return u;
}

// Orders of convergence over four doublings of the rate, of the rms error over starts from 0.8 to 1.2 m.
static double swing_order(bool signed_psi) {
    enum { STARTS = 31 };
    double coarse = 0.0, fine = 0.0;
    for (int i = 0; i < STARTS; i++) {
        double u0 = 0.8 + 0.4 * i / (STARTS - 1), exact = u0 * cos(10.0);
        coarse += pow(swing(0.1, signed_psi, u0) - exact, 2.0);
        fine += pow(swing(0.1 / 16.0, signed_psi, u0) - exact, 2.0);
    }
    return log2(sqrt(coarse / fine)) / 4.0;
}

// --- 7: a tromba marina that is bowed ----------------------------------------------------------------------

enum { RATE = 44100, SECONDS = 2, FRAMES = RATE * SECONDS };

// The lag at which the sound is most like itself, between those of 50 and 90 Hz, with a parabola between
// samples.
static double pitch_of(const double *samples, int count) {
    enum { FIRST = RATE / 90, LAST = RATE / 50 };
    double best = 0.0, value[LAST + 2];
    int at = 0;
    for (int lag = FIRST - 1; lag <= LAST + 1; lag++) {
        double sum = 0.0;
        for (int i = 0; i + LAST + 1 < count; i++) sum += samples[i] * samples[i + lag];
        value[lag] = sum;
    }
    for (int lag = FIRST; lag <= LAST; lag++)
        if (value[lag] > best) best = value[at = lag];
    if (!at) return CR_NAN;
    double bend = value[at - 1] - 2.0 * value[at] + value[at + 1];
    return RATE / (at + 0.5 * (value[at - 1] - value[at + 1]) / bend);
}

static void check_bowed(cr_rows *rows) {
    static const cr_claim pitch = {"pitch [Hz]", .reference = "64.9", .tolerance = 1.3};
    static const cr_claim none = {.what = "pitch [Hz]",
                                  .why = "the scenes that came with the program are not found"};
    cr_rows_table(rows, "Section 7: the tromba marina, bowed",
                  "`carom render tromba-bowed`, computed now: string, bridge and body of the paper, a bow, "
                  "and a bridge of "
                  "which one foot is loose and rattles in time with the string. The part of the string up to "
                  "the bridge "
                  "sounds; pitch by autocorrelation from 1 s on, within 2 %.");
    cr_rows_basis(rows, CR_VERDICT_OWN,
                  "pitch of the whole string, 56.4 Hz, over the part up to the bridge, 0.869");
    const double *samples = cr_rows_play(rows, "tromba-bowed", RATE, FRAMES);
    if (!samples) {
        if (rows->error.status == CR_OK) cr_rows_add(rows, &none, CR_NAN);
        return;
    }
    cr_rows_add(rows, &pitch, pitch_of(samples + RATE, FRAMES - RATE));
    cr_rows_hear(rows, samples, RATE, FRAMES,
                 "The tromba marina, bowed: two seconds, the body at one place.");
}

void cr_s1_claims(cr_rows *rows) {
    static const cr_claim identity = {"(76): work of a step against the change of $\\psi^2/2$",
                                      .reference = "<1e-15", .basis = {CR_VERDICT_PROPERTY, "(76) itself"}};
    static const cr_claim orders[2] = {{"(69): order, $\\psi$ without sign", .reference = "1.1"},
                                       {"the same, signed $\\psi$", .reference = "2.0"}};
    cr_rows_table(rows, "Appendix A and section 8: (76), (66), (69)",
                  "(76): $(\\mu_{t+} \\psi) \\delta_{t+} \\psi = \\delta_{t+} \\phi$, in steps of the mode "
                  "plain. (66): a contact on "
                  "both sides with an offset is two contacts. (69): with $\\alpha = 1$ a spring; where "
                  "$\\eta$ changes sign, "
                  "$\\psi = |\\eta|$ costs an order, which a signed $\\psi$ keeps (rms over 31 starts, four "
                  "doublings of the rate).");
    cr_rows_add(rows, &identity, identity_error());
    check_offset(rows);
    cr_rows_basis(rows, CR_VERDICT_OWN, "papers/references/s1.py");
    for (int i = 0; i < 2; i++) cr_rows_add(rows, &orders[i], swing_order(i == 1));
    check_bowed(rows);
}
