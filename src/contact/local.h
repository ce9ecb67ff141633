// One contact alone, or another block of three rows.
#ifndef CAROM_CONTACT_LOCAL_H
#define CAROM_CONTACT_LOCAL_H

// What three rows may bear: least <= r_n <= most, and |r_t| <= mu r_n + radius, r_t against u_t where it
// slips. A contact: 0, infinite, mu, what it could bear besides. Where least is below 0, mu is 0.
typedef struct cr_row_law {
    double least, most, mu, radius;
} cr_row_law;

// The reaction of a contact with u = w r + q, exact to rounding. r holds a guess, from which a slipping
// contact starts, and the result.
void cr_contact_local(const double w[9], const double q[3], double mu, double r[3]);
// The same of any law, w symmetric and positive.
void cr_law_local(const double w[9], const double q[3], const cr_row_law *law, double r[3]);

#endif
