#include "prep/bem/bem.h"

#include "base/array.h"
#include "base/random.h"
#include "prep/bem/static.h"
#include "prep/bem/vector.h"

#include <string.h>

// Squared distance of middles over area, below which a triangle is near. The two faces of a thin wall must
// see far triangles alike: with 16 a tube with a wall of 1/40 of its radius resonates 0.5 % too high, with 40
// its error is below 0.1 %.
static const double near_share = 40.0;

static double squared_distance(const double a[3], const double b[3]) {
    double d[3];
    cr_sub3(a, b, d);
    return cr_dot3(d, d);
}

static bool is_near(const cr_bem_surface *s, int i, int j) {
    return squared_distance(s->middle[i], s->middle[j]) < near_share * s->area[j];
}

// The difference of the closed form and of what the row would have for k = 0, the same floats: what rounding
// does to the points is undone too.
static cr_bem_near mend(const cr_bem_surface *s, int i, int j, const cr_bem_row *still) {
    double single, twofold;
    cr_bem_static(s->corner[j][0], s->normal[j], s->middle[i], &single, &twofold);
    if (i == j) twofold = 0.0;
    return (cr_bem_near){j, (float)(single / (4.0 * cr_pi) - (double)still->single[0][j]),
                         (float)(twofold / (4.0 * cr_pi) - (double)still->twofold[0][j])};
}

static cr_status find_near(cr_bem *bem, cr_arena *arena, cr_error *error) {
    const cr_bem_surface *s = bem->surface;
    CR_ARRAY(cr_bem_near) list = {0};
    cr_bem_row still;
    cr_arena *scratch = cr_arena_new(cr_arena_allocator(arena));
    bool whole = scratch && cr_bem_row_take(&still, s->triangles, scratch);
    bem->first = cr_arena_take(arena, (size_t)bem->rows + 1, sizeof *bem->first);
    whole = whole && bem->first;
    for (int i = 0; i < bem->rows && whole; i++) {
        cr_bem_row_fill(s, s->middle[i], 0.0, &still);
        for (int j = 0; j < s->triangles && whole; j++) {
            if (!is_near(s, i, j)) continue;
            cr_bem_near *added = CR_ARRAY_ADD(&list, scratch);
            whole = added != NULL;
            if (added) *added = mend(s, i, j, &still);
        }
        bem->first[i + 1] = (size_t)list.count;
    }
    if (whole) bem->near = cr_arena_take(arena, (size_t)list.count, sizeof *bem->near);
    whole = whole && bem->near;
    if (whole) memcpy(bem->near, list.items, (size_t)list.count * sizeof *bem->near);
    if (scratch) cr_arena_free(scratch);
    return whole ? CR_OK : cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for the near triangles");
}

// Points inside, two edges or more away from the wall, of a fixed list of random ones below random triangles.
static void find_inside(cr_bem *bem) {
    enum { TRIES = 200 };
    const cr_bem_surface *s = bem->surface;
    uint64_t random = cr_random_seed(1);
    double centre[3], radius;
    cr_bem_surface_ball(s, centre, &radius);
    for (int i = 0; i < TRIES; i++) {
        double at[3], nearest = HUGE_VAL;
        int below = (int)(0.5 * (1.0 + cr_random_uniform(&random)) * (s->triangles - 1));
        double deep = cr_random_uniform(&random);
        for (int d = 0; d < 3; d++) at[d] = s->middle[below][d] - radius * deep * deep * s->normal[below][d];
        for (int j = 0; j < s->triangles; j++) nearest = fmin(nearest, squared_distance(at, s->middle[j]));
        nearest = sqrt(nearest);
        bool wanted = nearest > bem->widest || (nearest > 2.0 * s->edge && bem->insiders < CR_BEM_INSIDE);
        if (!wanted || !cr_bem_surface_holds(s, at)) continue;
        bem->widest = fmax(bem->widest, nearest);
        if (nearest > 2.0 * s->edge && bem->insiders < CR_BEM_INSIDE)
            memcpy(bem->inside[bem->insiders++], at, sizeof at);
    }
}

cr_status cr_bem_make(const cr_bem_surface *surface, cr_arena *arena, cr_bem *bem, cr_error *error) {
    *bem = (cr_bem){.surface = surface, .rows = surface->triangles / surface->sectors};
    cr_status status = find_near(bem, arena, error);
    if (status == CR_OK) find_inside(bem);
    if (status == CR_OK && surface->sectors == 1 && !cr_coarse_make(surface, arena, &bem->coarse))
        return cr_fail(error, CR_ERR_MEMORY, "radiation", "no memory for groups of triangles");
    return status;
}

void cr_bem_row_exact(const cr_bem *bem, int i, double k, const cr_bem_row *row) {
    cr_bem_row_fill(bem->surface, bem->surface->middle[i], k, row);
    for (size_t n = bem->first[i]; n < bem->first[i + 1]; n++) {
        const cr_bem_near *near = &bem->near[n];
        row->single[0][near->triangle] += near->single;
        row->twofold[0][near->triangle] += near->twofold;
    }
    row->twofold[0][i] = row->twofold[1][i] = 0.0f; // its own plane
}
