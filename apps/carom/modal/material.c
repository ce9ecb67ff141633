#include "modal/job.h"
#include "parse.h"
#include "prep/fem/wood.h"

#include <string.h>

// "6,1e-7": mass and stiffness term.
static cr_status read_rayleigh(const cr_command *command, cr_elastic *elastic, cr_error *error) {
    const char *text = cr_command_text(command, "--rayleigh", NULL), *comma = text ? strchr(text, ',') : NULL;
    char first[48];
    if (!text) return CR_OK;
    if (!comma || (size_t)(comma - text) >= sizeof first)
        return cr_fail(error, CR_ERR_INPUT, "--rayleigh",
                       "needs MASS,STIFF, for example 6,1e-7, got \"%.80s\"", text);
    snprintf(first, sizeof first, "%.*s", (int)(comma - text), text);
    cr_status status = cr_parse_number("--rayleigh", first, &elastic->rayleigh[0], error);
    if (status == CR_OK) status = cr_parse_number("--rayleigh", comma + 1, &elastic->rayleigh[1], error);
    if (status == CR_OK && (elastic->rayleigh[0] < 0.0 || elastic->rayleigh[1] < 0.0))
        return cr_fail(error, CR_ERR_RANGE, "--rayleigh", "needs values of 0 or more");
    return status;
}

static cr_status read_figures(const cr_command *command, const cr_material *material, cr_elastic *elastic,
                              cr_error *error) {
    double young = material->young, density = material->density, poisson = material->poisson;
    cr_status status = cr_command_number(command, "--E", &young, error);
    if (status == CR_OK) status = cr_command_number(command, "--rho", &density, error);
    if (status == CR_OK) status = cr_command_number(command, "--nu", &poisson, error);
    if (status != CR_OK) return status;
    cr_elastic plain = cr_elastic_material(material);
    *elastic = cr_elastic_isotropic(density, young, poisson, plain.rayleigh[0], plain.rayleigh[1]);
    return cr_elastic_check(elastic, "material", error);
}

static cr_status read_material(const cr_command *command, cr_modal_request *request, cr_error *error) {
    int given =
        cr_command_has(command, "--E") + cr_command_has(command, "--rho") + cr_command_has(command, "--nu");
    const char *name = cr_command_text(command, "--material", NULL);
    if (given && given < 3 && !name)
        return cr_fail(error, CR_ERR_INPUT, "--E, --rho, --nu",
                       "all three make a material; with --material NAME each changes one of its figures");
    const cr_material *material = cr_material_find(name ? name : "steel", error);
    if (!material) return error->status;
    request->material = given ? "" : material->name;
    return given ? read_figures(command, material, &request->solid.elastic, error)
                 : (request->solid.elastic = cr_elastic_material(material), CR_OK);
}

cr_status cr_modal_material_read(const cr_command *command, cr_modal_request *request, cr_error *error) {
    const char *name = cr_command_text(command, "--wood", NULL);
    cr_status status = CR_OK;
    if (name) {
        const cr_wood *wood = cr_wood_find(name, error);
        if (!wood) return error->status;
        request->material = wood->name;
        request->solid.elastic = cr_wood_elastic(wood);
    } else {
        status = read_material(command, request, error);
    }
    if (status == CR_OK) status = read_rayleigh(command, &request->solid.elastic, error);
    snprintf(request->solid.material, sizeof request->solid.material, "%s",
             status == CR_OK ? request->material : "");
    return status;
}
