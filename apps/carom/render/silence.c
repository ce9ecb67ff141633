// Why a sound is silent: what never began, and what was never touched.
#include "render/job.h"

#include <stdarg.h>
#include <string.h>

// Appends one part; what does not fit is left out.
__attribute__((format(printf, 2, 3))) static void say(cr_render_outcome *o, const char *format, ...) {
    size_t used = strlen(o->silence);
    va_list list;
    va_start(list, format);
    vsnprintf(o->silence + used, sizeof o->silence - used, format, list);
    va_end(list);
}

// Whether a point, "NAME" or "NAME@x", lies on the element of that name.
static bool lies_on(const char *point, const char *element) {
    size_t length = strcspn(point, "@");
    return length == strlen(element) && strncmp(point, element, length) == 0;
}

static double depth_of(const cr_render_job *job, const cr_render_parts *parts, int contact) {
    return parts ? cr_render_parts_depth(parts, contact)
                 : cr_network_contact_depth(cr_sim_network(job->sim), contact);
}

static void tell_untouched(const cr_render_job *job, const cr_render_parts *parts, int element,
                           cr_render_outcome *o) {
    const cr_scene_names *names = &job->names;
    const char *name = names->elements[element];
    say(o, "%snothing ever touched \"%s\"", *o->silence ? "; " : "", name);
    for (int i = 0; i < names->contact_count; i++) {
        double depth = depth_of(job, parts, i);
        const cr_scene_joint *joint = &names->contact_joints[i];
        if ((lies_on(joint->a, name) || lies_on(joint->b, name)) && depth < 0.0)
            say(o, ", contact %s is open by %.3g m at the end", names->contacts[i], -depth);
    }
}

cr_status cr_render_explain_silence(const cr_render_job *job, const cr_render_parts *parts,
                                    cr_render_outcome *o, cr_error *error) {
    cr_scene_remarks remarks;
    cr_status status = cr_scene_find_idle(job->scene, o->duration, job->command->arena, &remarks, error);
    if (status != CR_OK) return status;
    for (int i = 0; i < remarks.count; i++) say(o, "%s%s", i ? "; " : "", remarks.text[i]);
    int scene_elements = cr_scene_elements(job->scene);
    for (int i = 0; i < scene_elements && !remarks.count; i++)
        if (cr_scene_hears(job->scene, i)) tell_untouched(job, parts, i, o);
    if (!*o->silence) say(o, "no contact, bow or friction that is heard ever acted");
    return CR_OK;
}
