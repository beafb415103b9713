// Solves the stable Neo-Hookean tetrahedra of one colour (batch.wgsl).
#include /shaders/constraints/neo-hookean/solve-tet.wgsl;
#include /shaders/constraints/elastic/batch.wgsl;
