#include "carom/prep.h"
#include "prep/eigen/blas.h"
#include "prep/eigen/heap.h"

cr_status cr_modes_compute(const cr_modal_job *job, const char *material, cr_arena *arena, cr_modes *modes,
                           cr_modal_result *result, cr_error *error) {
    cr_modal_result here;
    cr_status status = cr_modal_compute(job, arena, &here, error);
    if (status == CR_OK) status = cr_modal_pack(job, &here, material, arena, modes, error);
    if (status != CR_OK) return status;
    here.vector = NULL;
    if (result) *result = here;
    return CR_OK;
}

cr_status cr_modes_compute_alone(const cr_modal_job *job, const char *material, cr_arena *arena,
                                 cr_modes *modes, cr_modal_result *result, cr_error *error) {
    cr_heap_keep();
    cr_status status = cr_blas_begin(job->threads, cr_arena_allocator(arena), error);
    if (job->progress) job->progress(job->context, "assemble", 0); // the libraries are there
    return status == CR_OK ? cr_modes_compute(job, material, arena, modes, result, error) : status;
}
