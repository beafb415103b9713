import { markdownTable } from '../record/markdown-table.ts';
import type { Scene } from '../scenes/scene.ts';
import { PAPER_CONTACTS } from '../scenes/parts/ablations.ts';
import { PAPER_STEPS, type PaperSteps } from '../scenes/paper-steps.ts';
import { startParameters } from '../scenes/start-parameters.ts';
import { hasEffect, type SimulationParameters } from '../simulation/parameters.ts';
import { SETTING_REASONS } from './setting-reasons.ts';

type Settings = Readonly<SimulationParameters>;
type SettingName = keyof SimulationParameters;

/** A column of the table: some settings, as one text. */
interface Column {
  readonly header: string;
  readonly names: readonly SettingName[];
  text(settings: Settings): string;
  /** Returns the text for the paper's settings; undefined if the paper doesn't give them. @param settings the scene's own */
  paper(scene: string, settings: Settings): string | undefined;
}

const notGiven = (): undefined => undefined;
const stepsText = ({ timeStep, iterations }: PaperSteps): string => `${shortNumber(timeStep)} s x ${iterations}`;
const speedText = ({ depenetrationSpeed }: { readonly depenetrationSpeed: number }): string =>
  depenetrationSpeed === 0 ? 'none' : shortNumber(depenetrationSpeed);
const shortNumber = (value: number): string => String(Number(value.toPrecision(3)));
/** Returns the paper's row of a scene in Table 1; undefined if Table 1 has none. */
const paperSteps = (scene: string): PaperSteps | undefined =>
  (PAPER_STEPS as Readonly<Record<string, PaperSteps>>)[scene];

/** The paper's Figures 16 and 17: scenes that start tangled. There, CCD is off and inner points are tested too. */
const STARTS_TANGLED: readonly string[] = ['tangled-noodle', 'tangled-ball'];

/** Sources: Chen et al. 2023, sections 4 and 5.2 and Table 1; supplement, section 1.3 and Algorithm 5. */
const COLUMNS: readonly Column[] = [
  {
    header: 'step x iterations',
    names: ['timeStep', 'iterations'],
    text: (settings) =>
      hasEffect('iterations', settings) ? stepsText(settings) : `${shortNumber(settings.timeStep)} s, implicit Euler`,
    paper(scene) {
      const steps = paperSteps(scene);
      return steps && stepsText(steps);
    },
  },
  {
    header: 'mode',
    names: ['mode'],
    text: ({ mode }) => mode,
    // Before the switch, collisions are off in the paper as well.
    paper: (scene, { mode }) => (!STARTS_TANGLED.includes(scene) ? 'hybrid' : mode === 'off' ? 'off' : 'dcd'),
  },
  {
    header: 'contacts',
    names: ['contacts'],
    text: ({ contacts }) => contacts,
    paper: () => PAPER_CONTACTS.contacts,
  },
  {
    header: 'points tested',
    names: ['contactPoints'],
    text: ({ contactPoints }) => contactPoints,
    paper: (scene) => (STARTS_TANGLED.includes(scene) ? 'all' : PAPER_CONTACTS.contactPoints),
  },
  {
    header: 'offset [m]',
    names: ['contactOffset'],
    text: ({ contactOffset }) => shortNumber(contactOffset),
    paper: () => shortNumber(PAPER_CONTACTS.contactOffset),
  },
  {
    header: 'crossed edges',
    names: ['crossedEdges'],
    text: ({ crossedEdges }) => crossedEdges,
    paper: () => PAPER_CONTACTS.crossedEdges,
  },
  {
    header: 'recovery',
    names: ['recovery'],
    text: ({ recovery }) => recovery,
    paper: () => PAPER_CONTACTS.recovery,
  },
  {
    header: 'guarantee',
    names: ['guarantee'],
    text: ({ guarantee }) => (guarantee ? 'on' : 'off'),
    paper: () => 'off',
  },
  {
    header: 'passes',
    names: ['contactPasses'],
    text: ({ contactPasses }) => `${contactPasses}`,
    paper: () => `${PAPER_CONTACTS.contactPasses}`,
  },
  {
    header: 'speed limit [m/s]',
    names: ['depenetrationSpeed'],
    text: speedText,
    paper: () => speedText(PAPER_CONTACTS),
  },
  {
    header: 'E [Pa], Poisson ratio',
    names: ['youngsModulus', 'poissonRatio'],
    text: ({ youngsModulus, poissonRatio }) => `${youngsModulus.toExponential()}, ${poissonRatio}`,
    paper: notGiven,
  },
  {
    header: 'damping: material [s], air [1/s]',
    names: ['materialDamping', 'velocityDamping'],
    text: ({ materialDamping, velocityDamping }) => `${materialDamping}, ${velocityDamping}`,
    paper: notGiven,
  },
  {
    header: 'friction: static, dynamic',
    names: ['staticFriction', 'dynamicFriction'],
    text: ({ staticFriction, dynamicFriction }) => `${staticFriction}, ${dynamicFriction}`,
    paper: notGiven,
  },
];

/**
 * Returns two tables: the settings of all scenes of the paper's figures at size small, with those in bold that differ from the paper's;
 * and the reasons for differences (setting-reasons.ts).
 */
export function settingsTables(scenes: readonly Scene[]): string[] {
  const reproductions = scenes.filter(({ figure }) => figure !== undefined);
  const names = reproductions.map(({ name }) => name);
  const reasons = Object.entries(SETTING_REASONS).flatMap(([scene, ofScene]) =>
    Object.entries(ofScene).map(([setting, reason]) => [scene, setting, reason]),
  );
  const order = ([scene]: readonly string[]) => names.indexOf(scene);
  return [
    ...markdownTable(['scene', 'since', ...COLUMNS.map(({ header }) => header)], reproductions.flatMap(sceneRows)),
    '',
    ...markdownTable(
      ['scene', 'setting', 'why it differs'],
      reasons.sort((a, b) => order(a) - order(b)),
    ),
  ];
}

/** Returns the row of a scene's start, and one row per switch of its script that changes a setting of the table. */
function sceneRows(scene: Scene): string[][] {
  let settings = startParameters(scene, scene.size.small);
  const cell = (column: Column) => {
    if (!column.names.some((name) => hasEffect(name, settings))) return '';
    const paper = column.paper(scene.name, settings);
    const text = column.text(settings);
    return paper === undefined || paper === text ? text : `**${text}** (${paper})`;
  };
  const rows = [[scene.name, 'start', ...COLUMNS.map(cell)]];
  for (const { time, parameters } of scene.build(scene.size.small).script?.switches ?? []) {
    settings = { ...settings, ...parameters };
    const cells = COLUMNS.map((column) => (column.names.some((name) => name in parameters) ? cell(column) : ''));
    if (cells.some((text) => text !== '')) rows.push([scene.name, `${shortNumber(time)} s`, ...cells]);
  }
  return rows;
}
