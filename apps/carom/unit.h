// Metric prefixes, so that people read 148 um and not 0.000148 m.
#ifndef CAROM_APPS_CAROM_UNIT_H
#define CAROM_APPS_CAROM_UNIT_H

typedef struct cr_prefix {
    const char *text;   // "u"
    const char *symbol; // the same for plots, in UTF-8
    double factor;      // value in the prefixed unit over value in the plain one
} cr_prefix;

// The prefix from nano to giga that leaves one to three digits before the point.
cr_prefix cr_prefix_for(double value);

#endif
