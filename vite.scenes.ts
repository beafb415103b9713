import type { Plugin, Rolldown } from 'vite';

/** Modules without side effects: unused exports may be dropped from the bundle. */
const MADE_BY_WORKERS = /\/src\/(scenes|mesh|geometry|simulation)\//;
const SCENE = /\/src\/scenes\/([^/]+\.ts)$/;
/** The file that lists all scenes; it imports each scene from a file of its own. */
const LIST = 'scenes.ts';
type Part = 'build' | 'check' | 'description';
const stubOf = (part: Part): string =>
  part === 'description' ? `''` : `() => { throw new Error('this script has no ${part} of scenes') }`;

type Statement = ReturnType<Rolldown.TransformPluginContext['parse']>['body'][number];

/** Files of its own folder that a statement imports. */
const neighboursOf = (statement: Statement): string[] =>
  statement.type === 'ImportDeclaration' && statement.source.value.startsWith('./')
    ? [statement.source.value.slice(2)]
    : [];

/** Source ranges of the given properties in a module's exported scene object. */
const partsOf = (statement: Statement, names: readonly string[]): { name: string; start: number; end: number }[] => {
  if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return [];
  const object = statement.declaration.declarations[0]?.init;
  if (object?.type !== 'ObjectExpression') return [];
  return object.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' && names.includes(property.key.name)
      ? [{ name: property.key.name, start: property.start, end: property.end }]
      : [],
  );
};

/**
 * Vite plugin that replaces parts of scenes that a script never uses by stubs. The page's own script calls no `build`, so it needs
 * no code that makes bodies, a third of its size. The building worker, a separate bundle, calls no `check` and shows no description;
 * the command line does both. The development server serves whole scenes. The build fails if a listed scene is not written so that the
 * plugin finds its parts.
 * @param left names of the parts that are replaced
 */
export const sceneOutlines = (...left: Part[]): Plugin => {
  let listed: readonly string[] = [];
  const found = new Map<string, readonly string[]>();
  return {
    name: 'scene-outlines',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!MADE_BY_WORKERS.test(id)) return undefined;
      const file = SCENE.exec(id)?.[1];
      const body = file ? this.parse(code).body : [];
      if (file === LIST) listed = body.flatMap(neighboursOf);
      const parts = body.flatMap((statement) => partsOf(statement, left));
      if (file) found.set(file, parts.map(({ name }) => name).sort());
      const outline = parts.reduceRight(
        (text, { name, start, end }) => `${text.slice(0, start)}${name}: ${stubOf(name as Part)}${text.slice(end)}`,
        code,
      );
      return { code: outline, map: null, moduleSideEffects: false };
    },
    buildEnd(error) {
      if (error) return;
      if (found.size > 0 && listed.length === 0)
        this.error(`src/scenes/${LIST} should import the scenes from ./NAME.ts`);
      const expected = [...left].sort().join(' and ');
      for (const file of listed) {
        const names = found.get(file)?.join(' and ') || 'neither';
        if (names !== expected)
          this.error(
            `src/scenes/${file} should export one object with ${expected} as its own properties; found ${names}`,
          );
      }
    },
  };
};
