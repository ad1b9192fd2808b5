import { query, type Queryable } from '../../core/database/database.ts';
import { flowRules, nextCodeAt } from './domain.ts';

const kept = Math.max(...flowRules.map(({ codes }) => codes));
const mayFlow = flowRules
  .map(
    ({ codes, withinMs }) =>
      `(f.sent_at[${codes}] is null or f.sent_at[${codes}] <= $2::timestamptz - interval '${withinMs} milliseconds')`,
  )
  .join(' and ');

// Checked and counted in one statement, under the lock of the row: of two at once one passes.
const flow = query.one<{ sent_at: Date[] }>(
  'code-flow',
  `insert into contact_flow as f (address, sent_at, last_at) values ($1, array[$2::timestamptz], $2)
   on conflict (address) do update set sent_at = (array[$2::timestamptz] || f.sent_at)[1:${kept}], last_at = $2
   where ${mayFlow}
   returning sent_at`,
);
const flowed = query.one<{ sent_at: Date[] }>(
  'code-flowed',
  'select sent_at from contact_flow where address = $1',
);

/**
 * Counts a code for an address, if one may be sent there.
 * @returns whether it may, and when the next may
 */
export const countFlow = async (
  db: Queryable,
  { address, now }: { address: Buffer; now: Date },
): Promise<{ counted: boolean; nextAt: Date }> => {
  const row = await flow(db, [address, now]);
  if (row !== undefined) return { counted: true, nextAt: nextCodeAt(row.sent_at) };
  const found = await flowed(db, [address]);
  return { counted: false, nextAt: nextCodeAt(found?.sent_at ?? [now]) };
};

const spend = query.exec(
  'code-spend',
  `insert into code_budget as b (name, began_at, used) values ($1, $2, 1)
   on conflict (name) do update set
     used = case when b.began_at <= $2::timestamptz - make_interval(secs => $3) then 1 else b.used + 1 end,
     began_at = case when b.began_at <= $2::timestamptz - make_interval(secs => $3) then $2 else b.began_at end
   where b.used < $4 or b.began_at <= $2::timestamptz - make_interval(secs => $3)
   returning used`,
);
const spent = query.one<{ began_at: Date }>('code-spent', 'select began_at from code_budget where name = $1');

/** Counts a code within a budget. @returns when to come back, if the budget is used up */
export const spendBudget = async (
  db: Queryable,
  { name, seconds, most, now }: { name: string; seconds: number; most: number; now: Date },
): Promise<Date | undefined> => {
  const rowCount = await spend(db, [name, now, seconds, most]);
  if (rowCount === 1) return undefined;
  const row = await spent(db, [name]);
  return new Date((row?.began_at ?? now).getTime() + seconds * 1_000);
};

const purgeFlow = query.exec('code-flow-purge', 'delete from contact_flow where last_at < $1');
const purgeBudget = query.exec('code-budget-purge', 'delete from code_budget where began_at < $1');

/** Deletes counts from before `before`. */
export const purgeFlows = async (db: Queryable, before: Date): Promise<void> => {
  await purgeFlow(db, [before]);
  await purgeBudget(db, [before]);
};
