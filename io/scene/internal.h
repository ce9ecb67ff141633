// Shared by the files of the scene reader: the tree of a scene, and the tables of what may stand in it.
#ifndef CAROM_IO_SCENE_INTERNAL_H
#define CAROM_IO_SCENE_INTERNAL_H

#include "base/array.h"
#include "carom/scene.h"

enum {
    CR_SCENE_DEPTH = 16,        // nesting
    CR_SCENE_DEPTH_READ = 64,   // as far as it is read to tell where
    CR_SCENE_ANCHORS = 1000,    // in one file
    CR_SCENE_DIRECTIVES = 100,  // lines that begin with %
    CR_SCENE_NODES = 1 << 19,   // in one file, aliases written out: about 100 MB
    CR_SCENE_WORDS = 4096,      // that one key may choose from
    CR_SCENE_KEY_LENGTH = 63,   // characters
    CR_SCENE_ALONG_MOST = 2000, // contacts in a row
};

// --- the tree (scene_node.c, scene_yaml.c) -------------------------------------------------------------

typedef enum cr_scene_kind { CR_SCENE_SCALAR, CR_SCENE_LIST, CR_SCENE_MAPPING } cr_scene_kind;

typedef struct cr_scene_node cr_scene_node;
struct cr_scene_node {
    cr_scene_kind kind;
    const char *key;  // in a mapping, else NULL
    const char *text; // of a scalar
    bool quoted;
    int source;                             // 0: the file, n: the n-th override
    int line, column, key_line, key_column; // from 1
    int count, index;                       // of children, among siblings
    cr_scene_node *parent, *first, *last, *next;
    cr_scene_node *by_key[2], *by_index[2]; // trees of the siblings, from the first on (node.c)

    // filled when it is checked
    double number;
    int word;       // index of the word it is, or -1
    cr_place place; // places; names: the index of the item in its section
    union {         // the value of `type` and `law`: the entry of its table
        const cr_element_type *element;
        const cr_law_type *law;
        const cr_excitation_type *excitation;
    } is;
};

// A solid of the scene once its modes are known.
typedef struct cr_scene_solved {
    struct cr_modes *modes; // NULL: the element is no solid
    const double *radiated; // decay of each mode by what it radiates [1/s]; NULL: unknown
    cr_element_places places;
} cr_scene_solved;

struct cr_scene {
    const char *name;        // of the file
    cr_scene_solved *solved; // by element; NULL: not yet
    cr_scene_reader read;    // of sound files; NULL: none
    const cr_scene_override *overrides;
    cr_scene_node *root;
    cr_scene_output output;
    unsigned long long hash;
};

typedef enum cr_scene_spot { CR_AT_VALUE, CR_AT_KEY } cr_scene_spot;

// Fills an error with the position of the node and its path before the reason.
cr_status cr_scene_fail(const cr_scene *scene, const cr_scene_node *node, cr_scene_spot spot, cr_error *error,
                        cr_status status, const char *format, ...) __attribute__((format(printf, 6, 7)));
// Hands on what the library said of an item, at the value of the key it named if the item has that key; at
// the key itself if a colon follows its name.
cr_status cr_scene_fail_from(const cr_scene *scene, const cr_scene_node *item, const cr_error *cause,
                             cr_error *error);
cr_status cr_scene_no_memory(const cr_scene *scene, cr_error *error);
// The child of a mapping, or NULL; node may be NULL.
cr_scene_node *cr_scene_find(const cr_scene_node *node, const char *key);
// The child of a list or mapping by its key or index, or NULL.
cr_scene_node *cr_scene_child(const cr_scene_node *parent, const char *step);
// Appends a child to a list or mapping.
void cr_scene_append(cr_scene_node *parent, cr_scene_node *child);
// The child has its key from now on: it, or the one that had the same key before.
cr_scene_node *cr_scene_enter(cr_scene_node *parent, cr_scene_node *child);
// Child number `index`, which there must be.
cr_scene_node *cr_scene_at(const cr_scene_node *parent, int index);
// What a node is, in words: "a list", "a mapping", "nothing", "a single value".
const char *cr_scene_kind_text(const cr_scene_node *node);
// A scalar that is neither empty nor null.
bool cr_scene_is_text(const cr_scene_node *node);

// Parses text into a tree; `source` as in the node.
cr_status cr_scene_read_yaml(const cr_scene *scene, const char *text, size_t length, int source,
                             cr_arena *arena, cr_scene_node **root, cr_error *error);
cr_status cr_scene_apply(cr_scene *scene, int override, cr_arena *arena, cr_error *error);
// Gives contacts what the defaults have of them.
cr_status cr_scene_share_defaults(const cr_scene *scene, cr_arena *arena, cr_error *error);

// --- what may stand in it (scene_keys.c) ---------------------------------------------------------------

