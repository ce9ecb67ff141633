// The loops over contacts of a redistribution, LANES at a time, for one instruction set; the includer defines
//   SPREAD_NAME(word)   a name of its own for each function and type
//   SPREAD_TARGET       attribute that chooses the instruction set, or nothing
#define QUAD SPREAD_NAME(quad)
#define MASK SPREAD_NAME(mask)
typedef double QUAD __attribute__((vector_size(8 * LANES), aligned(8), may_alias));
typedef long long MASK __attribute__((vector_size(8 * LANES), aligned(8)));
#define AT(row) (*(QUAD *)((row) + k))
#define WHERE(mask, a, b) ((QUAD)(((mask) & (MASK)(a)) | (~(mask) & (MASK)(b))))

// Products of a row with four others, in LANES partial sums each.
SPREAD_TARGET static void SPREAD_NAME(products)(int from, int n, const double *a, double *const b[4],
                                                double out[4]) {
    QUAD s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
    const double *b0 = b[0], *b1 = b[1], *b2 = b[2], *b3 = b[3];
    for (int k = from, end = from + n; k < end; k += LANES) {
        QUAD x = AT(a);
        s0 += x * AT(b0);
        s1 += x * AT(b1);
        s2 += x * AT(b2);
        s3 += x * AT(b3);
        k += LANES; // contacts come in pairs of LANES
        x = AT(a);
        s0 += x * AT(b0);
        s1 += x * AT(b1);
        s2 += x * AT(b2);
        s3 += x * AT(b3);
    }
    out[0] = (s0[0] + s0[2]) + (s0[1] + s0[3]);
    out[1] = (s1[0] + s1[2]) + (s1[1] + s1[3]);
    out[2] = (s2[0] + s2[2]) + (s2[1] + s2[3]);
    out[3] = (s3[0] + s3[2]) + (s3[1] + s3[3]);
}

// Adds the products of three rows with three others.
SPREAD_TARGET static void SPREAD_NAME(tile)(int from, int n, double *const a[3], double *const b[3],
                                            double *const out[3]) {
    QUAD s00 = {0}, s01 = {0}, s02 = {0}, s10 = {0}, s11 = {0}, s12 = {0}, s20 = {0}, s21 = {0}, s22 = {0};
    const double *a0 = a[0], *a1 = a[1], *a2 = a[2], *b0 = b[0], *b1 = b[1], *b2 = b[2];
    for (int k = from, end = from + n; k < end; k += LANES) {
        QUAD x = AT(b0), y = AT(b1), z = AT(b2), row = AT(a0);
        s00 += row * x;
        s01 += row * y;
        s02 += row * z;
        row = AT(a1);
        s10 += row * x;
        s11 += row * y;
        s12 += row * z;
        row = AT(a2);
        s20 += row * x;
        s21 += row * y;
        s22 += row * z;
    }
    const QUAD sums[9] = {s00, s01, s02, s10, s11, s12, s20, s21, s22};
    for (int i = 0; i < 9; i++) out[i / 3][i % 3] += (sums[i][0] + sums[i][2]) + (sums[i][1] + sums[i][3]);
}

// Impulses of each contact, P of (a, b) on the cone |b| <= mu a: itself; (t, mu t b/|b|), t = (a + mu |b|)/(1
// + mu^2); or 0. With u = b/|b| and p = u turned by a right angle, the slope of P is the sum of squares of
//   inside: (1, 0), (0, u), (0, p);  on the cone: (1, mu u)/sqrt(1 + mu^2), sqrt(mu t/|b|) (0, p);  else
//   none.
// The rows of their wrenches, 12, 6 and 6, are `part`. Returns whether any is inside, and whether any is on
// the cone.
SPREAD_TARGET static int SPREAD_NAME(project)(const cr_redistribution *r, int from, int n,
                                              const double dual[ROWS]) {
    const QUAD zero = {0}, one = zero + 1.0;
    MASK some = {0}, cones = {0};
    for (int k = from; k < from + n; k += LANES) {
        QUAD y0 = AT(r->before[0]), y1 = AT(r->before[1]), y2 = AT(r->before[2]), mu = AT(r->mu);
        for (int i = 0; i < HALF; i++) {
            y0 += AT(r->wrench[0][i]) * dual[i];
            y1 += AT(r->wrench[1][i]) * dual[HALF + i];
            y2 += AT(r->wrench[2][i]) * dual[HALF + i];
        }
        QUAD b = y1 * y1 + y2 * y2, scale = AT(r->scale);
        for (int l = 0; l < LANES; l++) b[l] = sqrt(b[l]);
        QUAD t = (y0 + mu * b) * (scale * scale);
        MASK inside = (MASK)(y0 >= zero) & (MASK)(b <= mu * y0), cone = ~inside & (MASK)(t > zero);
        MASK rubs = (MASK)(b > zero);
        some |= inside | cone;
        cones |= cone;
        QUAD inverse = 1.0 / WHERE(rubs, b, one), u = WHERE(rubs, y1 * inverse, one), w = y2 * inverse;
        QUAD along = WHERE(inside, b, WHERE(cone, mu * t, zero)),
             first = WHERE(inside, one, WHERE(cone, scale, zero));
        QUAD third = WHERE(cone & rubs, mu * t * inverse, zero), lean = WHERE(cone, mu * scale, zero);
        for (int l = 0; l < LANES; l++) third[l] = sqrt(third[l]);
        third = WHERE(inside, one, third);
        QUAD second = WHERE(inside, one, lean);
        AT(r->now[0]) = WHERE(inside, y0, WHERE(cone, t, zero));
        AT(r->now[1]) = along * u;
        AT(r->now[2]) = along * w;
        for (int i = 0; i < HALF; i++) {
            QUAD t1 = AT(r->wrench[1][i]), t2 = AT(r->wrench[2][i]), radial = u * t1 + w * t2;
            AT(r->part[i]) = first * AT(r->wrench[0][i]);
            AT(r->part[HALF + i]) = lean * radial;
            AT(r->part[2 * HALF + i]) = second * radial;
            AT(r->part[3 * HALF + i]) = third * (u * t2 - w * t1);
        }
    }
    return (some[0] | some[1] | some[2] | some[3] ? SOME : 0) |
           (cones[0] | cones[1] | cones[2] | cones[3] ? SOME_CONE : 0);
}

#undef QUAD
#undef MASK
#undef AT
#undef WHERE
