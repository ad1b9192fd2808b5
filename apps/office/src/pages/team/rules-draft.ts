import type { TeamLevel } from '@touchline/contract/shapes/team';
import { figuresOf } from './level-figures.ts';

/** The figures of three levels as they are typed. */
export type Draft = readonly (readonly string[])[];

export const draftOf = (levels: readonly TeamLevel[]): Draft => levels.map(figuresOf);

/** What is typed, put in another place. */
export const typed = (draft: Draft, row: number, at: number, text: string): Draft =>
  draft.map((figures, i) => (i === row ? figures.map((old, j) => (j === at ? text : old)) : figures));

export const isChanged = (draft: Draft, levels: readonly TeamLevel[]): boolean =>
  draftOf(levels).some((figures, row) => figures.some((text, at) => text !== draft[row]?.[at]));

/** A draft as levels; the server judges what is in them. */
export const levelsOf = (draft: Draft): TeamLevel[] =>
  draft.map(([people = '', recharged = '', rechargeEach = '', sessions = '', ...rates], row) => ({
    level: row + 1,
    conditions: {
      people: Number(people),
      recharged: Number(recharged),
      sessions: Number(sessions),
      rechargeEach: rechargeEach.trim(),
    },
    rates: rates.map((rate) => rate.trim()),
  }));
