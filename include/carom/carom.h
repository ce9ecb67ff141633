// The whole library in one header: laws, closed forms, schemes, one impact, surfaces, modes, elements,
// networks, what plays them, and the real-time engine. It needs nothing but the mathematics of the C library.
#ifndef CAROM_CAROM_H
#define CAROM_CAROM_H

#include "carom/bank.h"
#include "carom/base.h"
#include "carom/element.h"
#include "carom/exact.h"
#include "carom/impact.h"
#include "carom/law.h"
#include "carom/material.h"
#include "carom/modes.h"
#include "carom/network.h"
#include "carom/rt.h"
#include "carom/scheme.h"
#include "carom/sim.h"
#include "carom/surface.h"

#endif
