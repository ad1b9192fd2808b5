import { hourMs } from '@touchline/contract/durations';
import { query, statement, type Queryable } from '../../core/database/database.ts';
import { Refused } from '../../core/refusal.ts';

/** Hours between two that operators publish: what happens to one bet is lost in what happens to all. */
const stepHours = 6;

const oneByOne = statement('liabilities-asked-lock', `select pg_advisory_xact_lock(hashtext('liabilities'))`);
const last = query.one<{ at: Date | null }>(
  'liabilities-asked-last',
  'select max(at) as at from liability_snapshot where made_by is not null',
);

/** Lets one transaction at a time publish between the days, or decide about it. */
export const takeTurn = async (client: Queryable): Promise<void> => void (await client.query(oneByOne([])));

/** @throws Refused `published_lately` where operators have published within the last hours; what was not published does not count */
export const checkStep = async (client: Queryable, now: Date): Promise<void> => {
  const at = (await last(client))?.at ?? null;
  if (at === null) return;
  const next = new Date(at.getTime() + stepHours * hourMs);
  if (next > now) throw new Refused('published_lately', { until: next.toISOString() });
};
