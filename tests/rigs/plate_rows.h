// The normal problem of a ringing plate on points of the ground (contact_problems.h), without friction.
#ifndef CAROM_TEST_PLATE_ROWS_H
#define CAROM_TEST_PLATE_ROWS_H

#include "contact_problems.h"
#include "rows_rig.h"

// Rows of W = A A^T + soft w, w the normal diagonal of A A^T.
static inline rows_rig plate_rows(const bodies_problem *plate, double soft) {
    int n = plate->bodies.contacts, freedoms = plate->freedoms;
    rows_rig rig = rows_rig_new(1, n);
    rows_rig_body(&rig, freedoms);
    for (int i = 0; i < n; i++) {
        double own = 0.0;
        rows_rig_block(&rig, CR_ROWS_CONTACT, 0, -1, 0.0);
        for (int k = 0; k < 3 * freedoms; k++) rig.arms[2 * i][k] = plate->bodies.arms[2 * i][k];
        for (int k = 0; k < freedoms; k++) own += rig.arms[2 * i][k] * rig.arms[2 * i][k];
        for (int c = 0; c < 3; c++) {
            rig.compliance[3 * i + c] = soft * own;
            rig.q[3 * i + c] = plate->bodies.q[3 * i + c];
        }
    }
    return rig;
}

#endif
