import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type pg from 'pg';
import { DayFacts } from '../published-figures/day-facts.ts';
import { moduleFacts } from '../../operations/log-facts.ts';
import { logSources } from '../log/own-facts.ts';
import { EntrySealer } from '../log/seal.ts';
import { readSignedState } from '../log/state-file.ts';
import { openTestLog } from '../log/testing/log.ts';
import type { LogAgainst } from '../log/verify.ts';
import { siteToVerify, type SiteToVerify } from '../../testing/scenarios/site-to-verify.ts';
import { rewriteResult, sealAgain } from '../../testing/consistent-spoils.ts';
import { afterSpoiling, entry, fakeBet, statements, type Spoil } from '../../testing/spoil.ts';
import { testAuditKey, testLogKey } from '../../testing/touchline.ts';
import { verifyPart } from './part.ts';
import { allParts } from './parts.ts';

// What a database administrator could do to win or to hide something, with all rows that follow made to agree: verify names each.
// Where the public log has the fact, its sentence is expected; where it has not, the part that holds the rows against others.

let site: SiteToVerify;
let folder: string;
let publicLog: LogAgainst;
beforeAll(async () => {
  site = await siteToVerify();
  folder = await mkdtemp(join(tmpdir(), 'touchline-spoilt-'));
  const { settle, service } = openTestLog({ database: site.database, folder, facts: moduleFacts });
  await settle();
  const { pool } = site.database;
  const days = new DayFacts({
    pool,
    liabilities: {
      madeWithin: async () =>
        (
          await pool.query<{ id: string; watermarks: string[] }>(
            'select id, watermarks from liability_snapshot',
          )
        ).rows,
    },
    refusalsOf: async () => [],
    publicLog: service,
    // As if the days of all entries were over.
    now: async () => new Date(Date.now() + 2 * 86_400_000),
  });
  await days.addDue();
  await settle();
  publicLog = {
    sources: logSources(moduleFacts),
    sealer: new EntrySealer(testLogKey.nonceKey),
    keys: { origin: testLogKey.origin, publicKeys: [testLogKey.publicKey] },
    state: await readSignedState(folder),
  };
}, 240_000);
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

/** What is wrong, by part, each in a sentence. */
type Findings = Readonly<Record<string, readonly string[]>>;

/** Runs all parts, or one. */
const verifyAll = async (client: pg.PoolClient, only?: string): Promise<Findings> => {
  const findings: Record<string, readonly string[]> = {};
  const all = allParts({ key: testAuditKey }, 'touchline_app', publicLog);
  const parts = all.filter(({ name }) => only === undefined || name === only);
  expect(parts.length).toBeGreaterThan(0);
  for (const part of parts) {
    const report = await verifyPart(part, (work) => work(client), { examples: Infinity });
    if (report.differences > 0n) findings[report.name] = report.examples;
  }
  return findings;
};

/** Puts rows among those of transactions that the log has taken. */
const amongTaken = (table: string, condition: string): string =>
  `update ${table} set tx = (select min(tx) from entry) where ${condition}`;

const inLog = (sentence: RegExp): { part: string; sentence: RegExp } => ({ part: 'public log', sentence });
const inPart = (part: string, sentence = /./): { part: string; sentence: RegExp } => ({ part, sentence });

const badAddress = '0x0000000000000000000000000000000000000bad';

/** Another address for a withdrawal and for its method, with the fingerprint of the new one. */
const swapAddress = [
  `update withdrawal set method = jsonb_set(method, '{fields,address}', '"${badAddress}"') where id = :withdrawal_waiting`,
  `update payout_method set fields = jsonb_set(fields, '{address}', '"${badAddress}"'), fingerprint = 'usdt-erc20 ${badAddress}'
   where id = (select method_id from withdrawal where id = :withdrawal_waiting)`,
];

/** The second approval of a withdrawal, with a line of the audit log. */
const fakeApproval = [
  `insert into withdrawal_approval (shard, member_id, withdrawal_id, operator_id, at)
   select shard, member_id, id, :by_second, now() from withdrawal where id = :withdrawal_waiting`,
  `update withdrawal set stage = 'paying', paying_at = now(), version = version + 1 where id = :withdrawal_waiting`,
  `insert into office_audit (id, shard, member_id, operator_id, action, subject_kind, subject_id, detail, address, at)
   select :new_id, shard, member_id, :by_second, action, subject_kind, subject_id, detail, address, now()
   from office_audit where action = 'withdrawal_approved' and subject_id = :withdrawal_waiting::text`,
];

