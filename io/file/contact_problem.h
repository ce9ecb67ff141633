// Friction problems in the plain text of Siconos' collection, numbers separated by blanks: dimension (3 or
// 2), contacts, the matrix W, q, mu. W is dense (0: rows, columns, both again, numbers column by column) or
// of sparse blocks (1: blocks, block rows and columns, the cumulated sizes of both, the lengths of the index
// arrays, row pointers, columns, the blocks, each column by column after its number).
#ifndef CAROM_IO_CONTACT_PROBLEM_H
#define CAROM_IO_CONTACT_PROBLEM_H

#include "carom/coulomb.h"

enum { CR_CONTACT_PROBLEM_LIMIT = 256 << 20 }; // bytes of a file

// The problem of the file's bytes, in the arena; a plane problem becomes one in space whose second tangent
// nothing moves. CR_ERR_INPUT with the line, CR_ERR_MEMORY; the arena is then as it was.
cr_status cr_contact_problem_parse(const char *path, const char *bytes, size_t size, cr_arena *arena,
                                   cr_coulomb_problem *problem, cr_error *error);
// The same from a file.
cr_status cr_contact_problem_read(const char *path, cr_arena *arena, cr_coulomb_problem *problem,
                                  cr_error *error);

#endif
