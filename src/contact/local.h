// One contact alone.
#ifndef CAROM_CONTACT_LOCAL_H
#define CAROM_CONTACT_LOCAL_H

// The reaction of a contact with u = w r + q, exact to rounding. r holds a guess, from which a slipping
// contact starts, and the result.
void cr_contact_local(const double w[9], const double q[3], double mu, double r[3]);

#endif