/** A recharge by card with its payment, its reference, the notice of its rail and its entry. */
const inventRecharge = [
  `insert into recharge (shard, member_id, id, key, request_hash, channel, method, currency, amount, fee, fee_bp, fee_fixed, amount_max,
     turnover_bp, reference, created_at, sandbox, expires_at, ready, state, credited, credited_at)
   select shard, member_id, :new_id, 'by-hand', request_hash, channel, method, currency, 100000, 0, 0, 0, amount_max, turnover_bp, reference,
     now(), sandbox, now(), true, 'credited', 100000, now()
   from recharge where channel = 'cash-card' limit 1`,
  `insert into payment (shard, member_id, rail, ref, id, recharge_id, paid, gross, credited, state, seen_at, credited_at)
   select shard, member_id, 'sandbox-card', 'by-hand', uuidv7(), id, 100000, 100000, 100000, 'credited', now(), now()
   from recharge where id = :new_id`,
  `insert into payment_ref (rail, ref, payment_id) select rail, ref, id from payment where ref = 'by-hand'`,
  `insert into rail_event (rail, event_id, news_hash, kind, recharge_id, received_at, taken_until, handled_at)
   select 'sandbox-card', 'by-hand', sha256('by-hand'), 'paid', :new_id, now(), now(), now()`,
  entry({
    key: `'recharge:sandbox-card:by-hand'`,
    kind: 'recharge',
    amount: 100_000,
    account: 'external:sandbox-card',
    ref: ':new_id',
  }),
];

/** The parts that found something. */
const namesOf = (found: Findings): string[] => Object.keys(found).toSorted();

test('an address of a payout that was swapped is named by what the house has committed itself to alone', async () => {
  const found = await afterSpoiling(site, statements(...swapAddress), verifyAll);
  expect(namesOf(found)).toEqual([
    'payout methods are those of the public log',
    'withdrawals have the terms of the public log',
  ]);
  const [named] = found['withdrawals have the terms of the public log'] ?? [];
  expect(named).toContain(
    `withdrawal ${site.withdrawals.waiting} of ${site.members.ann} is of other terms than`,
  );
});

test('a recharge that was invented with everything that belongs to it is named by it too', async () => {
  const found = await afterSpoiling(site, statements(...inventRecharge), verifyAll);
  // In the first hour of a day it falls on one whose sums are in the log.
  expect(namesOf(found).filter((name) => name !== 'sums of days are those of entries')).toEqual([
    'payments are those of the public log',
    'recharges are credited by payments of the public log',
  ]);
});

test('an untouched site agrees with its log', async () => {
  const found = await afterSpoiling(site, () => Promise.resolve(), verifyAll);
  expect(found).toEqual({});
});