typedef cr_value_kind cr_scene_value;
typedef cr_key cr_scene_key; // those of excitations and pickups come with their tables

// The keys of one kind of item: its own, those of its excitation, the parameters of its element type, law or
// friction, and those of its shape.
typedef struct cr_scene_form {
    char owner[48]; // in errors: "string", "bow"
    const char *doc;
    const cr_scene_key *keys;
    int key_count;
    const cr_scene_key *row;
    int row_count;
    const cr_param *params;
    int param_count;
    const cr_param *more;
    int more_count;
} cr_scene_form;

typedef enum cr_scene_section_id {
    CR_SECTION_MATERIALS,
    CR_SECTION_SURFACES,
    CR_SECTION_DEFAULTS,
    CR_SECTION_ELEMENTS,
    CR_SECTION_BODIES,
    CR_SECTION_JOINTS,
    CR_SECTION_PAIRS,
    CR_SECTION_LOADS,
    CR_SECTION_LISTENERS,
    CR_SECTION_CONTACTS,
    CR_SECTION_FRICTIONS,
    CR_SECTION_SPRINGS,
    CR_SECTION_EXCITATIONS,
    CR_SECTION_PICKUPS,
    CR_SECTION_COUNT
} cr_scene_section_id;

// A top-level mapping of named items.
typedef struct cr_scene_section {
    const char *name, *item, *doc;
    // What the item is, from its `type` or `law`.
    cr_status (*form)(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form, cr_error *error);
    // What the table cannot say; NULL: nothing.
    cr_status (*check)(const cr_scene *scene, const cr_scene_node *item, cr_error *error);
} cr_scene_section;

extern const cr_scene_section cr_scene_sections[CR_SECTION_COUNT];

// A top-level mapping of keys.
enum { CR_MAPPING_COUNT = 4 };
typedef struct cr_scene_mapping {
    const char *name;
    const cr_scene_form *form;
    bool of_bodies; // only scenes of bodies have it
} cr_scene_mapping;

extern const cr_scene_mapping cr_scene_mappings[CR_MAPPING_COUNT];
bool cr_scene_is_mapping(const char *name);

extern const cr_scene_form cr_scene_form_output, cr_scene_form_material, cr_scene_form_spring;
cr_scene_form cr_scene_form_surface(void);
cr_scene_form cr_scene_form_friction(void);
cr_scene_form cr_scene_form_pickup(void);
cr_scene_form cr_scene_form_excitation(const cr_excitation_type *type);
// Key number i, of the form itself or of its row; NULL: there are no more.
const cr_scene_key *cr_scene_form_key(const cr_scene_form *form, int i);

// Whether the form has a parameter of that name besides those in `more`.
bool cr_scene_form_has(const cr_scene_form *form, const char *param);

cr_scene_form cr_scene_form_element(const cr_element_type *type);
cr_scene_form cr_scene_form_contact(const cr_law_type *type);
// Among the defaults, beside the types of elements: what contacts share.
#define CR_SCENE_CONTACT "contact"
enum { CR_SCENE_CONTACT_ENDS = 2 }; // the first keys of a contact, which no defaults have
// The words of a parameter that is a choice (an edge, a switch), ending with NULL, else NULL. `count` is how
// many its range admits.
const char *const *cr_scene_param_words(const cr_param *param, int *count);
bool cr_scene_type_has(const cr_element_type *type, const char *param);

// --- solids (scene_solid.c) -----------------------------------------------------------------------------

const cr_scene_key *cr_scene_solid_keys(int *count);
// Those that say what it is made of and how its modes are computed, for bodies too.
const cr_scene_key *cr_scene_solid_matter_keys(int *count);
// Adds the sizes of the shape that the item names.
cr_status cr_scene_add_shape(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                             cr_error *error);
cr_status cr_scene_verify_solid(const cr_scene *scene, const cr_scene_node *item, cr_error *error);
// Of these, only that its keys fit its shape or file, and that there is such a wood.
cr_status cr_scene_verify_source(const cr_scene *scene, const cr_scene_node *item, cr_error *error);
cr_status cr_scene_verify_wood(const cr_scene *scene, const cr_scene_node *item, cr_error *error);
// The loss factor of a material that has no Rayleigh damping; CR_NAN: the damping comes with the modes.
double cr_scene_solid_loss(const cr_scene *scene, const cr_scene_node *item);
struct cr_solid_def;
// The rods of a solid of shape frame, where they are given (frame.c).
cr_status cr_scene_describe_frame(const cr_scene *scene, const cr_scene_node *item, cr_arena *arena,
                                  struct cr_solid_def *solid, cr_error *error);
cr_status cr_scene_describe_solid(const cr_scene *scene, const cr_scene_node *item, cr_arena *arena,
                                  struct cr_solid_def *solid, cr_error *error);

