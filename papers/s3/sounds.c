// Sounds of whole scenes, where the user has a folder of them.
#include "io/audio/audio.h"
#include "papers/s3/s3.h"

#include <unistd.h>

// NAME.flac and NAME.wav, or as tools/gallery names them.
static bool find(const char *folder, const char *scene, char path[1200]) {
    static const char *const before[] = {"", "s3-"}, *const endings[] = {"flac", "wav"};
    for (int i = 0; i < 4; i++) {
        snprintf(path, 1200, "%.1000s/%s%s.%s", folder, before[i / 2], scene, endings[i % 2]);
        if (access(path, R_OK) == 0) return true;
    }
    return false;
}

static cr_status add(cr_rows *rows, const char *path, const char *scene) {
    cr_audio_info info;
    cr_heard *h = cr_arena_take(rows->arena, 1, sizeof *h);
    int count;
    if (!h) return cr_fail(&rows->error, CR_ERR_MEMORY, "S3", "out of memory");
    cr_status status = cr_audio_read_info(path, &info, &rows->error);
    if (status == CR_OK) status = cr_audio_read(path, rows->arena, &h->samples, &count, &rows->error);
    if (status != CR_OK) return status;
    h->frames = count;
    h->channels = 1;
    h->rate = info.rate;
    h->gain = 1.0;
    snprintf(h->caption, sizeof h->caption, "`carom render s3/%s`, both ears together.", scene);
    cr_rows_sound(rows, h);
    return CR_OK;
}

void cr_s3_sounds(cr_rows *rows) {
    static const char *const scenes[] = {"ruler", "table", "mug", "fork", "pipes", "tracks", "cart"};
    static const cr_claim none = {
        .what = "Sounds of whole scenes",
        .why = "`--sounds FOLDER` puts those that you have rendered into the page: ruler.flac, "
               "table.flac and so on"};
    char path[1200];
    int found = 0;
    if (rows->error.status != CR_OK) return;
    cr_rows_table(rows, "Section 6: the examples, to be heard", NULL);
    for (size_t i = 0; rows->means->sounds && i < sizeof scenes / sizeof *scenes; i++) {
        if (!find(rows->means->sounds, scenes[i], path)) continue;
        if (add(rows, path, scenes[i]) != CR_OK) return;
        found++;
    }
    if (!found) cr_rows_add(rows, &none, CR_NAN);
}
