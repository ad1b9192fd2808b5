import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const fileOf = (app: string, file: string): string =>
  fileURLToPath(new URL(`../../apps/${app}/src/${file}`, import.meta.url));

/** Reads each match of a table. @throws when a record cannot be read */
const readTable = async (file: string, record: RegExp): Promise<RegExpMatchArray[]> => {
  const source = await readFile(file, 'utf8');
  const found = [...source.matchAll(record)];
  const records = source.match(/\bpath: '/g)?.length ?? 0;
  if (found.length < 20 || found.length !== records) {
    throw new Error(`${found.length} of ${records} pages were read from ${file}`);
  }
  return found;
};

/** The addresses of all pages of the member app, from its table of pages. */
export const memberPaths = async (): Promise<string[]> =>
  (await readTable(fileOf('member', 'app/pages.ts'), /\bpath: '(\/[^']*)'/g)).map(([, path = '']) => path);

/** The pages in the navigation of the office, from its table of pages. */
export const officePages = async (): Promise<{ path: string; name: string }[]> =>
  (await readTable(fileOf('office', 'lib/places.ts'), /\bpath: '(\/[^']*)',[^}]*\bname: '(\w+)'/g)).map(
    ([, path = '', name = '']) => ({ path, name }),
  );
