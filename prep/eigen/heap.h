#ifndef CAROM_PREP_HEAP_H
#define CAROM_PREP_HEAP_H

// Lets malloc keep large pieces that are given back, for the process that does nothing but compute modes: the
// solver takes and gives back the same sizes over and over, and each time the system would have to clear
// them.
void cr_heap_keep(void);

#endif
