#include "prep/bem/bem.h"
#include "prep/bem/vector.h"

// A face that is large against the wavelength hardly hears the others: p = -2 int G g over the triangles that
// look the same way, as if it were in a wall (Rayleigh); with g on all faces Kirchhoff's integral then gives
// the field.
void cr_bem_kirchhoff(const cr_bem *bem, double k, const float *g, const cr_bem_row *row, cr_complex *p) {
    const double same = 0.7; // cosine between normals
    const cr_bem_surface *s = bem->surface;
    for (int i = 0; i < s->triangles; i++) {
        double re = 0.0, im = 0.0;
        cr_bem_row_exact(bem, i, k, row);
        for (int j = 0; j < s->triangles; j++) {
            if (cr_dot3(s->normal[i], s->normal[j]) < same) continue;
            re -= 2.0 * (double)(row->single[0][j] * g[j]);
            im -= 2.0 * (double)(row->single[1][j] * g[j]);
        }
        p[i] = (cr_complex)cr_wide_of(re, im);
    }
}
