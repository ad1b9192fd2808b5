import { gradesBy, selectDecision } from '../../betting/index.ts';
import type { DifferenceSink } from '../../ledger/index.ts';
import type { Queryable } from '../../core/database/database.ts';
import type { Row } from '../../core/database/rows.ts';
import type { Counts, Part } from './part.ts';

type GradeRow = Row<'graded', 'market' | 'line' | 'selection' | 'since' | 'outcome'> & {
  struck_from: string;
  struck_until: string;
};

/** An event's legs, as one text each. */
const nameOf = (one: GradeRow): string =>
  [one.market, one.line, one.selection, one.since, one.struck_from, one.struck_until].join('|');

/**
 * Grades every event again by the ruling in force, and compares that with the grades that settled bets. A
 * missing grade shows in the bets it would have settled.
 */
const verifyGrades = async (on: Queryable, note: DifferenceSink): Promise<Counts> => {
  const { rows: events } = await on.query<{ event_id: string; graded: number }>(
    'select event_id, graded from standing where graded > 0 order by event_id',
  );
  let rows = 0n;
  for (const { event_id: eventId, graded } of events) {
    const decision = await selectDecision(on, { eventId, version: graded });
    if (decision === undefined) {
      note(`event ${eventId} is graded by ruling ${graded}, which is missing`);
      continue;
    }
    const { grades } = await gradesBy(on, eventId, decision);
    const { rows: kept } = await on.query<GradeRow>(
      `select market, line, selection, since, outcome,
         case when isfinite(struck_from) then (extract(epoch from struck_from) * 1000)::bigint::text else '' end as struck_from,
         case when isfinite(struck_until) then (extract(epoch from struck_until) * 1000)::bigint::text else '' end as struck_until
       from graded where event_id = $1 and version = $2`,
      [eventId, graded],
    );
    rows += BigInt(kept.length);
    const meant = new Map<string, string>(
      grades.map((grade) => [
        nameOf({
          ...grade,
          struck_from: grade.struckFrom?.getTime().toString() ?? '',
          struck_until: grade.struckUntil?.getTime().toString() ?? '',
        }),
        grade.outcome,
      ]),
    );
    for (const row of kept) {
      const name = nameOf(row);
      const outcome = meant.get(name);
      if (outcome !== row.outcome)
        note(`grade of ${eventId} ${name}: ${row.outcome}, by its ruling ${outcome ?? 'none'}`);
    }
  }
  return { rows };
};

export const gradePart: Part = { name: 'grades follow from their rulings', verify: verifyGrades };