type Case = [what: string, spoil: Spoil, found: { part: string; sentence: RegExp }];
const cases: readonly Case[] = [
  [
    'a wallet alone',
    async (sql) => {
      await sql('update wallet set available = available + 100000 where member_id = :ann');
    },
    inPart('ledger', /a wallet is its last entry/),
  ],
  [
    'a wallet and its last entry',
    async (sql) => {
      await sql(
        `update entry e set amount = e.amount + 100000, available_after = e.available_after + 100000 from wallet w
         where w.member_id = :ann and e.member_id = w.member_id and e.version = w.version`,
      );
      await sql('update wallet set available = available + 100000 where member_id = :ann');
    },
    inLog(/^entry \S+ is another/),
  ],
  [
    'a payout without a bet',
    statements(
      entry({ key: `'by-hand'`, kind: 'payout', amount: 5_000, account: 'payouts', ref: ':new_id' }),
      amongTaken('entry', `key = 'by-hand'`),
    ),
    inLog(/^entry \S+ is not in the log/),
  ],
  [
    'a correction that nobody proposed',
    statements(
      entry({
        key: `concat('adjustment:', :new_id)`,
        kind: 'adjustment',
        amount: 5_000,
        account: 'promotions',
        ref: ':new_id',
      }),
      amongTaken('entry', `ref = :new_id`),
    ),
    inLog(/^entry \S+ is not in the log/),
  ],
  [
    'a check-in of 5,000 that never was',
    statements(
      `insert into check_in (shard, member_id, key, day, streak, reward, balance)
       select shard, member_id, 'by-hand', date '2026-01-01', 1, 500000, 0 from wallet where member_id = :ann`,
      entry({ key: `'check_in:2026-01-01'`, kind: 'check_in', amount: 500_000, account: 'promotions' }),
      amongTaken('entry', `key = 'check_in:2026-01-01'`),
    ),
    inLog(/^entry \S+ is not in the log/),
  ],
  [
    'every grant raised, and the settings on record with it',
    statements(
      `update setting_record set settings = jsonb_set(settings, '{PLAY_GRANT}', '"20000.00"')`,
      `update entry set amount = amount * 2 where kind = 'grant'`,
    ),
    inLog(/^entry \S+ is another than in entry \d+/),
  ],
  [
    'a bet deleted whole',
    statements('delete from bet where id = :bet_lost', 'delete from entry where ref = :bet_lost'),
    inLog(/^bet \S+ of entry \d+ of the log has no row any more$/),
  ],
  [
    'a bet deleted, its stake left',
    statements('delete from bet where id = :bet_lost'),
    inLog(/^bet \S+ of entry \d+ of the log has no row any more$/),
  ],
  [
    'a result rewritten, and all bets on it settled again',
    async (sql, client) => {
      await rewriteResult(client, site.matches.over, { home: 0, away: 2 });
      await statements()(sql, client);
    },
    inLog(/^result \S+ is another/),
  ],
  [
    'a result rewritten',
    statements('update result set ft_home = 3, ft_away = 2 where event_id = :match_over'),
    inLog(/^result \S+ is another/),
  ],
  [
    'a bet settled again as won, and paid',
    statements(
      `update bet set state = 'win', payout = potential where id = :bet_lost`,
      `insert into entry (shard, member_id, version, key, kind, currency, amount, counter_account, available_after, held_after, ref)
       select b.shard, b.member_id, w.version + 1, concat('settle:', b.id, ':1'), 'payout', 'PLAY', b.potential, 'payouts', 0, 0, b.id
       from bet b join wallet w on w.member_id = b.member_id where b.id = :bet_lost`,
      amongTaken('entry', `kind = 'payout' and ref = :bet_lost`),
    ),
    inLog(/^entry \S+ is not in the log, though its transaction was taken$/),
  ],
  [
    'the settlement of a bet in other words',
    statements(
      `update settlement_chunk set bets = replace(bets::text, '"state": "lose"', '"state": "win"')::jsonb
       where bets::text like concat('%', :bet_lost, '%')`,
    ),
    inLog(/^settlement \S+ is another/),
  ],
  [
    'a settlement counted as the second',
    statements(
      `update settlement_chunk set bets = replace(bets::text, '"n": 1', '"n": 2')::jsonb
       where bets::text like concat('%', :bet_won, '%')`,
    ),
    inLog(/^settlement \S+ of entry \d+ of the log has no row any more$/),
  ],
  [
    'the price of a won bet doubled, in its market too, and paid',
    statements(
      'update bet set odds_milli = odds_milli * 2, potential = potential * 2, payout = payout * 2 where id = :bet_won',
      `update entry set amount = amount * 2 where ref = :bet_won and kind = 'payout'`,
      `update market_history h set odds_milli[1] = h.odds_milli[1] * 2 from bet_leg l
       where l.bet_id = :bet_won and h.event_id = l.event_id and h.market = l.market and h.version = l.price_version`,
    ),
    inLog(/^bet \S+ is another/),
  ],
  [
    'the history of a price rewritten',
    statements(
      `update market_history set odds_milli[1] = 99000 where event_id = :match_over and version = 1`,
    ),
    inLog(/^prices \S+ is another/),
  ],
  [
    'a winning bet put in among older transactions',
    statements(
      ...fakeBet(':match_over', `(now() - interval '20 minutes')`),
      amongTaken('entry', `key = 'by-hand'`),
    ),
    inLog(/^bet \S+ is not in the log/),
  ],
  [
    'a bet put in on a match to come, that no exposure counts',
    statements(...fakeBet(':match_open', 'now()'), amongTaken('entry', `key = 'by-hand'`)),
    inLog(/^bet \S+ is not in the log/),
  ],
  [
    'a winning bet put in now, as if it were older',
    statements(...fakeBet(':match_over', `(now() - interval '20 minutes')`)),
    inPart('entries follow in the order of their transactions', /^transaction \d+ of /),
  ],
  [
    'a bet moved back by an hour, with its entry and its id',
    statements(
      `update bet set placed_at = placed_at - interval '1 hour', id = uuidv7(placed_at - interval '1 hour' - now()), slip_hash = slip_hash
       where id = :bet_open`,
      `update entry e set ref = b.id, at = b.placed_at from bet b where e.ref = :bet_open and b.member_id = e.member_id
         and b.placed_at < now() - interval '50 minutes'`,
    ),
    inLog(/^bet \S+ of entry \d+ of the log has no row any more$/),
  ],
  [
    'a stake cut',
    statements(
      'update bet set unit = 100, stake = 100, potential = potential / 20 where id = :bet_lost',
      `update entry set amount = -100 where ref = :bet_lost and kind = 'stake'`,
    ),
    inLog(/^bet \S+ is another/),
  ],
  [
    'a selection swapped to the winner, and paid',
    statements(
      `update bet b set selection = '1', odds_milli = h.odds_milli[1] from market_history h
       where b.id = :bet_lost and h.event_id = b.event_id and h.market = b.market and h.version = b.price_version`,
      `update bet set state = 'win', potential = stake * odds_milli / 1000, payout = stake * odds_milli / 1000
       where id = :bet_lost`,
      `insert into entry (shard, member_id, version, key, request_hash, kind, currency, amount, counter_account, available_after, held_after, ref)
       select b.shard, b.member_id, w.version + 1, concat('settle:', b.id, ':1'),
         concat(:match_over, ':', (select graded from standing where event_id = :match_over)), 'payout', 'PLAY', b.payout, 'payouts', 0, 0, b.id
       from bet b join wallet w on w.member_id = b.member_id where b.id = :bet_lost`,
    ),
    inLog(/^bet \S+ is another/),
  ],
  [
    'an account relabelled',
    statements(`update entry set counter_account = 'promotions' where kind = 'payout' and ref = :bet_won`),
    inLog(/^entry \S+ is another/),
  ],
  [
    'a payout raised, and the wallet with it',
    statements(
      `update entry set amount = amount + 500 where ref = :bet_won and kind = 'payout'`,
      'update bet set payout = payout + 500 where id = :bet_won',
    ),
    inLog(/^entry \S+ is another/),
  ],
  [
    'a line of the audit log changed',
    statements(`update office_audit set address = '::1' where action = 'withdrawal_approved'`),
    inLog(/^audit \S+ is another/),
  ],
  [
    'a line of the audit log changed, and all sealed again',
    async (sql, client) => {
      await sql(`update office_audit set address = '::1' where action = 'withdrawal_approved'`);
      await sealAgain(client, testAuditKey);
    },
    inLog(/^audit \S+ is another/),
  ],
  [
    'a line of the audit log removed, and all sealed again',
    async (sql, client) => {
      await sql(`delete from office_audit where action = 'withdrawal_approved'`);
      await sealAgain(client, testAuditKey);
    },
    inLog(/^audit \S+ of entry \d+ of the log has no row any more$/),
  ],
  [
    'the last five lines of the audit log cut off, with their seals',
    statements(
      'delete from office_audit_seal where seq > (select max(seq) - 5 from office_audit_seal)',
      `delete from office_audit where id not in (select line from office_audit_seal)
         and id not in (select line from office_audit_waiting)`,
    ),
    inLog(/^audit \S+ of entry \d+ of the log has no row any more$/),
  ],
  [
    'the last line of the audit log changed, and its seal',
    statements(
      `update office_audit set address = '::1' where id = (select line from office_audit_seal order by seq desc limit 1)`,
      'update office_audit_seal set hash = sha256(hash) where seq = (select max(seq) from office_audit_seal)',
    ),
    inLog(/^audit \S+ is another/),
  ],
  [
    'approvals of a withdrawal that nobody gave',
    statements(
      `insert into withdrawal_approval (shard, member_id, withdrawal_id, operator_id, at)
       select shard, member_id, id, :by_second, now() from withdrawal where id = :withdrawal_waiting`,
      `update withdrawal set stage = 'paying', paying_at = now() where id = :withdrawal_waiting`,
    ),
    inPart('approvals of withdrawals are in the log'),
  ],
  [
    'approvals that nobody gave, with a line of the audit log',
    statements(...fakeApproval),
    {
      part: 'approvals are those of the public log',
      sentence: /^approval of withdrawal \S+ by \S+ is not in the public log$/,
    },
  ],
  [
    'approvals that nobody gave, with their fact among those of older transactions',
    statements(
      ...fakeApproval,
      `insert into member_fact (shard, member_id, kind, id, body)
       select shard, member_id, 'withdrawal', concat(id, ':', version + 1), (select replace(f.body, '"n":2', '"n":3') from member_fact f
         where f.kind = 'withdrawal' and f.id = concat(w.id, ':2')) from withdrawal w where id = :withdrawal_waiting`,
      amongTaken('member_fact', `id = concat(:withdrawal_waiting, ':3')`),
    ),
    inLog(/^withdrawal \S+:3 is not in the log, though its transaction was taken$/),
  ],
  [
    'fewer approvals needed than was said',
    statements('update withdrawal set approvals_needed = 1 where id = :withdrawal_waiting'),
    {
      part: 'approvals are those of the public log',
      sentence: /^withdrawal \S+ needs 1 approvals, the public log says 2$/,
    },
  ],
  [
    'the reference of a payment that was made',
    statements(
      `update withdrawal set reference = 'by-hand' where id = :withdrawal_paid`,
      `update payout_ref set reference = 'by-hand' where withdrawal_id = :withdrawal_paid`,
      `update office_audit set detail = jsonb_set(detail, '{reference}', '"by-hand"')
       where action = 'withdrawal_paid' and subject_id = :withdrawal_paid::text`,
    ),
    inPart('withdrawals are as far as the public log says'),
  ],
  [
    'the address of a payout swapped',
    statements(...swapAddress),
    {
      part: 'withdrawals have the terms of the public log',
      sentence: /^withdrawal \S+ of \S+ is of other terms than /,
    },
  ],
  [
    'the address of a payout swapped, and all facts of it',
    statements(
      ...swapAddress,
      `update member_fact set body = regexp_replace(body, '0x[0-9a-f]{40}', '${badAddress}') where kind in ('withdrawal', 'payout_method')`,
    ),
    inLog(/^payout_method \S+ is another than in entry \d+/),
  ],
  [
    'a withdrawal to another address, and its fact',
    statements(
      ...swapAddress,
      `update member_fact set body = regexp_replace(body, '0x[0-9a-f]{40}', '${badAddress}') where kind = 'withdrawal'`,
    ),
    inLog(/^withdrawal \S+:1 is another than in entry \d+/),
  ],
  [
    'a removed payout method that is back',
    statements('update payout_method set deleted_at = null where deleted_at is not null'),
    inPart('payout methods are those of the public log'),
  ],
  [
    'a payment of a rail raised, and its fact',
    statements(
      `update payment set paid = paid + 100, gross = gross + 100, credited = credited + 100 where state = 'credited'`,
      `update member_fact set body = replace(body, '"credited":"', '"credited":"1') where kind = 'payment'`,
    ),
    inLog(/^payment \S+:1 is another than in entry \d+/),
  ],
  [
    'a recharge invented with everything that belongs to it, and its fact among those of older transactions',
    statements(
      ...inventRecharge,
      `insert into member_fact (shard, member_id, kind, id, body)
       select shard, member_id, 'payment', concat(id, ':1'), (select f.body from member_fact f where f.kind = 'payment' limit 1)
       from payment where ref = 'by-hand'`,
      amongTaken('member_fact', `id = (select concat(id, ':1') from payment where ref = 'by-hand')`),
    ),
    inLog(/^payment \S+:1 is not in the log, though its transaction was taken$/),
  ],
  [
    'a recharge invented',
    statements(
      entry({
        key: `'recharge:sandbox-card:by-hand'`,
        kind: 'recharge',
        amount: 100_000,
        account: 'external:sandbox-card',
        ref: ':new_id',
      }),
      amongTaken('entry', `ref = :new_id`),
    ),
    inLog(/^entry \S+ is not in the log/),
  ],
  [
    'a breach closed that is not mended',
    async (sql) => {
      await sql('update wallet set available = available + 7 where member_id = :ann');
      await sql(
        `insert into audit_breach (id, shard, invariant, detail, closed_at)
         select :new_id, shard, 'I3', jsonb_build_object('check', 'a wallet is its last entry', 'member_id', member_id::text,
           'available', available::text, 'held', held::text, 'version', version::text, 'available_after', (available - 7)::text,
           'held_after', held::text), now()
         from wallet where member_id = :ann`,
      );
    },
    inPart('breaches that were closed are mended', /^breach \S+ of shard \d+ was closed/),
  ],
  [
    'the sums of a day changed',
    async (sql) => {
      await sql(`update ledger_day set amount = amount + 5, house = house - 5 where kind = 'payout'`);
    },
    inPart('days of the ledger are what entries come to', /^day \S+ payout payouts has /),
  ],
  [
    'a role given by SQL',
    statements(`update operator set roles = '{owner,trader,cashier,support}' where id = :by_cashier`),
    inPart('operators have the roles of the log', /^operator \S+ \S+ has owner,/),
  ],
  [
    'an exclusion deleted, and its fact',
    statements(
      'delete from play where member_id = :eve',
      `delete from member_fact where member_id = :eve and kind = 'restriction'`,
    ),
    inLog(/^restriction \S+ of entry \d+ of the log has no row any more$/),
  ],
  [
    'a limit raised after the fact',
    statements(
      `update member_fact set body = regexp_replace(body, '"amount":"', '"amount":"9') where kind = 'limit'`,
    ),
    inLog(/^limit \S+ is another/),
  ],
  [
    'a margin changed',
    statements('update offer_rule set home_shift_bp = home_shift_bp + 100'),
    inLog(/^margins \S+ is another/),
  ],
  [
    'a setting changed, what was proposed of it, and its record',
    statements(
      `update setting_record set settings = jsonb_set(settings, '{PLAY_GRANT}', '"900000"')`,
      `update setting_change set settings = jsonb_set(settings, '{PLAY_GRANT}', '"900000"') where settings ? 'PLAY_GRANT'`,
      `update proposal set body = jsonb_set(body, '{settings,PLAY_GRANT}', '"900000"') where body -> 'settings' ? 'PLAY_GRANT'`,
    ),
    inLog(/^settings \S+ is another/),
  ],
  [
    'the rules changed after bets were accepted by them',
    statements(`update house_text set texts = '{"en": {"title": "Rules", "body": "Others."}}'`),
    inLog(/^house_text \S+ is another/),
  ],
  [
    'the percents of teams raised',
    statements("update team_rules set published_at = published_at - interval '1 day'"),
    inLog(/^team_rules \S+ is another/),
  ],
  [
    'a correction in the name of another',
    statements(`update proposal set decided_by = :by_owner where kind = 'adjustment' and state = 'applied'`),
    inLog(/^correction \S+ is another/),
  ],
  [
    'who confirmed a result',
    statements(
      `update result set confirmed_by = concat('operator:', :by_owner) where confirmed_by like 'operator:%'`,
      `update ruling set who = concat('operator:', :by_owner) where who like 'operator:%' and result_version = 2`,
    ),
    inLog(/^ruling \S+ is another/),
  ],
  [
    'what was owed at a moment, in its entry too',
    statements(
      `update liability_snapshot set totals[1] = (totals[1]::bigint - 100)::text`,
      `update house_fact set body = replace(body, '"openBets":"', '"openBets":"9') where kind = 'liabilities'`,
    ),
    inLog(/^liabilities \S+ is another/),
  ],
  [
    'a commission paid twice',
    statements(
      entry({
        key: `'commission:2026-01-01:2026-01-01'`,
        kind: 'commission',
        amount: 900,
        account: 'clearing:commission',
      }),
      amongTaken('entry', `kind = 'commission'`),
    ),
    inLog(/^entry \S+ is not in the log/),
  ],
  [
    'a move of the house',
    statements('update house_move set amount = amount + 1'),
    inLog(/^house_move \S+ is another/),
  ],
  [
    'an entry of the log replaced, and its row with it',
    statements(
      `update house_fact set body = replace(body, '"openBets":"', '"openBets":"9') where kind = 'liabilities'`,
      `update log_entry set entry = replace(entry, '"openBets":"', '"openBets":"9') where kind = 'liabilities'`,
    ),
    inLog(/^the first \d+ entries are not those that the last checkpoint signed$/),
  ],
  [
    'the sums of a day changed',
    statements(
      `update house_fact set body = replace(body, '"type":"stake"', '"type":"grant"') where kind = 'day_totals'`,
    ),
    inLog(/^day_totals \S+ is another/),
  ],
  [
    'the sums of a day changed, in the log too',
    statements(
      `update house_fact set body = replace(body, '"type":"stake"', '"type":"grant"') where kind = 'day_totals'`,
      `update log_entry set entry = replace(entry, '"type":"stake"', '"type":"grant"') where kind = 'day_totals'`,
    ),
    inPart('sums of days are those of entries'),
  ],
  [
    'the totals of a match changed, in the log too',
    statements(
      `update house_fact set body = replace(body, '"bets":', '"bets":1') where kind = 'match_totals'`,
      `update log_entry set entry = replace(entry, '"bets":', '"bets":1') where kind = 'match_totals'`,
    ),
    inPart('totals of matches are what their bets came to'),
  ],
  [
    'a kick-off moved, so that late bets look early',
    statements(`update event set kick_off = kick_off + interval '1 hour' where id = :match_over`),
    inPart('kick-off times agree with the public log'),
  ],
  [
    'the end of the log cut off, with its checkpoint',
    statements(
      'delete from log_entry where seq >= (select size - 5 from log_tree)',
      `update log_tree set size = size - 5`,
      `update log_signed set size = 0, note = '', root = ''`,
    ),
    inLog(/^this machine signed \d+ entries, and the log has \d+$/),
  ],
  [
    'an epoch that the log does not know',
    statements(
      `insert into log_epoch (epoch, reason) values (2, 'by hand')`,
      'insert into log_signed (epoch) values (2)',
    ),
    inLog(/^epoch 2 has no entry in the log$/),
  ],
];

