import { lans } from '../../locales/src/locales.ts';
import { reasons } from '../src/reasons.ts';
import type { Route } from '../src/route.ts';
import { routes } from '../src/routes.ts';

const all: readonly Route[] = Object.values(routes);

const code = (text: string): string => `\`${text}\``;
const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |\n`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  row(head) + row(head.map(() => '---')) + rows.map(row).join('');

const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const isPublic = ({ auth }: Route): boolean => auth === 'public';
const isOffice = ({ name }: Route): boolean => name.startsWith('office');

/** The calls of one side: name, call, who may make it, and what it does, with the refusals to expect. */
const calls = (of: readonly Route[]): string =>
  table(
    ['name', 'call', 'for', 'what it does', 'refusals of its own'],
    of.map(({ name, method, path, auth, roles, summary, reasons: own }) => [
      code(name),
      `${method} ${code(path)}`,
      auth === 'operator' ? roles.join(', ') : auth,
      summary,
      own.map(code).join(' '),
    ]),
  );

/** The reasons of each HTTP status, each once. */
const reasonTable = (): string => {
  const byStatus = Map.groupBy(Object.entries(reasons), ([, { status }]) => status);
  return table(
    ['HTTP', 'reasons'],
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, entries]) => [String(status), entries.map(([reason]) => code(reason)).join(' ')]),
  );
};

/** What the page says by the contract, by the name of its place. */
export const wireSections: Readonly<Record<string, () => string>> = {
  public: () =>
    `Without a token work ${list(all.filter((each) => isPublic(each) && !isOffice(each)).map(({ name }) => code(name)))}; of the office ${list(all.filter((each) => isPublic(each) && isOffice(each)).map(({ name }) => code(name)))}.\n`,
  languages: () => `The ${lans.length} languages are ${list(lans.map(code))}.\n`,
  calls: () => calls(all.filter((each) => !isOffice(each))),
  'office-calls': () => calls(all.filter(isOffice)),
  reasons: reasonTable,
};

const place = (name: string): RegExp => new RegExp(`(<!-- generated: ${name} -->\n)[^]*?(<!-- end -->)`, 'g');

/**
 * Puts what the contract says into a page, between the marks of each section.
 * @throws when a section's marks are missing or stand there twice
 */
export const withSections = (page: string): string =>
  Object.entries(wireSections).reduce((text, [name, make]) => {
    const found = text.match(place(name))?.length ?? 0;
    if (found !== 1) throw new Error(`docs/wire.md has ${found} places for "${name}"`);
    return text.replace(place(name), (_all, from: string, to: string) => `${from}${make()}${to}`);
  }, page);

/** Where the page is. */
export const wirePage = new URL('../../../docs/wire.md', import.meta.url);
