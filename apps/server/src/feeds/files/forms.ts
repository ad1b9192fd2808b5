import { importProblem } from '@touchline/football/import/imported-match';
import { decodeText } from '@touchline/football/import/text';
import type { Snapshot } from '../snapshot.ts';
import { oddsCsvSnapshot, resultsCsvSnapshot, type CsvOptions } from './csv.ts';
import { openFootballSnapshot } from './openfootball.ts';

/** A form of files, and the options that change how it is read. */
type Form = {
  name: string;
  takes: readonly (keyof CsvOptions)[];
  read: (bytes: Uint8Array, options: CsvOptions) => Snapshot;
};

const form = (
  name: string,
  takes: Form['takes'],
  read: (text: string, options: CsvOptions) => Snapshot,
): Form => ({
  name,
  takes,
  read: (bytes, options) => {
    const text = decodeText(bytes);
    if (text !== undefined) return read(text, options);
    return { feed: name, matches: [], problems: [importProblem(0, 'form', 'not_text')] };
  },
});

/** The forms of files that can be read, by the name of their feed. */
export const forms: readonly Form[] = [
  form('openfootball', [], openFootballSnapshot),
  form('results-csv', ['competition', 'zone'], resultsCsvSnapshot),
  form('odds-csv', ['competition', 'zone', 'houses'], oddsCsvSnapshot),
];

export const formOf = (name: string | undefined): Form | undefined =>
  forms.find((each) => each.name === name);
