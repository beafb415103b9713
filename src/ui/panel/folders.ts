import { PARAMETERS, type SimulationParameters } from '../../simulation/parameters.ts';

type Name = keyof SimulationParameters;

/** A folder of the panel with parameters in it. */
export interface ParameterFolder {
  readonly title: string;
  readonly names: readonly Name[];
}

/** The folder of how collisions are found and undone. */
export const COLLISION_FOLDER = 'Collisions';
/** Folders of what people play with; open at first. */
export const PLAY_FOLDERS: readonly ParameterFolder[] = [
  { title: COLLISION_FOLDER, names: ['mode', 'air', 'airFlips', 'staticFriction', 'dynamicFriction'] },
  { title: 'Material', names: ['youngsModulus', 'poissonRatio', 'density'] },
  { title: 'Time and motion', names: ['gravity', 'stepsPerFrame', 'velocityDamping', 'dropSpeed', 'timeStep'] },
];
/** The folder of the list of materials. */
export const MATERIAL_FOLDER = 'Material';

const isPlay = (name: Name): boolean => PLAY_FOLDERS.some(({ names }) => names.includes(name));

/** Returns the parameters of some groups that no folder of PLAY_FOLDERS has, in the order of the tables. */
const restOf = (...groups: readonly string[]): readonly Name[] =>
  (Object.keys(PARAMETERS) as Name[]).filter((name) => groups.includes(PARAMETERS[name].group) && !isPlay(name));

/** The folder of what pulls bodies. */
export const DRAGGING_FOLDER: ParameterFolder = { title: 'Dragging', names: restOf('interaction') };

/** Folders that only a reader of the paper needs. They are within the folder 'Method', which is closed at first. */
export const METHOD_FOLDERS: readonly ParameterFolder[] = [
  { title: 'Detection', names: restOf('collision') },
  { title: 'Contacts', names: restOf('contact') },
  { title: 'Solver', names: restOf('time') },
  { title: 'Constitutive model', names: restOf('material', 'scene') },
];
