import { describe, expect, it } from 'vitest';
import { mapSnapshot } from '../import/map-snapshot.ts';
import type { MappedMatch } from '../import/plan-match.ts';
import { shippedCatalogue, type KnownNames } from '../../catalogue/football/known-names.ts';
import { madeGroup, NameMapping } from '../../catalogue/football/name-mapping.ts';
import { hostileFiles, type HostileFile } from '../testing/hostile-files.ts';
import { formOf } from './forms.ts';

const made = (id: string, name: string): KnownNames['teams'][number] => ({
  id,
  name,
  short: 'AAA',
  colours: ['#000000', '#ffffff'],
  group: madeGroup,
  names: [name],
});
const shipped = await shippedCatalogue();
const catalogue: KnownNames = {
  teams: [...shipped.teams, made('at-sturm', 'Sturm Graz'), made('at-rapid', 'Rapid Wien')],
  competitions: [
    ...shipped.competitions,
    {
      id: 'at.1',
      name: 'Austrian Bundesliga',
      zone: 'Europe/Vienna',
      givenZone: 'Europe/Vienna',
      neutral: false,
      names: ['Austrian Bundesliga', 'Austria: Austrian Bundesliga'],
    },
    { id: 'zoneless', name: 'No Zone Cup', neutral: false, names: ['No Zone Cup'] },
  ],
};
const mapping = new NameMapping(catalogue, { teams: new Map(), competitions: new Map() });

const matchLine = (match: MappedMatch): string => {
  const { competitionId, homeId, awayId, kickOff, feedStatus, prices } = match;
  return [
    competitionId,
    `${homeId}–${awayId}`,
    kickOff.toISOString().replace(':00.000Z', 'Z'),
    feedStatus.status,
    ...(feedStatus.status === 'finished' ? [`${feedStatus.ft.home}-${feedStatus.ft.away}`] : []),
    ...(prices === undefined ? [] : ['priced']),
  ].join(' ');
};

/** What is read of a file. */
const linesOf = ({ feed, bytes, options = {} }: HostileFile): string[] => {
  const form = formOf(feed);
  const snapshot = form?.read(bytes, options);
  if (snapshot === undefined) throw new Error(`no form ${feed}`);
  const { matches, questions, zoneless } = mapSnapshot(snapshot, mapping);
  const problems = [...snapshot.problems, ...zoneless].toSorted((a, b) => a.row - b.row);
  return [
    ...matches.map(matchLine),
    ...questions.map(({ name }) => `? ${name}`),
    ...problems.map(({ row, fault }) => `! ${row} ${fault}`),
  ];
};

describe.each([...hostileFiles])('files of strangers: %s', (_, files) => {
  it.each(files)('$name', (file) => {
    expect(linesOf(file)).toEqual(file.answer);
  });
});
