// What is drawn and tabulated of a recording. All of them read it as a stream.
#ifndef CAROM_IO_RECORD_EXPORT_H
#define CAROM_IO_RECORD_EXPORT_H

#include "carom/record.h"

#include <stdio.h>

// time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz: a row for each body, `rate` times a second, from the dense
// output.
cr_status cr_record_write_motion(cr_record_reader *reader, const char *path, double rate, cr_arena *arena,
                                 cr_error *error);

// time,body_a,body_b,x,y,z,nx,ny,nz,force_n,force_t1,force_t2,impulse_n,slip,duration,impulse_t1,impulse_t2,
// curvature: a row for each contact point and step in the order of their begins, which are their times; t1
// and t2 by cr_vec_frame of the normal, from b to a.
cr_status cr_record_write_contacts(cr_record_reader *reader, const char *path, cr_error *error);

// What a body looks like: the surface of its modes if it has one, else its forms.
typedef struct cr_body_look {
    const cr_part_def *parts;
    int part_count;
    const cr_modes *modes; // NULL: none
} cr_body_look;

// A moving picture (.glb) of all bodies, looks[i] for body i of the head, `rate` pictures a second (60).
// Forms without bounds become a square about what moves. Bodies that share a form share its surface. Memory:
// 28 bytes for each body that moves and picture.
cr_status cr_record_write_glb(cr_record_reader *reader, const cr_body_look *looks, const char *path,
                              double rate, cr_arena *arena, cr_error *error);

// Figures for a page (io/plot/html.h): energies, step sizes, modes awake and contacts over time, and a strip
// of pictures from the side. To be called between cr_html_begin and cr_html_end; write errors stay in the
// stream. looks NULL: no pictures.
cr_status cr_record_put_sheet(FILE *out, cr_record_reader *reader, const cr_body_look *looks, cr_arena *arena,
                              cr_error *error);

#endif
