import { notifyPath } from '@touchline/contract/paths';
import { noticeSigner, type SandboxNotice } from '@touchline/server/tools/cashier';
import type pg from 'pg';
import type { BenchCluster } from '../lib/database.ts';
import type { Loaded } from '../lib/load.ts';
import { assertLedger, assertNone } from './check.ts';
import { eachRound, openSite, takeTurn, type Size } from './site.ts';

const rail = 'sandbox-scan';
/** Addresses the notices come from: one is heard 1,200 times a minute. */
const addresses = 2_000;
/** Unpaid recharges of each member: more than a load pays. */
const unpaidEach = 8;

/**
 * Payments by scan code, sent over HTTP in notices with a valid signature, each for its own recharge that is
 * there before. Every acknowledged notice must have its payment, credited once, in recharge and wallet alike.
 */
export const payments = async (
  cluster: BenchCluster,
  { members, rounds, turn }: Size,
): Promise<{ credited: Loaded[]; kept: number }> => {
  const site = await openSite(cluster, { name: 'payments', variant: 'server', members });
  const { pool } = site.database;
  const unpaid = await seedUnpaid(pool);
  const accepted: string[] = [];
  const noticeOf = await noticesFor(pool, unpaid);
  const credited = await eachRound(rounds, (from) =>
    takeTurn(site, turn, {
      path: notifyPath.replace(':rail', rail),
      from,
      ...noticeOf,
      onAccepted: (n) => void accepted.push(refOf(n)),
    }),
  );
  await check(pool, accepted);
  await site.database.close();
  return { credited, kept: accepted.length };
};

type Unpaid = { id: string; amount: bigint };

/** Recharges as createRecharge leaves them, written at once. */
const seedUnpaid = async (on: pg.Pool): Promise<Unpaid[]> => {
  const { rows } = await on.query<Unpaid>(
    `insert into recharge (shard, member_id, id, key, request_hash, channel, method, currency, amount, fee, fee_bp,
       fee_fixed, amount_max, turnover_bp, reference, ready, sandbox, created_at, expires_at)
     select w.shard, w.member_id, gen_random_uuid(), 'seeded-' || n, '', 'scan-code', 'scan', w.currency, 1000 + n, 0, 0,
       0, 500000, 10000, 'TL' || n, true, true, now(), now() + interval '1 hour'
     from generate_series(1, $1) as n, wallet w
     order by n
     returning id, amount`,
    [unpaidEach],
  );
  await on.query('vacuum analyze');
  return rows;
};

const refOf = (n: number): string => `bench_${n}`;

const noticesFor = async (pool: pg.Pool, unpaid: readonly Unpaid[]) => {
  const sign = await noticeSigner(pool);
  return {
    body: (n: number): string => {
      const { id, amount } = unpaid[n % unpaid.length] ?? { id: '', amount: 0n };
      const notice: SandboxNotice = {
        id: `sbx_bench_${n}`,
        created: Math.floor(Date.now() / 1_000),
        type: 'payment.paid',
        recharge: id,
        payment: refOf(n),
        amount: String(amount),
        currency: 'PLAY',
      };
      return JSON.stringify(notice);
    },
    headers: (n: number, body: string): Record<string, string> => ({
      'sandbox-signature': sign(body),
      'x-forwarded-for': `10.0.${Math.floor((n % addresses) / 250)}.${(n % 250) + 1}`,
    }),
  };
};

const check = async (on: pg.Pool, accepted: readonly string[]): Promise<void> => {
  await on.query('vacuum analyze');
  await assertNone(
    on,
    'acknowledged notices without a credited payment',
    `select count(*) as n from unnest($1::text[]) as k(ref)
     where not exists (select from payment p where p.rail = $2 and p.ref = k.ref and p.state = 'credited')`,
    [accepted, rail],
  );
  await assertNone(
    on,
    'payments that are not one credited recharge and one entry',
    `select count(*) as n from payment p
     where (select count(*) from recharge r where r.shard = p.shard and r.member_id = p.member_id
         and r.id = p.recharge_id and r.state = 'credited' and r.credited = p.credited) <> 1
       or (select count(*) from entry e where e.shard = p.shard and e.member_id = p.member_id
         and e.ref = p.recharge_id and e.kind = 'recharge' and e.amount = p.gross) <> 1`,
  );
  await assertLedger(on, 'payments');
};
