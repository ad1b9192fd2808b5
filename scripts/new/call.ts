import { paths } from '../../packages/contract/src/paths.ts';
import { insertAfter, type Item, lowerFirst, propertiesOf, wordsOf } from './edits.ts';
import { RecipeError, type Tree } from './tree.ts';

/** The one property of a name in some files, where it is what a recipe looks for. @throws RecipeError without it */
const findProperty = (
  tree: Tree,
  {
    in: pattern,
    name,
    is = () => true,
  }: { in: string; name: string; is?: (item: Item, source: string) => boolean },
): { path: string; item: Item } => {
  for (const path of tree.glob(pattern).filter((each) => !each.endsWith('.test.ts'))) {
    const source = tree.read(path);
    if (!source.includes(name)) continue;
    const item = propertiesOf(source, name).find((each) => is(each, source));
    if (item !== undefined) return { path, item };
  }
  throw new RecipeError(`No file of ${pattern} has ${name}`);
};

/** Finds the handler of a call, and not another table by calls. */
const findHandler = (tree: Tree, name: string) =>
  findProperty(tree, {
    in: 'apps/server/src/*/**/*.ts',
    name,
    is: ({ value }, source) =>
      /\bHandlers?\b|\bhandlers: \{/.test(source) && /^(?:async\b|create\w*\(|\()/.test(value),
  });

/** The record of a call that is like another: the same method, folder, audience and rights, with nothing in and nothing out. */
const recordOf = (name: string, model: string): string => {
  const [, maker = '', method = '', path = ''] =
    model.match(/(route|operatorRoute)\(\s*'\w+',\s*'(GET|POST|DELETE) (\/api\/[^']+)'/) ?? [];
  const own = name.startsWith('office') ? lowerFirst(name.slice('office'.length)) : name;
  const isOffice = maker === 'operatorRoute';
  const same = ['auth', 'purpose', 'roles'].flatMap((field) => {
    const [text] = model.match(new RegExp(`\\b${field}: (?:'\\w+'|\\[[^\\]]*\\])`)) ?? [];
    return text === undefined ? [] : [`${text},`];
  });
  return `${name}: ${maker}('${name}', '${method} ${path.slice(0, path.lastIndexOf('/'))}/${own}', {
    ${isOffice && method !== 'GET' ? 'decides: false,' : ''}
    ${same.join('\n')}
    summary: '${wordsOf(name)}',
    input: Type.Object({}, { additionalProperties: false }),
    output: Type.Object({}),
  })`;
};

/** The case of a call that takes nothing and does nothing; wrong inputs are tried where the office changes something. */
const caseOf = (name: string, model: string): string => {
  if (/\bpurpose: /.test(model)) return `${name}: { input: () => ({}) }`;
  const [roles] = model.match(/roles: \[[^\]]*\]/) ?? [];
  if (roles === undefined) return `${name}: { input: () => ({}), other: 'done' }`;
  const misuse = /'GET /.test(model) ? [] : ['own', 'twice', 'stale', 'forged', 'words'];
  return `${name}: {
    ${roles},
    input: () => ({}),
    ${misuse.map((field) => `${field}: { not: 'it changes nothing yet' },`).join('\n')}
  }`;
};

/** Makes a call that answers with nothing, next to another and like it. @returns what is left to do */
export const newCall = (tree: Tree, name: string, after: string): string[] => {
  if (!/^[a-z][a-zA-Z0-9]+$/.test(name)) throw new RecipeError('A call has a name such as levelHistory');
  if (Object.hasOwn(paths, name)) throw new RecipeError(`There is a call ${name} already`);
  const record = findProperty(tree, {
    in: 'packages/contract/src/routes/*.ts',
    name: after,
    is: ({ value }) => /^(?:route|operatorRoute)\(/.test(value),
  });
  const model = record.item.text;
  const isOffice = model.includes('operatorRoute(');
  if (name.startsWith('office') !== isOffice)
    throw new RecipeError('Calls of the office, and only they, begin with office');
  const handler = findHandler(tree, after);
  const example = findProperty(tree, {
    in: 'apps/server/src/testing/cases/*.ts',
    name: after,
    // Fields of inputs may have the names of calls.
    is: ({ value }) => /^\w+$|\binput\b|^decision\(/.test(value),
  });
  tree.edit(record.path, (source) => insertAfter(source, record.item, recordOf(name, model)));
  tree.edit(handler.path, (source) =>
    // A file that lists the names of its calls for their types has the new one there too.
    insertAfter(source, handler.item, `${name}: () => Promise.resolve({})`).replace(
      new RegExp(`'${after}'(?=[\\s)]*[|;>])`),
      `'${after}' | '${name}'`,
    ),
  );
  tree.edit(example.path, (source) => insertAfter(source, example.item, caseOf(name, model)));
  return [
    `${record.path}: what goes in and comes out, which refusals to expect, and in the office whether it decides`,
    `${handler.path}: what it does`,
    `${example.path}: what it answers to whom, and to wrong inputs where the office changes something`,
  ];
};
