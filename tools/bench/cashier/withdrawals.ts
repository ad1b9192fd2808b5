import { paths } from '@touchline/contract/paths';
import type { Input } from '@touchline/contract/routes';
import type { BenchCluster } from '../lib/database.ts';
import type { Loaded } from '../lib/load.ts';
import { assertNone, assertLedger } from './check.ts';
import { openSite, takeTurn, type Site, type Size, type Turn } from './site.ts';

export const variants = ['server', 'same-rows', 'plain'] as const;
export type Variant = (typeof variants)[number];
type Round = Record<Variant, Loaded>;
type Kept = { acknowledged: number; rows: number };
export type Withdrawn = { rounds: Round[]; kept: Record<Variant, Kept> };

type Peer = { site: Site; sent: number; accepted: string[] };

const path = paths.createWithdraw[1];

/**
 * Withdrawals asked for through HTTP, by the server and by its two peers in turns, each with its own database.
 * Afterwards every acknowledged key must have its withdrawal, every withdrawal its money set aside, and the ledger agree.
 */
export const withdrawals = async (
  cluster: BenchCluster,
  { members, rounds, turn }: Size,
): Promise<Withdrawn> => {
  const open = async (variant: Variant): Promise<Peer> => {
    const name = `withdrawals_${variant.replace('-', '_')}`;
    return { site: await openSite(cluster, { name, variant, members }), sent: 0, accepted: [] };
  };
  const peers: Record<Variant, Peer> = {
    server: await open('server'),
    'same-rows': await open('same-rows'),
    plain: await open('plain'),
  };
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    measured.push({
      'same-rows': await load(peers['same-rows'], turn),
      server: await load(peers.server, turn),
      plain: await load(peers.plain, turn),
    });
  }
  const kept = {
    server: await check(peers.server, 'server'),
    'same-rows': await check(peers['same-rows'], 'same-rows'),
    plain: await check(peers.plain, 'plain'),
  };
  for (const { site } of Object.values(peers)) await site.database.close();
  return { rounds: measured, kept };
};

const keyOf = (n: number): string => `bench-withdrawal-${n}`;

const load = async (peer: Peer, turn: Turn): Promise<Loaded> => {
  const loaded = await takeTurn(peer.site, turn, {
    path,
    from: peer.sent,
    body: (n, member) => {
      const amount = ((2_000 + (n % 38_000)) / 100).toFixed(2);
      const wallet = peer.site.methods[member] ?? '';
      return JSON.stringify({ key: keyOf(n), wallet, amount } satisfies Input<'createWithdraw'>);
    },
    onAccepted: (n) => void peer.accepted.push(keyOf(n)),
  });
  peer.sent = loaded.next;
  return loaded;
};

/** Its two holds, as the server writes them. */
const withoutHolds = `select count(*) as n from withdrawal w
  where not exists (select from hold h where h.shard = w.shard and h.member_id = w.member_id and h.id = w.id
      and h.amount = w.receive and h.state = 'open')
    or not exists (select from hold h where h.shard = w.shard and h.member_id = w.member_id and h.id = w.fee_hold
      and h.amount = w.fee and h.state = 'open')`;
/** The one entry that took its money. */
const withoutEntry = `select count(*) as n from withdrawal w
  where not exists (select from entry e where e.shard = w.shard and e.member_id = w.member_id and e.ref = w.id
    and e.amount = -w.amount)`;
const withoutRow = `select count(*) as n from unnest($1::text[]) as k(key)
  where not exists (select from withdrawal w where w.key = k.key)`;

const check = async ({ site, accepted }: Peer, variant: Variant): Promise<Kept> => {
  const { pool } = site.database;
  await pool.query('vacuum analyze');
  await assertNone(pool, `${variant}: acknowledged withdrawals without a row`, withoutRow, [accepted]);
  const unheld = variant === 'plain' ? withoutEntry : withoutHolds;
  await assertNone(pool, `${variant}: withdrawals whose money is not set aside`, unheld);
  await assertLedger(pool, variant);
  const { rows } = await pool.query<{ n: bigint }>('select count(*) as n from withdrawal');
  return { acknowledged: accepted.length, rows: Number(rows[0]?.n ?? 0n) };
};
