import { addText, insertAfter, insertLines, propertiesOf, wordsOf } from './edits.ts';
import { RecipeError, type Tree } from './tree.ts';

const offeredTable = 'packages/contract/src/shapes/office-settings.ts';

const lower = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** The schema of another setting, with a description of its own. */
const schemaOf = (model: string, description: string): string => {
  const known = /description:\s*(['"`])(?:(?!\1)[^\\]|\\.)*\1/;
  if (known.test(model)) return model.replace(known, `description: '${description}'`);
  const own = `description: '${description}'`;
  const end = model.lastIndexOf('}');
  if (end < 0) {
    // Options that settings share, or none.
    return model.replace(
      /\((\w*)\)(\)*)$/,
      (_all, shared: string, rest: string) => `({ ${shared === '' ? '' : `...${shared}, `}${own} })${rest}`,
    );
  }
  return `${model.slice(0, end).replace(/,?\s*$/, '')}, ${own} ${model.slice(end)}`;
};

/** The row of a setting in the documents: below that of another, with its default. */
const addRow = (
  page: string,
  name: string,
  { after, description }: { after: string; description: string },
): string => {
  const row = page
    .split('\n')
    .find((line) => line.startsWith('| `') && line.split(' | ')[0]?.includes(`\`${after}\``));
  const [names = '', defaults = ''] = row?.split(' | ') ?? [];
  const at = names.slice('| '.length).split(', ').indexOf(`\`${after}\``);
  const given = names.includes(', ') ? (defaults.split(', ')[at] ?? defaults) : defaults;
  return insertLines(page, row ?? after, `| \`${name}\` | ${given} | ${description} |`);
};

/** Makes a setting like another: the same form, default and bounds, offered in the office where the other is. @returns what is left to do */
export const newSetting = (tree: Tree, name: string, after: string): string[] => {
  if (!/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(name))
    throw new RecipeError('A setting has a name such as UPLOADS_PER_WEEK');
  const files = tree.glob('apps/server/src/core/config/*.ts').filter((path) => !path.endsWith('.test.ts'));
  const found = files.flatMap((path) =>
    propertiesOf(tree.read(path), after)
      .filter(({ value }) => value.startsWith('Type.'))
      .map((item) => ({ path, item })),
  );
  const [schema] = found;
  if (schema === undefined)
    throw new RecipeError(`There is no setting ${after} in apps/server/src/core/config`);
  if (files.some((path) => propertiesOf(tree.read(path), name).length > 0)) {
    throw new RecipeError(`There is a setting ${name} already`);
  }
  const description = lower(wordsOf(name));
  tree.edit(schema.path, (source) =>
    insertAfter(source, schema.item, `${name}: ${schemaOf(schema.item.value, description)}`),
  );
  tree.edit('docs/operate.md', (page) => addRow(page, name, { after, description }));
  const left = [
    `${schema.path}: its form, default, bounds and description`,
    'docs/operate.md: its row',
    'the code that reads it from config at each use',
  ];
  const [offer] = propertiesOf(tree.read(offeredTable), after);
  if (offer === undefined) return left;
  tree.edit(offeredTable, (source) => insertAfter(source, offer, `${name}: ${offer.value}`));
  addText(tree, 'office', { id: `setting.${name}`, english: wordsOf(name), after: `settingMeans.${after}` });
  addText(tree, 'office', {
    id: `settingMeans.${name}`,
    english: `${wordsOf(name)}.`,
    after: `setting.${name}`,
  });
  return [
    ...left,
    `${offeredTable}: its group, kind and unit, and whether one operator is enough`,
    `setting.${name} and settingMeans.${name} in the languages that are named as missing`,
  ];
};
