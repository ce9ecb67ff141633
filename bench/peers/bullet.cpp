// Bullet: sequential impulses with the defaults.
#include "engines.h"

#include <btBulletDynamicsCommon.h>
#include <vector>

namespace {
struct engine {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broad;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broad, &solver, &configuration};
    std::vector<btCollisionShape *> shapes;
    std::vector<btRigidBody *> bodies;
    double step;

    void add(btCollisionShape *shape, double mass, const btVector3 &at, double friction) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0.0) shape->calculateLocalInertia(btScalar(mass), inertia);
        btRigidBody *body = new btRigidBody(btScalar(mass), nullptr, shape, inertia);
        body->setWorldTransform(btTransform(btQuaternion::getIdentity(), at));
        body->setFriction(btScalar(sqrt(friction)));
        body->setActivationState(DISABLE_DEACTIVATION);
        world.addRigidBody(body);
        shapes.push_back(shape);
        bodies.push_back(body);
    }
};

btVector3 vector(const double *v) {
    return btVector3(btScalar(v[0]), btScalar(v[1]), btScalar(v[2]));
}

void *begin(const peer_scene *scene) {
    engine *e = new engine;
    e->step = scene->step;
    e->world.setGravity(btVector3(0, 0, btScalar(-9.81)));
    for (int i = 0; i < scene->planes; i++)
        e->add(new btStaticPlaneShape(vector(scene->plane[i]), btScalar(scene->plane[i][3])), 0.0,
               btVector3(0, 0, 0), scene->friction);
    for (int i = 0; i < scene->bodies; i++) {
        const peer_body *b = &scene->body[i];
        btCollisionShape *shape;
        if (b->half[1] > 0.0) shape = new btBoxShape(vector(b->half));
        else shape = new btSphereShape(btScalar(b->half[0]));
        if (b->half[1] > 0.0) shape->setMargin(btScalar(0.001));
        e->add(shape, b->mass, vector(b->at), scene->friction);
    }
    return e;
}

void step(void *e_) {
    engine *e = static_cast<engine *>(e_);
    e->world.stepSimulation(btScalar(e->step), 0);
}

int contacts(void *e_, double *force, double *deepest) {
    engine *e = static_cast<engine *>(e_);
    int count = 0;
    *force = *deepest = 0.0;
    for (int i = 0; i < e->dispatcher.getNumManifolds(); i++) {
        const btPersistentManifold *m = e->dispatcher.getManifoldByIndexInternal(i);
        for (int k = 0; k < m->getNumContacts(); k++) {
            const btManifoldPoint &p = m->getContactPoint(k);
            *force += double(p.getAppliedImpulse()) / e->step;
            if (-double(p.getDistance()) > *deepest) *deepest = -double(p.getDistance());
            count++;
        }
    }
    return count;
}

void end(void *e_) {
    engine *e = static_cast<engine *>(e_);
    for (btRigidBody *body : e->bodies) {
        e->world.removeRigidBody(body);
        delete body;
    }
    for (btCollisionShape *shape : e->shapes) delete shape;
    delete e;
}
} // namespace

extern "C" const peer_engine peer_bullet = {"Bullet", begin, step, contacts, end};
