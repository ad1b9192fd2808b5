import type pg from 'pg';
import { minuteMs } from '@touchline/contract/durations';
import { statement } from '../core/database/database.ts';
import type { Figure, Point } from '../core/metrics/metrics.ts';
import { auditChecks } from './audit-checks.ts';
import type { Trial } from './trial.ts';

export const walletFigures = {
  breaches: {
    name: 'touchline_ledger_breaches_open',
    kind: 'gauge',
    help: 'Places where the ledger breaks an invariant; each stops the withdrawals of its shard',
    labels: { invariant: 'I1 to I7' },
  },
  difference: {
    name: 'touchline_ledger_difference_minor',
    kind: 'gauge',
    help: 'The sum of all accounts in minor units, which is 0; read every five minutes',
  },
} as const satisfies Record<string, Figure>;

/** How old the sum of all accounts may be: it reads every wallet. */
const trialMs = 5 * minuteMs;

const open = statement(
  'figures-breaches',
  `select invariant, count(*)::int as total from audit_breach
   where shard >= 0 and closed_at is null group by invariant`,
);

const invariants = [...new Set(auditChecks.map(({ invariant }) => invariant))];

/**
 * Reads whether the ledger keeps its rules.
 * @param options.trial the trial balance as it is now
 */
export const createWalletFigures = ({
  pool,
  trial,
  nowMs = Date.now,
}: {
  pool: pg.Pool;
  trial: () => Promise<Trial>;
  nowMs?: () => number;
}): (() => Promise<Point[]>) => {
  let summed: { atMs: number; differenceMinor: bigint } | undefined;

  const difference = async (): Promise<bigint> => {
    if (summed !== undefined && nowMs() - summed.atMs < trialMs) return summed.differenceMinor;
    const { accounts, members } = await trial();
    const house = accounts.reduce((total, { balanceMinor }) => total + balanceMinor, 0n);
    const differenceMinor = house + members.availableMinor + members.heldMinor;
    summed = { atMs: nowMs(), differenceMinor };
    return differenceMinor;
  };

  return async () => {
    const { rows } = await pool.query<{ invariant: string; total: number }>(open([]));
    const totalOf = (invariant: string): number =>
      rows.find((row) => row.invariant === invariant)?.total ?? 0;
    return [
      ...invariants.map((invariant) => ({
        of: walletFigures.breaches,
        labels: { invariant },
        value: totalOf(invariant),
      })),
      { of: walletFigures.difference, value: Number(await difference()) },
    ];
  };
};
