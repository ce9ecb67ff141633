#ifndef CAROM_PREP_HEAP_H
#define CAROM_PREP_HEAP_H

// Lets malloc keep large pieces that are given back, for the process that does nothing but compute modes: the
// solver takes and gives back the same sizes over and over, and each time the system would have to clear
// them.
void cr_heap_keep(void);

// MB that this process may still take: of what the machine has free or can free, or of the addresses that are
// left (ulimit -v) where that is less. HUGE_VAL where neither can be told.
double cr_heap_room(void);

#endif
