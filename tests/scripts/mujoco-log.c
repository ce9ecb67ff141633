// A bar of steel that falls on a floor, by MuJoCo: every contact of every step to contacts.csv, every step's
// motion to moves.csv (docs/logs.md).
#include <mujoco/mujoco.h>
#include <stdio.h>

static const char scene[] =
    "<mujoco><option timestep='0.0005' gravity='0 0 -9.81'/>\n"
    "<worldbody><geom name='floor' type='plane' size='1 1 .1' solref='0.002 0.3'/>\n"
    "<body name='bar' pos='0 0 0.05' euler='0 10 0'><freejoint/>\n"
    "<geom name='bar' type='box' size='0.06 0.015 0.005' mass='0.28' solref='0.002 0.3'/></body>\n"
    "</worldbody></mujoco>\n";

static const char *name_of(const mjModel *m, int geom) {
    return m->names + m->name_geomadr[geom];
}

static void put_contacts(const mjModel *m, const mjData *d, double begin, FILE *out) {
    for (int i = 0; i < d->ncon; i++) {
        const mjContact *c = &d->contact[i];
        mjtNum f[6];
        mj_contactForce(m, d, i, f);
        if (f[0] <= 0) continue;
        fprintf(out, "%.9g,%s,%s,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n", begin, name_of(m, c->geom2),
                name_of(m, c->geom1), c->pos[0], c->pos[1], c->pos[2], c->frame[0], c->frame[1], c->frame[2],
                f[0], m->opt.timestep);
    }
}

int main(void) {
    char reason[512] = "";
    FILE *xml = fopen("bar.xml", "w");
    if (!xml || fputs(scene, xml) < 0 || fclose(xml)) return 1;
    mjModel *m = mj_loadXML("bar.xml", NULL, reason, sizeof reason);
    if (!m) return fprintf(stderr, "%s\n", reason), 1;
    mjData *d = mj_makeData(m);
    FILE *contacts = fopen("contacts.csv", "w"), *moves = fopen("moves.csv", "w");
    if (!contacts || !moves) return 1;
    fprintf(contacts, "time,body_a,body_b,x,y,z,nx,ny,nz,force_n,duration\n");
    fprintf(moves, "time,body,x,y,z,qw,qx,qy,qz\n");
    while (d->time < 0.5) {
        const mjtNum *x = d->qpos;
        fprintf(moves, "%.9g,bar,%.9g,%.9g,%.9g,%.12g,%.12g,%.12g,%.12g\n", d->time, x[0], x[1], x[2], x[3],
                x[4], x[5], x[6]);
        double begin = d->time;
        mj_step(m, d);
        put_contacts(m, d, begin, contacts);
    }
    mj_deleteData(d);
    mj_deleteModel(m);
    return fclose(contacts) || fclose(moves);
}
