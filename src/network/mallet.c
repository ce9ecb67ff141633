// Mallets: masses of a pool that strike while the network runs, and leave when they have rebounded.
#include "network/network_internal.h"

// One that touches nothing is waited for so long [s]: until the waves that it has sent have come back, and,
// if it is not away by more than so many times the way of the struck point, until then.
static const double return_time = 0.025, patience = 0.1, out_of_reach = 3.0;

static const cr_param params[CR_STRIKE_PARAMS] = {
    {"speed", "m/s", "how fast it arrives", 1, 1e-6, 1e3},
    {"mass", "kg", "mass of the mallet", 0.005, 1e-9, 1e3},
    {"hardness", "N/m^alpha", "stiffness of the contact: felt 1e5, rubber 1e6, wood 1e8, metal 1e10", 1e8, 1,
     1e15},
    {"exponent", "", "alpha of the contact: ball 1.5, felt 2 to 3", 1.5, 1, 5},
    {"loss", "s/m", "mu, loss in the contact", 0.2, 0, 100},
};

const cr_param *cr_strike_params(void) {
    return params;
}

cr_mallet cr_mallet_default(void) {
    const cr_param *p = params;
    return (cr_mallet){p[CR_STRIKE_MASS].value, p[CR_STRIKE_HARDNESS].value, p[CR_STRIKE_EXPONENT].value,
                       p[CR_STRIKE_LOSS].value};
}

static bool in_range(const cr_mallet *m, double speed) {
    const double values[] = {speed, m->mass, m->hardness, m->exponent, m->loss};
    for (int i = 0; i < CR_STRIKE_PARAMS; i++)
        if (!(values[i] >= params[i].min && values[i] <= params[i].max)) return false;
    return true;
}

cr_touch_law cr_mallet_law(const cr_mallet *mallet, double h) {
    cr_law law = cr_law_default(cr_law_find("hunt-crossley", NULL));
    cr_law_set(&law, "k", mallet->hardness, NULL);
    cr_law_set(&law, "alpha", mallet->exponent, NULL);
    cr_law_set(&law, "mu", mallet->loss, NULL);
    cr_law_prepare(&law, NULL);
    return cr_touch_law_of(&law, h);
}

// --- coming and going

static double energy_of(const cr_mallet_slot *m) {
    return m->on_grid ? cr_element_energy(&m->mass) : cr_resonator_energy(&m->body);
}

static void leave(cr_network *n, cr_mallet_slot *m) {
    cr_touch *t = cr_network_touch(n, m->touch);
    if (n->booking) n->work -= energy_of(m);
    m->active = false;
    n->striking--;
    if (m->on_grid) {
        cr_interaction *blow = cr_network_interaction(n, m->interaction);
        blow->force = blow->loss = 0.0;
        blow->end_count = 0;
        cr_network_arrange_blocks(n);
        return;
    }
    if (t->end[0].body) cr_resonator_detach(t->end[0].body, t->end[0].tap);
    cr_touch_group_leave(n, m->group, m->touch, &m->body);
    t->force = t->a = t->b = 0.0;
    t->hold = t->end_count = 0;
}

void cr_mallets_rest(cr_network *n) {
    for (int i = 0; i < n->mallet_count; i++)
        if (n->mallets[i].active) leave(n, &n->mallets[i]);
}

// One that is away, or has been apart for longest.
static cr_mallet_slot *free_mallet(const cr_network *n) {
    cr_mallet_slot *best = NULL;
    for (int i = 0; i < n->mallet_count; i++) {
        cr_mallet_slot *m = &n->mallets[i];
        if (!m->active) return m;
        if (m->apart > (best ? best->apart : 0)) best = m;
    }
    return best;
}

// The readings of a mass that moves as a whole.
static void set_mass(cr_resonator *body, double mass) {
    double phi = 1.0 / sqrt(mass);
    body->taps[0].rigid_phi = phi;
    for (int level = 0; level < CR_LEVELS; level++) {
        double h = body->table[level].h;
        *body->pairs[level] = (cr_tap_pair){.c = 0.5 * h * h * phi * phi, .e = h * h * phi * phi / 6.0};
    }
}

static void meet_body(cr_network *n, cr_mallet_slot *m, int element, double mass, double speed) {
    cr_element *e = cr_network_element_at(n, element);
    cr_resonator *body = n->movers[element];
    cr_touch *t = cr_network_touch(n, m->touch);
    double root = sqrt(mass), size = sqrt(e->mass);
    double lost = t->lost;
    cr_touch_clear(t, &m->law);
    t->lost = lost;
    t->end_count = 2;
    t->end[0] = (cr_end){.element = e, .body = body, .sign = 1.0};
    t->end[1] = (cr_end){.element = &m->mass, .body = &m->body, .sign = -1.0};
    for (int i = 0; body && i < e->points; i++) m->shape[i] = 0.0;
    for (int i = 0; body && i < m->struck.count; i++) m->shape[m->struck.at[i]] = m->struck.read[i] / size;
    if (body) t->end[0].tap = cr_resonator_attach(body, m->shape);
    m->from = body ? body->taps[t->end[0].tap].y : e->u[0];
    m->group = body ? cr_touch_group_of(n, body) : m->own;
    set_mass(&m->body, mass);
    cr_resonator_set_level(&m->body, m->group->level);
    cr_resonator_set(&m->body, 0, root * m->from, -root * speed);
    cr_resonator_start(&m->body);
    t->gap = m->from - m->body.taps[0].y; // what rounding leaves
    cr_touch_group_join(n, m->group, m->touch);
}

