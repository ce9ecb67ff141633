// S1's systems as networks that run, and their energy balance.
#include "papers/s1/s1.h"

const char *const cr_s1_mode_names[3] = {"psi", "plain", "2021"};
const cr_contact_mode cr_s1_modes[3] = {CR_CONTACT_PREDICTED, CR_CONTACT_PLAIN, CR_CONTACT_2021};

static cr_law power_law(double k, double alpha) {
    return cr_law_with("power", (cr_setting[]){{"k", k}, {"alpha", alpha}, {0}});
}

static int add_mass(cr_s1_rig *rig, double mass, double frequency, double sigma0) {
    return cr_s1_add(rig, "mass",
                     (cr_setting[]){{"mass", mass}, {"frequency", frequency}, {"sigma0", sigma0}, {0}});
}

static int add_string(cr_s1_rig *rig, double length, double young, bool damped) {
    return cr_s1_add(rig, "string",
                     (cr_setting[]){{"length", length},
                                    {"radius", 2.5e-4},
                                    {"tension", 100.0},
                                    {"young", young},
                                    {"sigma0", damped ? 0.5 : 0.0},
                                    {"sigma1", damped ? 5e-3 : 0.0},
                                    {0}});
}

static void build_mass_barrier(cr_s1_rig *rig, bool damped) {
    cr_law law = power_law(1e8, 1.5);
    int mass = add_mass(rig, 0.01, 0.0, damped ? 2.0 : 0.0);
    cr_s1_touch(rig, (cr_place){mass, {0.0}}, cr_s1_ground, 0.0, &law);
    cr_s1_throw(rig, mass, -1e-4, 1.0);
}

static void build_sprung_barrier(cr_s1_rig *rig, bool damped) {
    cr_law law = power_law(1e8, 1.5);
    int mass = add_mass(rig, 0.01, 300.0, damped ? 2.0 : 0.0);
    cr_s1_touch(rig, (cr_place){mass, {0.0}}, cr_s1_ground, 1e-4, &law);
    cr_s1_throw(rig, mass, -2e-3, 0.0);
}

static void build_two_masses(cr_s1_rig *rig, bool damped) {
    cr_law law = power_law(1e8, 1.5);
    int u = add_mass(rig, 0.01, 200.0, damped ? 2.0 : 0.0),
        w = add_mass(rig, 0.03, 310.0, damped ? 1.0 : 0.0);
    cr_s1_touch(rig, (cr_place){w, {0.0}}, (cr_place){u, {0.0}}, 0.0, &law);
    cr_s1_throw(rig, u, 1e-3, 0.0);
    cr_s1_throw(rig, w, -1e-3, 0.0);
}

static void build_two_strings(cr_s1_rig *rig, bool damped) {
    int u = add_string(rig, 0.25, 2e11, damped), w = add_string(rig, 0.25, 2e11, damped);
    const cr_element *e = cr_s1_element(rig, u);
    for (int i = 1; e && i < e->grid.n[0]; i++) {
        double at = (double)i / e->grid.n[0];
        cr_law law = power_law(1e6 * e->grid.spacing[0], 1.5);
        cr_s1_touch(rig, (cr_place){w, {at}}, (cr_place){u, {at}}, 0.0, &law);
    }
    cr_s1_pluck(rig, u, 0.3, -1e-3);
    cr_s1_pluck(rig, w, 0.5, -2e-3);
}

static void build_mass_string(cr_s1_rig *rig, bool damped) {
    cr_law law = power_law(1e8, 2.3);
    int u = add_string(rig, 1.0, 2e11, damped), w = add_mass(rig, 0.002, 60.0, damped ? 1.0 : 0.0);
    cr_s1_touch(rig, (cr_place){w, {0.0}}, (cr_place){u, {0.2513}}, 0.0, &law);
    cr_s1_throw(rig, w, -1e-4, 2.0);
}

// Between a string above and a barrier below; (80) when the mass has a spring and the string is stiff.
static void build_between(cr_s1_rig *rig, double frequency, double young, bool damped) {
    cr_law soft = power_law(1e8, 1.5), hard = power_law(1e9, 1.5);
    int u = add_string(rig, 1.0, young, damped), w = add_mass(rig, 0.002, frequency, damped ? 1.0 : 0.0);
    cr_place mass = {w, {0.0}};
    cr_s1_touch(rig, mass, (cr_place){u, {0.3333}}, 2e-4, &soft);
    cr_s1_touch(rig, cr_s1_ground, mass, 0.0, &hard);
    cr_s1_throw(rig, w, 1e-4, 1.0);
}

