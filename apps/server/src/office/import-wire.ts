import type {
  ImportChange,
  ImportPreview,
  ImportRow,
  ImportRowState,
} from '@touchline/contract/shapes/office-imports';
import type { GoalMeans } from '@touchline/football/scoring-rates';
import { basisText, type PlannedChange, type Doubt, type Imports, isForOne } from '../feeds/index.ts';

type Shown = Awaited<ReturnType<Imports['previewRows']>>;

const goals = ({ homeMean, awayMean }: GoalMeans) => ({
  home: homeMean.toFixed(2),
  away: awayMean.toFixed(2),
});

const toChange = (change: PlannedChange): ImportChange => {
  if (change.do === 'add') {
    const { kickOff, prices } = change;
    return {
      do: 'add',
      to: kickOff.toISOString(),
      goals: prices ? goals(prices.means) : undefined,
      pricesFrom: prices ? basisText(prices.basis) : undefined,
    };
  }
  const of = { do: change.do, event: change.eventId };
  if (change.do === 'kick_off' || change.do === 'begun') {
    return { ...of, from: change.from.toISOString(), to: change.to.toISOString() };
  }
  if (change.do === 'prices') {
    const { from, to } = change;
    return {
      ...of,
      goals: goals(to.means),
      pricesFrom: basisText(to.basis),
      goalsBefore: from && goals(from),
    };
  }
  if (change.do !== 'result') return of;
  const { ft, ht, as, against } = change;
  return {
    ...of,
    ft,
    as,
    ht,
    against: against && { ft: against.ft, ht: against.ht },
  };
};

const stateOf = (changes: readonly PlannedChange[], doubts: readonly Doubt[]): ImportRowState => {
  if (changes.some((change) => !isForOne(change))) return 'refused';
  if (changes.some((change) => change.do === 'add')) return 'new';
  if (doubts.length > 0) return 'refused';
  return changes.length === 0 ? 'unchanged' : 'changed';
};

/** The effect of an import, row by row. */
export const toImportPreview = ({ plan, rows, unknown }: Shown): ImportPreview => {
  const planned = rows.map(({ match, plan: { changes, doubts } }): ImportRow => {
    const far = changes.some((change) => !isForOne(change)) ? [{ why: 'far' as const, values: {} }] : [];
    return {
      row: match.row ?? 0,
      names: match.names,
      state: stateOf(changes, doubts),
      changes: changes.filter(isForOne).map(toChange),
      reasons: [...far, ...doubts.map(({ why, values }) => ({ why, values }))],
    };
  });
  const waiting = unknown.map(({ row = 0, names, asked }): ImportRow => ({
    row,
    names,
    state: 'waiting',
    changes: [],
    reasons: asked.map((name) => ({ why: 'name', values: { name } })),
  }));
  const unread = plan.problems.map(({ row, fault, values }): ImportRow => ({
    row,
    names: '',
    state: 'refused',
    changes: [],
    reasons: [{ why: fault, values }],
  }));
  const all = [...planned, ...waiting, ...unread].toSorted((a, b) => a.row - b.row);
  const count = (state: ImportRowState) => all.filter((row) => row.state === state).length;
  return {
    hash: plan.hash,
    rows: all,
    suspect: plan.suspect,
    counts: {
      new: count('new'),
      changed: count('changed'),
      unchanged: count('unchanged'),
      refused: count('refused'),
      waiting: count('waiting'),
    },
    questions: plan.questions.map(({ kind, name, place, seenIn, suggestions }) => ({
      kind,
      name,
      place,
      seenIn,
      suggestions: [...suggestions],
    })),
  };
};
