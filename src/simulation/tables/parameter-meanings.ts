import type { SimulationParameters } from '../parameters.ts';

/** Short explanations of the parameters, which the user reads. They stand apart from the definitions, since the page's first scripts don't need them. */
export const PARAMETER_MEANINGS: Readonly<Record<keyof SimulationParameters, string>> = {
  mode: 'which collisions are found: none, continuous (ccd), discrete with shortest paths (dcd), or both',
  contacts: 'when contacts are found and projected: only after the solve (Algorithm 5), or also in every iteration',
  contactPoints:
    "which points of a body shortest paths push out (vertices: surface vertices; edges: also surface edges; all: also inner vertices and elements' centres, for bodies that start tangled)",
  crossedEdges:
    'whether continuous detection parts two edges that begin a step crossed, each through a face beside the other (part: a contact pushes each to the other side of the other; stay: it keeps them so; auto: parts them where bodies are parted by regions)',
  recovery:
    'how bodies that overlap come apart. By regions: where parts are deep in one another, they leave along one direction, at a limited speed; by single paths: each point leaves along its own shortest path, as in the paper, which pulls deep overlaps together',
  rebuildsOn:
    'where the GPU backend rebuilds the BVHs: in the worker pool, by medians, while steps go on with the old ones, or on the GPU itself (device), within a step, by a sort along a curve: sooner, but into trees that fit less well. The CPU backend always uses the pool',
  rebuildInterval: 'steps between rebuilds of the BVHs',
  rebuildDelay:
    'number of steps after which a rebuild of the BVHs is adopted, counted from its start; the same however long it takes',
  grabFrequency: 'how fast the grabbed part follows the pointer: natural frequency of the spring that pulls it',
  grabAcceleration: 'greatest acceleration of the grabbed part, which limits the force of the pull',
  grabCarry:
    'rate at which the rest of the body takes on the velocity of a moving pointer; 0 leaves it to the pull alone',
  pressure: 'how hard a gas in each closed body pushes outwards at its rest volume, as in a balloon; 0: no gas',
  springStiffness: 'stiffness of a mass-spring edge',
  material:
    'how bodies resist deformation. Neo-Hookean: each tetrahedron is solved as one block; XPBD: as two constraints in turn, as published, faster and less exact, and softer where elements are too small or too stiff for the time step; springs: along edges, which doesn’t keep the volume',
  materialDamping: 'Rayleigh damping: ratio of damping to stiffness',
  materialPrecision:
    'number format of the material on the CPU; float32 is faster with SIMD, slower without; the GPU always uses it',
  density: 'mass per volume',
  bendingStiffness:
    'flexural rigidity of cloth, its resistance to bending: some 1e-6 for silk, 1e-5 for cotton, 1e-4 for denim; 0 lets it fold freely',
  air: 'whether elements of air between the bodies, made before the scene starts, must not turn inside out: they remember who was where, also after everything was flat',
  airIterations: 'sweeps over all elements of air in each iteration, after the material and the contacts',
  airFlips:
    'steps between improvements of the air mesh, by flips in the plane, by removals of edges and faces in space; they wait while an element is inverted; 0 is never: then bodies that turn or slide past each other lock',
  areaStiffness:
    'how much the triangles of bodies in the plane resist a change of their signed area; 0 is not at all. Some three times the stiffness of springs turns a mirrored body back, unless vertices inside it keep it crumpled',
  flatten: 'whether all bodies are pressed flat to height 0, exactly; a script or the panel lets go of them',
  youngsModulus: 'Young’s modulus of elastic tetrahedra, and of cloth in every scene',
  poissonRatio: 'resistance to change of volume; of cloth, to getting wider or narrower as it is stretched',
  staticFriction: 'coefficient below which a contact sticks',
  dynamicFriction: 'coefficient of a sliding contact',
  contactOffset: 'distance kept between surfaces in contact; for sheets, their thickness',
  contactPasses: 'sweeps over the contacts after the solve',
  depenetrationSpeed:
    'greatest speed at which an overlap that a step begins with is undone; 0: chosen by recovery, with regions from depth and element size, with single paths at once, which throws deep overlaps apart. For bodies that start tangled: above 0, paths within a body that touch inverted elements make no contacts',
  guarantee:
    'whether steps keep free what is free: from the first step that begins without an overlap on, no edge crosses a face and no element turns inside out. At a step’s end, what still touches is pushed apart, and motions that would cross are shortened. Not in modes dcd and off',
  ccdOn:
    'where the GPU backend runs continuous detection: in the worker pool, which needs the positions back in every step, or on the GPU itself (device), where pairs that float32 can’t decide count as collisions. The CPU backend, and scenes with cloth or other sheets, always use the pool',
  selfCulling:
    "whether continuous detection leaves out pairs within patches of a body's surface that cones of normals prove free of collisions (cones): only the time changes, unless a pair comes so close that float64 can't tell whether it touches",
  integrator: 'how a step moves bodies: by projecting constraints, or by solving its equations with penalty contacts',
  timeStep: 'length of a simulation step',
  stepsPerFrame: 'simulation steps per frame',
  iterations: 'XPBD iterations per step',
  gravity: 'downward acceleration',
  velocityDamping: 'rate at which velocities decay, as in air',
  solver: 'how a step of implicit Euler solves its equations: linearised once, as in the paper, or by Newton’s method',
  newtonIterations: 'greatest number of Newton’s iterations per step of implicit Euler',
  newtonTolerance: 'Newton’s method stops when the residual of the step’s equations has shrunk to this share',
  linearIterations: 'greatest number of iterations of conjugate gradients per linear solve',
  linearTolerance: 'conjugate gradients stop when the residual has shrunk to this share',
  contactStiffness:
    'stiffness of implicit Euler’s contacts, in masses per squared time step: at 1000, a point that nothing else holds keeps 1/1001 of its depth after a step',
  culling:
    'infeasible-region culling of shortest-path candidates by the path methods tree and paper; the flood culls nothing',
  pathMethod:
    'how a penetrating point finds its way out: flood and tree find the shortest path (near inverted elements flood is measured, not proved); paper is the published search, slower and without proof near inverted elements; euclidean and rest-shape take the nearest boundary point as it lies now or in the rest shape, for comparison; euclidean-between does so for points of other bodies alone; distance-field reads depth and direction from distances that the elements carry along',
  fieldSource:
    'where the distances to the boundary in the rest shape come from: fast marching on a grid, by differences of second or of first order, or exact distances, which show how much of the error is due to deformation alone',
  fieldUpdate:
    'how distances are brought up to date with the deformed shape before each detection: never; by marching on a second grid around regions of contact, as in the paper (a body that overlaps itself there marches on its tetrahedra instead); or by marching on all tetrahedra',
  dropSpeed: 'downward speed of the bodies at the start',
};
