import { minuteMs } from '@touchline/contract/durations';
import { Gauge } from '@prometheus-io/client';
import { query } from '../core/database/database.ts';
import type { StoredMetrics } from '../core/metrics/stored-metrics.ts';
import type { Context, Module } from '../core/module.ts';
import { auditChecks } from './audit-checks.ts';
import { createAuditor } from './auditor.ts';
import { rollUpHouse } from './house.ts';
import { Wallet } from './service.ts';
import type { Trial } from './trial.ts';

/** Opens the ledger. */
export const openWallet = (context: Context) => {
  const { config, clock, log } = context;
  const { calls, cashier, background } = context.connections;
  /** The same ledger for sums over many rows. */
  const sums = new Wallet(background);
  /** The same ledger over the connections of the cashier, which keep the plans of its statements. */
  const forCashier = new Wallet({ pool: cashier.pool, background: background.pool });
  const auditor = createAuditor(background.pool);
  return {
    service: Object.assign(new Wallet(calls), { forCashier, sums }),
    stored: ledgerMetrics(context, () => sums.trial(clock.now())),
    routines: [
      {
        name: 'house totals',
        everyMs: 10_000,
        run: () => rollUpHouse(background.pool),
      },
      { name: 'days of the ledger', everyMs: 10_000, run: () => sums.rollUpDays(config.SITE_TIME_ZONE) },
      {
        name: 'audit',
        everyMs: 1_000,
        run: async () => {
          for (const breach of await auditor.next()) log.error(breach, 'the ledger breaks an invariant');
        },
      },
    ],
  } satisfies Module;
};

/** How old the sum of all accounts may be: it reads every wallet. */
const trialMs = 5 * minuteMs;

const open = query.many<{ invariant: string; total: number }>(
  'figures-breaches',
  `select invariant, count(*)::int as total from audit_breach
   where shard >= 0 and closed_at is null group by invariant`,
);

const invariants = [...new Set(auditChecks.map(({ invariant }) => invariant))];

/** Whether the ledger keeps its rules. @param trial reads the trial balance as it is now */
const ledgerMetrics = ({ metrics, connections }: Context, trial: () => Promise<Trial>): StoredMetrics => {
  const { pool } = connections.background;
  const breaches = new Gauge({
    name: 'touchline_ledger_breaches_open',
    help: 'Places where the ledger breaks an invariant; each stops the withdrawals of its shard',
    labelNames: ['invariant'],
    registers: [metrics],
  });
  const difference = new Gauge({
    name: 'touchline_ledger_difference_minor',
    help: 'The sum of all accounts in minor units, which is 0; read every five minutes',
    registers: [metrics],
  });
  let summed: { atMs: number; differenceMinor: bigint } | undefined;
  const readDifference = async (): Promise<bigint> => {
    if (summed !== undefined && Date.now() - summed.atMs < trialMs) return summed.differenceMinor;
    const { accounts, members } = await trial();
    const house = accounts.reduce((total, { balanceMinor }) => total + balanceMinor, 0n);
    const differenceMinor = house + members.availableMinor + members.heldMinor;
    summed = { atMs: Date.now(), differenceMinor };
    return differenceMinor;
  };
  return {
    gauges: [breaches, difference],
    read: async () => {
      const rows = await open(pool);
      const differenceMinor = await readDifference();
      for (const invariant of invariants) {
        breaches.set({ invariant }, rows.find((row) => row.invariant === invariant)?.total ?? 0);
      }
      difference.set(Number(differenceMinor));
    },
  };
};