static void build_appendix_d(cr_s1_rig *rig, bool damped) {
    build_between(rig, 0.0, 0.0, damped);
}

static void build_80(cr_s1_rig *rig, bool damped) {
    build_between(rig, 150.0, 2e11, damped);
}

// The tromba marina of the authors' program on a wooden body. The bridge stands on a point of the grid.
static void build_tromba(cr_s1_rig *rig, bool two_contacts, bool damped) {
    int string = cr_s1_add(rig, "string",
                           (cr_setting[]){{"length", 1.9},
                                          {"f0", 32.0},
                                          {"sigma0", damped ? 0.1 : 0.0},
                                          {"sigma1", damped ? 0.05 : 0.0},
                                          {0}});
    int bridge = add_mass(rig, 0.001, 500.0, damped ? 0.025 : 0.0);
    int body = cr_s1_add(rig, "plate",
                         (cr_setting[]){{"width", 1.35},
                                        {"height", 0.18},
                                        {"thickness", 5e-3},
                                        {"density", 450.0},
                                        {"young", 1e10},
                                        {"sigma0", damped ? 2.0 : 0.0},
                                        {"sigma1", damped ? 2e-3 : 0.0},
                                        {0}});
    const cr_element *e = cr_s1_element(rig, string);
    double at = e ? round(1.65 / 1.9 * e->grid.n[0]) / e->grid.n[0] : 0.0;
    cr_place on_string = {string, {at}}, on_bridge = {bridge, {0.0}}, on_body = {body, {0.8, 0.75}};
    cr_law rattle = power_law(5e8, 1.3);
    cr_law hold = cr_law_with("two-sided", (cr_setting[]){{"k", 5e6}, {"alpha", 1.3}, {0}});
    cr_s1_touch(rig, on_body, on_bridge, 5e-6, &rattle);
    cr_contact_mode mode = rig->mode;
    if (mode == CR_CONTACT_2021) rig->mode = CR_CONTACT_PLAIN; // that rule is for contacts that open
    if (two_contacts) cr_s1_touch(rig, on_bridge, on_string, 0.0, &hold);
    else cr_s1_join(rig, on_string, on_bridge, 5e4, 1e12, damped ? 0.05 : 0.0);
    rig->mode = mode;
    cr_s1_pluck(rig, string, 0.21, 5e-4);
}

static void build_tromba_spring(cr_s1_rig *rig, bool damped) {
    build_tromba(rig, false, damped);
}

static void build_tromba_contacts(cr_s1_rig *rig, bool damped) {
    build_tromba(rig, true, damped);
}

const cr_s1_system cr_s1_systems[] = {
    {"mass, barrier", build_mass_barrier},
    {"mass-spring, barrier", build_sprung_barrier},
    {"two mass-springs", build_two_masses},
    {"string, string", build_two_strings},
    {"mass-spring, string", build_mass_string},
    {"tromba marina, spring", build_tromba_spring},
    {"tromba marina, two contacts", build_tromba_contacts},
    {"mass-spring, string, barrier (80)", build_80},
    {"mass, string, barrier (appendix D)", build_appendix_d},
};
const int cr_s1_system_count = sizeof cr_s1_systems / sizeof *cr_s1_systems;

double cr_s1_balance(const cr_s1_system *system, cr_contact_mode mode, bool damped, int steps,
                     cr_curve *curve) {
    const int every = 7;
    cr_s1_rig rig = cr_s1_open(cr_s1_rate, mode);
    double error = 0.0, energy = 0.0;
    system->build(&rig, damped);
    bool ready = cr_s1_prepare(&rig);
    for (int i = 1; ready && i <= steps; i++) {
        cr_network_step(rig.network);
        if (i % every && i != steps) continue;
        cr_ledger ledger = cr_network_ledger(rig.network);
        double off = cr_ledger_error(&ledger);
        energy = fmax(energy, ledger.elements + ledger.contacts + ledger.springs);
        error = fabs(off) <= error ? error : fabs(off);
        if (curve && i % (steps / 1400 * every) == 0) cr_curve_add(curve, i * rig.k, error / energy);
    }
    cr_s1_close(&rig);
    return ready ? error / energy : CR_NAN;
}