static bool meet_grid(cr_network *n, cr_mallet_slot *m, int element, double mass, double speed) {
    const double whole[CR_WHERE] = {0};
    cr_interaction *blow = cr_network_interaction(n, m->interaction);
    m->mass.mass = m->mass.value[0] = mass;
    cr_element_locate(&m->mass, whole, &m->of_mass, NULL);
    cr_element *e = cr_network_element_at(n, element);
    m->from = cr_port_displacement(e, &m->struck);
    cr_element_set_motion(&m->mass, 0, m->from, -speed);
    *blow = (cr_interaction){.kind = CR_INTERACTION_CONTACT,
                             .law = &m->law.law,
                             .mode = CR_PSI_PREDICTED,
                             .lost = blow->lost,
                             .gap = m->from - m->mass.u[0],
                             .end_count = 2};
    blow->end[0] = (cr_end){.element = e, .port = m->struck, .sign = 1.0};
    blow->end[1] = (cr_end){.element = &m->mass, .port = m->of_mass, .sign = -1.0};
    cr_interaction_start(blow, n->h);
    blow->psi = 0.0;
    blow->compliance = cr_interaction_mobility(blow, blow);
    if (cr_network_arrange_blocks(n)) return true;
    blow->end_count = 0;
    return false;
}

cr_status cr_network_strike(cr_network *n, const cr_place *at, double speed, const cr_mallet *mallet) {
    if (!n->prepared || at->element < 0 || at->element >= n->elements.count) return CR_ERR_INPUT;
    const cr_element *e = cr_network_element_at(n, at->element);
    cr_mallet_slot *m = free_mallet(n);
    for (int i = 0; i < CR_WHERE; i++)
        if (!isfinite(at->at[i])) return CR_ERR_RANGE;
    if (!in_range(mallet, speed)) return CR_ERR_RANGE;
    if (!m) return CR_ERR_MEMORY;
    if (m->active) leave(n, m);
    cr_status status = cr_element_locate(e, at->at, &m->struck, NULL);
    if (status != CR_OK) return CR_ERR_RANGE;
    m->law = cr_mallet_law(mallet, n->h);
    m->on_grid = cr_element_is(e->type, CR_TRAIT_GRID);
    m->active = true; // what the blocks are made of
    if (!m->on_grid) meet_body(n, m, at->element, mallet->mass, speed);
    else if (!meet_grid(n, m, at->element, mallet->mass, speed)) {
        m->active = false;
        cr_network_arrange_blocks(n);
        return CR_ERR_UNSUPPORTED;
    }
    m->farthest = 0.0;
    m->apart = 0;
    n->striking++;
    if (n->booking) n->work += energy_of(m);
    return CR_OK;
}

// --- while they are there

void cr_mallets_predict(cr_network *n) {
    for (int i = 0; i < n->mallet_count; i++) {
        cr_mallet_slot *m = &n->mallets[i];
        if (m->active && m->on_grid) cr_element_predict(&m->mass);
    }
}

void cr_mallets_advance(cr_network *n) {
    for (int i = 0; i < n->mallet_count; i++) {
        cr_mallet_slot *m = &n->mallets[i];
        if (m->active && m->on_grid) cr_element_advance(&m->mass);
    }
}

// Depth, displacement of the struck point, and how fast they part.
typedef struct outlook {
    bool touches;
    double depth, y, parting;
} outlook;

static outlook look(const cr_network *n, const cr_mallet_slot *m) {
    if (m->on_grid) {
        const cr_interaction *c = cr_network_interaction(n, m->interaction);
        return (outlook){c->x > 0.0 || c->psi > 0.0, c->x,
                         cr_port_displacement(c->end[0].element, &m->struck), c->before - c->x};
    }
    const cr_touch *t = cr_network_touch(n, m->touch);
    const cr_end *end = &t->end[0];
    const cr_tap *tap = end->body ? &end->body->taps[end->tap] : NULL;
    double change = tap ? tap->change : end->element->d[0];
    return (outlook){t->depth > 0.0 || t->psi > 0.0, t->depth, tap ? tap->y : end->element->u[0],
                     m->body.taps[0].change - change};
}

void cr_mallets_watch(cr_network *n) {
    for (int i = 0; i < n->mallet_count; i++) {
        cr_mallet_slot *m = &n->mallets[i];
        if (!m->active) continue;
        outlook now = look(n, m);
        m->farthest = cr_max(m->farthest, fabs(now.y - m->from));
        m->apart = now.touches ? 0 : m->apart + 1;
        bool away = now.parting > 0.0 && -now.depth > out_of_reach * m->farthest;
        if ((double)m->apart * n->h > (away ? return_time : patience)) leave(n, m);
    }
}

double cr_mallets_energy(const cr_network *n) {
    double sum = 0.0;
    for (int i = 0; i < n->mallet_count; i++)
        if (n->mallets[i].active) sum += energy_of(&n->mallets[i]);
    return sum;
}

double cr_mallets_lost(const cr_network *n) {
    double sum = 0.0;
    for (int i = 0; i < n->mallet_count; i++) sum += n->mallets[i].body.lost;
    return sum;
}

bool cr_mallets_finite(const cr_network *n) {
    double energy = cr_mallets_energy(n);
    return energy <= 1e300; // neither infinite nor no number
}

int cr_network_striking(const cr_network *n) {
    return n->striking;
}

double cr_network_mallet_force(const cr_network *n, int index) {
    const cr_mallet_slot *m = &n->mallets[index];
    if (!m->active) return 0.0;
    return m->on_grid ? cr_network_interaction(n, m->interaction)->force
                      : cr_network_touch(n, m->touch)->force;
}