// --- rails (rail.c) -------------------------------------------------------------------------------------

cr_status cr_scene_verify_rail(const cr_scene *scene, const cr_scene_node *item, cr_error *error);

// --- bodies in space (world*.c) --------------------------------------------------------------------------

// That the sections are those of elements or those of bodies.
cr_status cr_scene_check_kind(const cr_scene *scene, cr_error *error);
cr_status cr_scene_check_world(const cr_scene *scene, cr_error *error);
// A value that is a list or mapping of theirs.
cr_status cr_scene_check_inside(const cr_scene *scene, cr_scene_node *node, const cr_scene_key *key,
                                const char *owner, cr_error *error);
cr_status cr_scene_choose_body(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                               cr_error *error);
cr_status cr_scene_choose_pair(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                               cr_error *error);
cr_status cr_scene_verify_body(const cr_scene *scene, const cr_scene_node *item, cr_error *error);
cr_status cr_scene_verify_joint(const cr_scene *scene, const cr_scene_node *item, cr_error *error);
cr_status cr_scene_verify_pair(const cr_scene *scene, const cr_scene_node *item, cr_error *error);
cr_status cr_scene_verify_load(const cr_scene *scene, const cr_scene_node *item, cr_error *error);
cr_status cr_scene_verify_listener(const cr_scene *scene, const cr_scene_node *item, cr_error *error);

// --- checks (scene_check.c, scene_value.c, scene_refer.c, scene_items.c) --------------------------------

cr_status cr_scene_check(cr_scene *scene, cr_error *error);
// Keys without a value that came of a comma or a colon in the wrong place: CR_ERR_INPUT, with what to write.
cr_status cr_scene_refuse_strays(const cr_scene *scene, const cr_scene_node *item, cr_error *error);
// A mapping against a form; `complete` asks for the required keys too.
cr_status cr_scene_check_form(const cr_scene *scene, cr_scene_node *item, const cr_scene_form *form,
                              bool complete, cr_error *error);
cr_status cr_scene_check_value(const cr_scene *scene, cr_scene_node *node, const cr_scene_key *key,
                               const char *owner, cr_error *error);
cr_status cr_scene_check_param(const cr_scene *scene, cr_scene_node *node, const cr_param *param,
                               const char *owner, cr_error *error);
cr_status cr_scene_check_reference(const cr_scene *scene, cr_scene_node *node, cr_scene_value kind,
                                   cr_error *error);
cr_status cr_scene_need_text(const cr_scene *scene, const cr_scene_node *node, const char *what,
                             cr_error *error);
// Reports a name that is none of names[0..count).
cr_status cr_scene_fail_name(const cr_scene *scene, const cr_scene_node *node, cr_scene_spot spot,
                             const char *what, const char *name, const char *const *names, int count,
                             cr_error *error);

// The section `vary`, after all others.
cr_status cr_scene_check_vary(const cr_scene *scene, cr_error *error);

// The chosen form of an excitation, contact or element; NULL form: only the check.
cr_status cr_scene_choose_element(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                                  cr_error *error);
cr_status cr_scene_choose_default(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                                  cr_error *error);
cr_status cr_scene_choose_contact(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                                  cr_error *error);
cr_status cr_scene_choose_excitation(const cr_scene *scene, const cr_scene_node *item, cr_scene_form *form,
                                     cr_error *error);
cr_status cr_scene_verify_element(const cr_scene *scene, const cr_scene_node *item, cr_error *error);
// The end of a row of contacts that it lies along: the first that is a line; a if none is.
const cr_scene_node *cr_scene_row_line(const cr_scene *scene, const cr_scene_node *contact);
cr_status cr_scene_verify_contact(const cr_scene *scene, const cr_scene_node *item, cr_error *error);
cr_status cr_scene_verify_friction(const cr_scene *scene, const cr_scene_node *item, cr_error *error);
cr_status cr_scene_verify_surface(const cr_scene *scene, const cr_scene_node *item, cr_error *error);
// A contact that rolls or slides.
cr_status cr_scene_verify_track(const cr_scene *scene, const cr_scene_node *item, cr_error *error);
bool cr_scene_has_track(const cr_scene_node *contact);
cr_status cr_scene_verify_spring(const cr_scene *scene, const cr_scene_node *item, cr_error *error);
cr_status cr_scene_verify_excitation(const cr_scene *scene, const cr_scene_node *item, cr_error *error);
cr_status cr_scene_verify_pickup(const cr_scene *scene, const cr_scene_node *item, cr_error *error);

// --- reading a checked scene (scene_get.c) --------------------------------------------------------------

