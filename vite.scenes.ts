import type { Plugin, Rolldown } from 'vite';

/** Nothing but what they export is wanted of them: what isn't used may go. */
const MADE_BY_WORKERS = /\/src\/(scenes|mesh|geometry|simulation)\//;
const SCENE = /\/src\/scenes\/[^/]+\.ts$/;
/** What only the building worker and the command line call. */
const METHODS: ReadonlySet<string> = new Set(['build', 'check']);
const STUB = "() => { throw new Error('the page itself only describes scenes') }";

type Statement = ReturnType<Rolldown.TransformPluginContext['parse']>['body'][number];

/** From where to where the scene of a module has such a method. */
const methodsOf = (statement: Statement): { name: string; start: number; end: number }[] => {
  if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return [];
  const object = statement.declaration.declarations[0]?.init;
  if (object?.type !== 'ObjectExpression') return [];
  return object.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' && METHODS.has(property.key.name)
      ? [{ name: property.key.name, start: property.start, end: property.end }]
      : [],
  );
};

/**
 * Leaves out of the built page's own script how scenes build and check themselves, and with it everything that makes bodies:
 * a third of it. The building worker, a bundle of its own, has that. Development serves scenes whole.
 */
export const sceneOutlines = (): Plugin => ({
  name: 'scene-outlines',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!MADE_BY_WORKERS.test(id)) return undefined;
    const methods = SCENE.test(id) ? this.parse(code).body.flatMap(methodsOf) : [];
    const outline = methods.reduceRight(
      (text, { name, start, end }) => `${text.slice(0, start)}${name}: ${STUB}${text.slice(end)}`,
      code,
    );
    return { code: outline, map: null, moduleSideEffects: false };
  },
});
