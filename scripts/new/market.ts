import { grade } from '../../packages/football/src/grade.ts';
import { marketOf } from '../../packages/football/src/markets.ts';
import {
  addText,
  insertAfter,
  insertLines,
  kebabOf,
  lowerFirst,
  pascalOf,
  propertiesOf,
  wordsOf,
} from './edits.ts';
import { RecipeError, type Tree } from './tree.ts';

const football = 'packages/football/src';

/** Names and file of a market that has a file for itself. */
const findMarket = (tree: Tree, name: string) => {
  const path = tree
    .glob(`${football}/markets/*.ts`)
    .find((each) => tree.read(each).includes(`name: '${name}'`));
  const source = path === undefined ? '' : tree.read(path);
  const [record, ...others] = [...source.matchAll(/^export const (\w+) =/gm)].map(([, each = '']) => each);
  const grader = /^ {2}grader: (\w+),$/m.exec(source)?.[1];
  const [row] = propertiesOf(tree.read(`${football}/markets.ts`), name);
  if (
    path === undefined ||
    record === undefined ||
    others.length > 0 ||
    row === undefined ||
    grader === undefined
  ) {
    throw new RecipeError(
      `"${name}" is no market with a file for itself: begin with odd_even or double_chance`,
    );
  }
  return { file: path.slice(path.lastIndexOf('/') + 1), record, grader, row };
};

/** A text of the member app, as its catalogue has it. */
const englishOf = (tree: Tree, id: string): string => {
  const po = tree.read('packages/locales/po/app/en.po');
  const [, text] = po.match(new RegExp(`^msgid "${id}"\\nmsgstr (".+")$`, 'm')) ?? [];
  if (text === undefined) throw new RecipeError(`The text ${id} is missing`);
  return String(JSON.parse(text));
};

/** Grades the copied market as its model does. */
const testOf = (name: string, model: string): string => {
  const results = [
    [0, 0, 0, 0],
    [1, 0, 1, 1],
    [0, 1, 1, 2],
    [2, 0, 3, 0],
  ] as const;
  const rows = (marketOf(model)?.selections ?? []).flatMap((selection) =>
    results.map(([a, b, c, d]) => {
      const outcome = grade(model, selection, undefined, {
        ht: { home: a, away: b },
        ft: { home: c, away: d },
      });
      return `['${selection}', { home: ${a}, away: ${b} }, { home: ${c}, away: ${d} }, '${outcome}'],`;
    }),
  );
  return `import { expect, test } from 'vitest';
import { grade } from '../grade.ts';

test.each([
${rows.join('\n')}
])('%s at %o, %o: %s', (selection, ht, ft, outcome) => {
  expect(grade('${name}', selection, undefined, { ht, ft })).toBe(outcome);
});
`;
};

/** Makes a market that is offered and graded as another one until a person changes it. @returns what is left to do */
export const newMarket = (tree: Tree, name: string, after: string): string[] => {
  if (!/^[a-z][a-z0-9_]{1,39}$/.test(name)) throw new RecipeError('A market has a name such as clean_sheet');
  if (marketOf(name) !== undefined) throw new RecipeError(`There is a market ${name} already`);
  const model = findMarket(tree, after);
  const [record, grader, file] = [
    lowerFirst(pascalOf(name)),
    `grade${pascalOf(name)}`,
    `${kebabOf(name)}.ts`,
  ];
  const renamed = (text: string): string =>
    text
      .replaceAll(new RegExp(`\\b${model.record}\\b`, 'g'), record)
      .replaceAll(new RegExp(`\\b${model.grader}\\b`, 'g'), grader)
      .replaceAll(`/${model.file}'`, `/${file}'`)
      .replaceAll(`name: '${after}'`, `name: '${name}'`)
      .replaceAll(new RegExp(`^(\\s*)'?${after}'?:`, 'g'), `$1${name}:`);
  tree.make(`${football}/markets/${file}`, renamed(tree.read(`${football}/markets/${model.file}`)));
  tree.make(`${football}/markets/${kebabOf(name)}.test.ts`, testOf(name, after));

  const imported = `import { ${model.record} } from './markets/${model.file}';`;
  tree.edit(`${football}/markets.ts`, (source) =>
    insertLines(insertAfter(source, model.row, renamed(model.row.text)), imported, renamed(imported)),
  );
  tree.edit('docs/pricing.md', (page) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${after}\` |`)) ?? '';
    return insertLines(page, row, row.replace(`\`${after}\``, `\`${name}\``));
  });
  for (const part of ['app', 'office'] as const) {
    addText(tree, part, { id: `market.${name}`, english: wordsOf(name), after: `market.${after}` });
  }
  addText(tree, 'app', {
    id: `record.rule.${name}`,
    english: englishOf(tree, `record.rule.${after}`),
    after: `record.rule.${after}`,
  });
  return [
    `${football}/markets/${file}: selections, margin, groups, wording, rule and grader are those of ${after}`,
    `${football}/markets/${kebabOf(name)}.test.ts expects the grades of ${after}`,
    'docs/pricing.md: the selections of its row',
    `record.rule.${name} in English, where the rule is another`,
    'a section of its own in the rules needs rules.<version>.<rule>.title and .body of the server',
    `market.${name} and record.rule.${name} in the languages that are named as missing`,
  ];
};