const cr_scene_node *cr_scene_section_of(const cr_scene *scene, cr_scene_section_id id);
const cr_scene_node *cr_scene_item(const cr_scene *scene, cr_scene_section_id id, int index);
// The number, word or place of an item, or the default of its form.
double cr_scene_number(const cr_scene_node *item, const cr_scene_form *form, const char *key);
int cr_scene_word(const cr_scene_node *item, const cr_scene_form *form, const char *key);
cr_place cr_scene_place(const cr_scene_node *item, const char *key);
// A path beside the scene, unless it is absolute; NULL: no memory.
char *cr_scene_beside(const cr_scene *scene, cr_arena *arena, const char *path);
// The same into `to`; false when it has no room.
bool cr_scene_put_beside(const cr_scene *scene, const char *path, char *to, size_t room);
// The type of an element of the scene, by its node and by its number.
const cr_element_type *cr_scene_element_type(const cr_scene_node *item);
const cr_element_type *cr_scene_type(const cr_scene *scene, int element);
// The type of an excitation.
const cr_excitation_type *cr_scene_excitation_type(const cr_scene_node *item);
// The excitation as written, by the numbers of the scene.
cr_excitation cr_scene_excitation(const cr_scene_node *item);
// What it acts on, by its first key.
const cr_scene_node *cr_scene_acted_on(const cr_scene_node *item);
// The friction between two points.
const cr_friction_type *cr_scene_friction_type(void);
// The names that a kind of value may be, from its table; 0: it has none.
int cr_scene_table_names(cr_scene_value kind, const char **names, int room);
// What a pickup listens to: the first of its sources, or NULL.
const cr_scene_node *cr_scene_source(const cr_scene_node *pickup, const cr_scene_key **key);
// What it hears of that; NULL: the source has no such quantity.
const cr_pickup_type *cr_scene_pickup_type(const cr_scene_node *pickup);
// The mass element at an end of a contact that rolls or slides, b before a; -1: neither is a mass.
int cr_scene_rolling_mass(const cr_scene *scene, const cr_scene_node *contact);
// The law of a contact as written, prepared.
cr_status cr_scene_law(const cr_scene *scene, const cr_scene_node *contact, cr_law *law, cr_error *error);

// --- building (scene_build*.c) -------------------------------------------------------------

typedef struct cr_scene_builder {
    const cr_scene *scene;
    cr_arena *arena;
    cr_network *network;
    cr_sim *sim;
    cr_scene_names names;
    CR_ARRAY(const char *) element_names; // as in `names`: these grow
    CR_ARRAY(const char *) bow_names;
    CR_ARRAY(const char *) contact_names;
    CR_ARRAY(cr_scene_joint) contact_joints;
    cr_scene_joint *friction_joints; // those of the names
    int *first_contact;              // of the network, by contact of the scene; one more marks the end
    int *bow;                        // of the network, by excitation of the scene that has one
    cr_sim_parts *parts;             // into which it is taken apart; NULL: it is not
    cr_error *error;
} cr_scene_builder;

// What the network said of a contact or spring, at the end it is about.
cr_status cr_scene_fail_at_end(cr_scene_builder *b, const cr_scene_node *item, const cr_error *cause);
// The parameters of an element as the scene has them: its own, its material's, its type's defaults.
cr_status cr_scene_describe_element(const cr_scene *scene, const cr_scene_node *item, cr_element *element,
                                    cr_error *error);
// A parameter that its type has.
double cr_scene_value_of(const cr_element *element, const char *param);
// The heights that come with a rail.
cr_status cr_scene_take_rail(const cr_scene_builder *b, const cr_scene_node *item, cr_element *element);
cr_status cr_scene_build_element(cr_scene_builder *b, const cr_scene_node *item);
// Name the element or bow of the network that was added last.
bool cr_scene_name_element(cr_scene_builder *b, const char *key);
bool cr_scene_name_bow(cr_scene_builder *b, const char *key);
// Names the contact of the network that was added last: KEY, or KEY[number] if it is one of several.
bool cr_scene_name_contact(cr_scene_builder *b, const char *key, int number, int count,
                           const cr_scene_joint *joint);
cr_status cr_scene_build_surface(cr_scene_builder *b, const cr_scene_node *item);
// The motion along the surface of a contact.
cr_status cr_scene_build_track(cr_scene_builder *b, const cr_scene_node *contact, const cr_scene_form *form,
                               cr_track_def *track);
cr_status cr_scene_build_friction(cr_scene_builder *b, const cr_scene_node *item);
cr_status cr_scene_build_contact(cr_scene_builder *b, const cr_scene_node *item);
cr_status cr_scene_build_excitation(cr_scene_builder *b, const cr_scene_node *item);
cr_status cr_scene_build_pickup(cr_scene_builder *b, const cr_scene_node *item);
// A scene without pickups: its ready-made objects are heard, each at one point left and one right.
cr_status cr_scene_build_usual_pickups(cr_scene_builder *b);

#endif