/** The thirty kinds of change by which a review of the database judged this program, in its order. */
const thirty = [
  'a wallet alone',
  'a wallet and its last entry',
  'every grant raised, and the settings on record with it',
  'a payout without a bet',
  'a correction that nobody proposed',
  'a check-in of 5,000 that never was',
  'a bet deleted whole',
  'a bet deleted, its stake left',
  'a bet settled again as won, and paid',
  'a result rewritten, and all bets on it settled again',
  'the price of a won bet doubled, in its market too, and paid',
  'a winning bet put in among older transactions',
  'a bet put in on a match to come, that no exposure counts',
  'a bet moved back by an hour, with its entry and its id',
  'a stake cut',
  'a selection swapped to the winner, and paid',
  'a line of the audit log changed',
  'a line of the audit log changed, and all sealed again',
  'a line of the audit log removed, and all sealed again',
  'the last five lines of the audit log cut off, with their seals',
  'approvals of a withdrawal that nobody gave',
  'the address of a payout swapped',
  'a recharge invented',
  'a breach closed that is not mended',
  'the sums of a day changed',
  'a correction in the name of another',
  'a role given by SQL',
  'an exclusion deleted, and its fact',
  'the history of a price rewritten',
  'an account relabelled',
];

test('each of the thirty kinds of change is made below', () => {
  const made = cases.map(([what]) => what);
  expect(thirty).toHaveLength(30);
  expect(thirty.filter((what) => !made.includes(what))).toEqual([]);
});

test.each(cases)('%s', async (_what, spoil, { part, sentence }) => {
  const found = await afterSpoiling(site, spoil, (client) => verifyAll(client, part));
  expect(found[part] ?? []).toContainEqual(expect.stringMatching(sentence));
});
