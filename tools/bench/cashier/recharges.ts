import { paths } from '@touchline/contract/paths';
import type { Input } from '@touchline/contract/routes';
import type { BenchCluster } from '../lib/database.ts';
import type { Loaded } from '../lib/load.ts';
import { assertNone } from './check.ts';
import { eachRound, openSite, takeTurn, type Size } from './site.ts';

const keyOf = (n: number): string => `bench-recharge-${n}`;

/**
 * Recharges by scan code begun through HTTP. Every acknowledged one must have its row, and its order at the sandbox.
 */
export const recharges = async (
  cluster: BenchCluster,
  { members, rounds, turn }: Size,
): Promise<{ created: Loaded[]; kept: number }> => {
  const site = await openSite(cluster, { name: 'recharges', variant: 'server', members });
  const accepted: string[] = [];
  const created = await eachRound(rounds, (from) =>
    takeTurn(site, turn, {
      path: paths.createRecharge[1],
      from,
      body: (n) => {
        const amount = ((1_000 + (n % 40_000)) / 100).toFixed(2);
        const input: Input<'createRecharge'> = { key: keyOf(n), channel: 'scan-code', amount };
        return JSON.stringify(input);
      },
      onAccepted: (n) => void accepted.push(keyOf(n)),
    }),
  );
  await assertNone(
    site.database.pool,
    'acknowledged recharges without a row and an order',
    `select count(*) as n from unnest($1::text[]) as k(key)
     where not exists (select from recharge r join sandbox_order o on o.shard = r.shard and o.recharge_id = r.id
       where r.key = k.key and r.ready)`,
    [accepted],
  );
  await site.database.close();
  return { created, kept: accepted.length };
};
