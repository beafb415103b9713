// Solves the stable Neo-Hookean tetrahedra of one colour (batch.wgsl), as two scalar constraints each.
#include /shaders/constraints/neo-hookean-xpbd/solve-tet-xpbd.wgsl;
#include /shaders/constraints/elastic/batch.wgsl;
