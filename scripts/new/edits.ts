import { parseSync, Visitor } from 'oxc-parser';
import { RecipeError, type Tree } from './tree.ts';

/** An item of a list or an object literal: where it is, and its parts as they are written. */
export type Item = { start: number; end: number; text: string; value: string };

/** The properties of that name in all object literals of a file. */
export const propertiesOf = (source: string, name: string): Item[] => {
  const found: Item[] = [];
  if (!source.includes(name)) return found;
  new Visitor({
    Property({ key, value, start, end }) {
      const own = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : undefined;
      if (own !== name) return;
      found.push({ start, end, text: source.slice(start, end), value: source.slice(value.start, value.end) });
    },
  }).visit(parseSync('source.tsx', source).program);
  return found;
};

/** The object literal in which a property has a text as its value. */
export const recordWith = (source: string, property: string, text: string): Item | undefined => {
  const found: Item[] = [];
  new Visitor({
    ObjectExpression({ properties, start, end }) {
      const has = properties.some(
        (each) =>
          each.type === 'Property' &&
          each.key.type === 'Identifier' &&
          each.key.name === property &&
          each.value.type === 'Literal' &&
          each.value.value === text,
      );
      const record = source.slice(start, end);
      if (has) found.push({ start, end, text: record, value: record });
    },
  }).visit(parseSync('source.tsx', source).program);
  return found[0];
};

/** The source with one more item after another. */
export const insertAfter = (source: string, { end }: Item, text: string): string =>
  `${source.slice(0, end)},\n${text}${source.slice(end)}`;

/** The source with lines after the one that holds a text. @throws RecipeError without such a line */
export const insertLines = (source: string, after: string, text: string): string => {
  const at = source.indexOf(after);
  if (at < 0) throw new RecipeError(`"${after}" is missing`);
  const end = source.indexOf('\n', at);
  return `${source.slice(0, end + 1)}${text}\n${source.slice(end + 1)}`;
};

/** A PO file with one more text after another, else at its end. Without a text it is one that is to be translated. */
export const insertText = (
  po: string,
  { id, text, after }: { id: string; text: string; after: string },
): string => {
  if (po.includes(`msgid "${id}"\n`)) throw new RecipeError(`The text ${id} exists already`);
  const entries = po.trimEnd().split('\n\n');
  const at = entries.findIndex((entry) => entry.includes(`msgid "${after}"\n`));
  const added = `msgid "${id}"\nmsgstr ${JSON.stringify(text)}`;
  return `${entries.toSpliced(at < 0 ? entries.length : at + 1, 0, added).join('\n\n')}\n`;
};

const parts = (name: string): string[] =>
  name
    .split(/_|(?<=[a-z0-9])(?=[A-Z])/)
    .filter((part) => part !== '')
    .map((part) => part.toLowerCase());

/** "clean_sheet" and "CLEAN_SHEET" as "Clean sheet". */
export const wordsOf = (name: string): string => {
  const words = parts(name).join(' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** "clean_sheet" as "CleanSheet". */
export const pascalOf = (name: string): string =>
  parts(name)
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join('');

/** "CleanSheet" as "cleanSheet". */
export const lowerFirst = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;

/** "clean_sheet" as "clean-sheet". */
export const kebabOf = (name: string): string => parts(name).join('-');

/**
 * Adds a text to all catalogues of a part: in English, and without a translation in the others, which tests and `npm run language`
 * name as missing until it has one.
 */
export const addText = (
  tree: Tree,
  part: 'app' | 'office' | 'server',
  { id, english, after }: { id: string; english: string; after: string },
): void => {
  for (const path of tree.glob(`packages/locales/po/${part}/*.po`)) {
    const text = path.endsWith('/en.po') ? english : '';
    tree.edit(path, (po) => insertText(po, { id, text, after }));
  }
};
