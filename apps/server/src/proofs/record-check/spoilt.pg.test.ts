import { afterAll, beforeAll, expect, test } from 'vitest';
import type pg from 'pg';
import { gradesBy } from '../../betting/settlement/grades-by.ts';
import { selectDecision } from '../../betting/settlement/ruling-rows.ts';
import { siteToVerify, type SiteToVerify } from '../../testing/scenarios/site-to-verify.ts';
import { afterSpoiling, entry, fakeBet, statements, type Spoil } from '../../testing/spoil.ts';
import { testAuditKey } from '../../testing/touchline.ts';
import { verifyPart, type Part, type PartReport } from './part.ts';
import { allParts } from './parts.ts';
import { rightsPart } from './rights.ts';
import { schemaPart } from './schema.ts';

// Manipulations by a database administrator, each as consistent as the rows allow, and the findings of
// verify.

let site: SiteToVerify;
beforeAll(async () => {
  site = await siteToVerify();
}, 240_000);
afterAll(() => site.close());

const parts = allParts({ key: testAuditKey }, 'touchline_app');
/** Parts that read rows: the others read what the schema is and who may do what, which no change of rows touches. */
const ofRows = parts.filter(({ name }) => name !== schemaPart.name && name !== rightsPart().name);
const verifyAll = async (client: pg.PoolClient, chosen: readonly Part[] = parts): Promise<PartReport[]> => {
  const reports: PartReport[] = [];
  for (const part of chosen) {
    reports.push(await verifyPart(part, (work) => work(client), { examples: 5 }));
  }
  return reports;
};

const wrongIn = (reports: readonly PartReport[]): Record<string, string[]> =>
  Object.fromEntries(
    reports.filter(({ differences }) => differences > 0n).map(({ name, examples }) => [name, examples]),
  );

test('an untouched database has no differences, and all of it was checked', async () => {
  const client = await site.database.owner.connect();
  await client.query('begin isolation level repeatable read read only');
  const reports = await verifyAll(client);
  await client.query('rollback');
  client.release();
  expect(wrongIn(reports)).toEqual({});
  expect(parts.length - ofRows.length).toBe(2);
  const empty = reports.filter(({ counts }) => Object.values(counts).every((count) => count === 0n));
  expect(empty.map(({ name }) => name)).toEqual([
    // No day of the site is over.
    'sums of days are those of entries',
    // Payouts were never held.
    'releases of payouts are in the log',
    'second factors that were taken off are in the log',
    'flags of teams are in the log',
    // The server that had them has stopped.
    // Two owners decide.
    'requests to be the only owner are those of the log',
    'leases of exposure end soon',
  ]);
});

/** The first prices of all matches have times ahead of what followed, as after a clock that was put back. */
const pricesAhead = `update market_history set at = at + interval '150 seconds' where version = 1`;

test.each<[kind: string, spoil: Spoil, found: string[]]>([
  [
    'a payout without a bet',
    statements(entry({ key: `'by-hand'`, kind: 'payout', amount: 5000, account: 'payouts', ref: ':new_id' })),
    ['entries of bets have their bet'],
  ],
  [
    'a correction that nobody proposed',
    statements(
      entry({
        key: `concat('adjustment:', :new_id)`,
        kind: 'adjustment',
        amount: 5000,
        account: 'promotions',
        ref: ':new_id',
      }),
    ),
    ['corrections of balances have their entry'],
  ],
  [
    'a check-in that never was',
    statements(
      entry({ key: `'check_in:2026-01-01'`, kind: 'check_in', amount: 500000, account: 'promotions' }),
    ),
    ['check-ins have their entry'],
  ],
  [
    'the amount of a check-in and of its entry',
    statements(
      `update check_in set reward = reward * 3, balance = balance + reward * 2 where member_id = :ann`,
      `update entry set amount = amount * 3, available_after = available_after + amount * 2
       where kind = 'check_in' and member_id = :ann`,
    ),
    ['check-ins are what the rules in force give', 'liabilities are what entries came to'],
  ],
  [
    'a check-in at the percent of a level that the member never had',
    statements(
      `update check_in set reward = reward * 2, balance = balance + reward where member_id = :ann`,
      `update entry set amount = amount * 2, available_after = available_after + amount
       where kind = 'check_in' and member_id = :ann`,
    ),
    ['check-ins are what the rules in force give', 'liabilities are what entries came to'],
  ],
  [
    'the amount of a grant',
    statements(`update entry set amount = amount + 500000 where kind = 'grant' and member_id = :ann`),
    ['play money is what the settings in force grant', 'liabilities are what entries came to'],
  ],
  [
    'a grant of settings that came later',
    statements(
      `insert into setting_record (number, at, settings)
       select number + 1, now() + interval '1 hour', jsonb_set(settings, '{PLAY_GRANT}', '"99999.00"')
       from setting_record order by number desc limit 1`,
      `update entry set amount = 9999900 where kind = 'grant' and member_id = :ann`,
    ),
    ['play money is what the settings in force grant', 'liabilities are what entries came to'],
  ],
  [
    'settings that are no longer on record',
    async (sql) => {
      await sql('delete from setting_record where number = 1');
    },
    ['settings are on record without a gap'],
  ],
  [
    'all settings taken off the record',
    async (sql) => {
      await sql(`update migration set applied_at = applied_at - interval '1 hour'`);
      await sql('delete from setting_record');
    },
    ['play money is what the settings in force grant', 'check-ins are what the rules in force give'],
  ],
  [
    'a second grant of play money',
    statements(entry({ key: `'grant:again'`, kind: 'grant', amount: 1000000, account: 'promotions' })),
    ['play money is granted once, at registration'],
  ],
  [
    'a kind of money there is not',
    statements(entry({ key: `'gift'`, kind: 'gift', amount: 100, account: 'promotions' })),
    ['entries have a known kind and its account'],
  ],
  [
    'the account of a stake',
    statements(`update entry set counter_account = 'fees' where ref = :bet_lost and kind = 'stake'`),
    ['entries have a known kind and its account'],
  ],
  [
    'a lost bet deleted with its stake',
    statements('delete from bet where id = :bet_lost', 'delete from entry where ref = :bet_lost'),
    [
      'bets were settled as often as runs say',
      'liabilities are what entries came to',
      'totals of matches are what their bets came to',
    ],
  ],
  [
    'a lost bet deleted without its stake',
    statements('delete from bet where id = :bet_lost'),
    [
      'entries of bets have their bet',
      'bets were settled as often as runs say',
      'totals of matches are what their bets came to',
    ],
  ],
  [
    'a bet without its leg',
    statements(
      `update bet set event_id = null, market = null, line = null, selection = null, price_version = null, since = null
       where id = :bet_lost`,
    ),
    [
      'bets follow from legs, results and entries',
      'bets have their legs, and legs their bet',
      'totals of matches are what their bets came to',
    ],
  ],
  [
    'a lost bet that is paid',
    statements(
      `update bet set state = 'win', payout = potential where id = :bet_lost`,
      `insert into entry (shard, member_id, version, key, kind, currency, amount, counter_account, available_after, held_after, ref)
       select b.shard, b.member_id, w.version + 1, concat('settle:', b.id, ':2'), 'payout', 'PLAY', b.potential, 'payouts', 0, 0, b.id
       from bet b join wallet w on w.member_id = b.member_id where b.id = :bet_lost`,
    ),
    [
      'payments of bets belong to a settlement',
      'bets follow from legs, results and entries',
      'settlement runs are what they paid and took',
      'totals of matches are what their bets came to',
    ],
  ],
  [
    'a result rewritten that no bet feels',
    async (_sql, client) => {
      const { over } = site.matches;
      await client.query('update result set ft_home = 3, ft_away = 2 where event_id = $1', [over]);
      const { rows } = await client.query<{ graded: number }>(
        'select graded from standing where event_id = $1',
        [over],
      );
      const version = rows[0]?.graded ?? 0;
      const decision = await selectDecision(client, { eventId: over, version });
      if (decision === undefined) throw new Error('No ruling');
      for (const grade of (await gradesBy(client, over, decision)).grades) {
        await client.query(
          `update graded set outcome = $6 where event_id = $1 and version = $2 and market = $3 and line = $4 and selection = $5 and since = $7`,
          [over, version, grade.market, grade.line, grade.selection, grade.outcome, grade.since],
        );
      }
    },
    ['results are the scores of the log and of the match'],
  ],
  [
    'a grade rewritten',
    statements(
      `update graded set outcome = 'win' where event_id = :match_over and market = 'btts' and selection = 'no'`,
    ),
    ['grades follow from their rulings'],
  ],
  [
    'the price of a won bet doubled, and paid',
    statements(
      'update bet set odds_milli = odds_milli * 2, potential = potential * 2, payout = payout * 2 where id = :bet_won',
      `update entry set amount = amount * 2 where ref = :bet_won and kind = 'payout'`,
    ),
    [
      'prices of legs are those of the history',
      'liabilities are what entries came to',
      'totals of matches are what their bets came to',
    ],
  ],
  [
    'the price of the history too, of a market that moved since',
    statements(
      'update bet set odds_milli = odds_milli * 2, potential = potential * 2, payout = payout * 2 where id = :bet_won',
      `update entry set amount = amount * 2 where ref = :bet_won and kind = 'payout'`,
      `update market_history h set odds_milli[1] = h.odds_milli[1] * 2 from bet_leg l
       where l.bet_id = :bet_won and h.event_id = l.event_id and h.market = l.market and h.version = l.price_version`,
    ),
    // Others had the same price.
    [
      'prices of legs are those of the history',
      'liabilities are what entries came to',
      'totals of matches are what their bets came to',
    ],
  ],
  [
    'the last price of a market',
    statements(`update market set odds_milli[1] = 99000 where event_id = :match_open and market = '1x2'`),
    ['markets are the last of their history'],
  ],
  [
    'a version of the history moved in time',
    statements(
      `update market_history set at = at + interval '2 hours' where event_id = :match_over and market = 'btts' and version = 1`,
    ),
    ['prices moved in the order of their versions'],
  ],
  [
    'a version of the history moved by minutes, alone',
    statements(
      `update market_history set at = at + interval '4 minutes' where event_id = :match_over and market = 'btts' and version = 1`,
    ),
    ['prices moved in the order of their versions'],
  ],
  ['nothing: the clock was ahead while prices were made, and was put right', statements(pricesAhead), []],
  [
    'nothing: the clock was ahead while bets were placed, and was put right',
    statements(
      pricesAhead,
      `update bet set placed_at = placed_at + interval '200 seconds' where event_id = :match_over`,
      `update entry e set at = b.placed_at from bet b where b.event_id = :match_over and e.ref = b.id and e.kind = 'stake'`,
    ),
    [],
  ],
  [
    'the clock was ahead, and a bet has a price that was replaced before it',
    statements(
      pricesAhead,
      `update market_history h set at = b.placed_at - interval '200 seconds' from bet b
       where b.id = :bet_open and h.event_id = b.event_id and h.market = b.market and h.version = 1`,
      `update market_history h set at = b.placed_at - interval '80 seconds', tx = e.tx - 1 from bet b join entry e on e.ref = b.id
       where b.id = :bet_open and h.event_id = b.event_id and h.market = b.market and h.version = 2`,
    ),
    ['legs were struck while their price was offered'],
  ],
  [
    'the clock was ahead, and a bet came after the final score',
    statements(
      pricesAhead,
      `update result set confirmed_at = confirmed_at - interval '100 seconds' where event_id = :match_over`,
      `update ruling set tx = 1 where event_id = :match_over`,
    ),
    ['legs were struck before the final score was known'],
  ],
  [
    'a winning bet after the match',
    statements(...fakeBet(':match_over', `(now() + interval '20 minutes')`)),
    [
      'bets follow from legs, results and entries',
      'legs were struck while their price was offered',
      'legs were struck before the final score was known',
      'bets are on what was asked for',
    ],
  ],
  [
    'a bet that no exposure counts',
    statements(...fakeBet(':match_open', 'now()')),
    ['bets are on what was asked for', 'exposure is what open bets come to'],
  ],
  [
    'a bet moved back by an hour, alone',
    statements(`update bet set placed_at = placed_at - interval '1 hour' where id = :bet_open`),
    [
      'bets were placed when their stake was taken',
      'ids are as old as their rows',
      'legs were struck while their price was offered',
    ],
  ],
  [
    'a bet moved back by an hour, with its entry and its id',
    statements(
      `update bet set placed_at = placed_at - interval '1 hour', id = uuidv7(placed_at - interval '1 hour' - now()), slip_hash = slip_hash
       where id = :bet_open`,
      `update entry e set ref = b.id, at = b.placed_at from bet b where e.ref = :bet_open and b.member_id = e.member_id
         and b.placed_at < now() - interval '50 minutes'`,
    ),
    [
      'entries of a wallet follow in time',
      'entries follow in the order of their transactions',
      'legs were struck while their price was offered',
    ],
  ],
  [
    'an entry moved in time without its key',
    async (sql) => {
      // As it was written when every key was a row of its own.
      await sql(
        `insert into operation (shard, member_id, key, request_hash, kind, amount, held_change, counter_account, ref, outcome, at)
         select shard, member_id, key, request_hash, kind, amount, held_change, counter_account, ref, 'applied', at - interval '1 second'
         from entry where ref = :bet_lost`,
      );
    },
    ['entries are as old as their keys'],
  ],
  [
    'a lost stake cut',
    statements(
      'update bet set unit = 100, stake = 100, potential = potential / 20 where id = :bet_lost',
      `update entry set amount = -100 where ref = :bet_lost and kind = 'stake'`,
    ),
    [
      'bets are on what was asked for',
      'liabilities are what entries came to',
      'totals of matches are what their bets came to',
    ],
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
    ['bets are on what was asked for', 'totals of matches are what their bets came to'],
  ],
  [
    'approvals of a withdrawal that nobody gave',
    statements(
      `insert into withdrawal_approval (shard, member_id, withdrawal_id, operator_id, at)
       select shard, member_id, id, :by_second, now() from withdrawal where id = :withdrawal_waiting`,
      `update withdrawal set stage = 'paying', paying_at = now() where id = :withdrawal_waiting`,
    ),
    ['approvals are those of the public log', 'approvals of withdrawals are in the log'],
  ],
  [
    'a withdrawal that skips its approvals',
    statements(`update withdrawal set stage = 'paying', paying_at = now() where id = :withdrawal_waiting`),
    ['approvals are those of the public log', 'withdrawals are paid after their approvals'],
  ],
  [
    'the reference of a paid withdrawal',
    statements(`update withdrawal set reference = 'elsewhere' where id = :withdrawal_paid`),
    [
      'references of withdrawals pay once',
      'withdrawals are as far as the log says',
      'withdrawals are as far as the public log says',
    ],
  ],
  [
    'a withdrawal whose money never came back',
    statements(`delete from entry where kind = 'withdrawal_returned' and counter_account = 'fees'`),
    ['withdrawals are what their entries come to', 'liabilities are what entries came to'],
  ],
  [
    'the address of a waiting withdrawal',
    statements(
      `update withdrawal set method = jsonb_set(method, '{fields,address}', '"0x0000000000000000000000000000000000000bad"')
       where id = :withdrawal_waiting`,
    ),
    [
      'withdrawals have the terms of the public log',
      'withdrawals under way go to the method as the member has it',
    ],
  ],
  [
    'the address of its method too',
    statements(
      `update withdrawal set method = jsonb_set(method, '{fields,address}', '"0x0000000000000000000000000000000000000bad"')
       where id = :withdrawal_waiting`,
      `update payout_method set fields = jsonb_set(fields, '{address}', '"0x0000000000000000000000000000000000000bad"')`,
    ),
    [
      'payout methods are those of the public log',
      'payout methods have the fingerprint of their fields',
      'withdrawals have the terms of the public log',
    ],
  ],
  [
    'a recharge by card that nobody paid',
    statements(
      `insert into recharge select (r).* from (
         select jsonb_populate_record(r, jsonb_build_object('id', :new_id, 'key', 'by-hand', 'created_at', now(), 'credited_at', now())) as r
         from recharge r where r.member_id = :ann and r.channel = 'cash-card' and r.state = 'credited' and r.payment_case is null
       ) t`,
      `insert into payment (shard, member_id, rail, ref, id, recharge_id, paid, gross, fee, credited, state, seen_at, credited_at)
       select shard, member_id, 'sandbox-card', 'by-hand', uuidv7(), id, amount, amount, fee, amount - fee, 'credited', now(), now()
       from recharge where id = :new_id`,
      `insert into payment_ref (rail, ref, payment_id) select rail, ref, id from payment where recharge_id = :new_id`,
      `insert into entry (shard, member_id, version, key, kind, currency, amount, counter_account, available_after, held_after, ref)
       select p.shard, p.member_id, w.version + 1, 'recharge:sandbox-card:by-hand', 'recharge', 'PLAY', p.gross, 'external:sandbox-card', 0, 0,
         p.recharge_id
       from payment p join wallet w on w.member_id = p.member_id where p.recharge_id = :new_id`,
      `insert into entry (shard, member_id, version, key, kind, currency, amount, counter_account, available_after, held_after, ref)
       select p.shard, p.member_id, w.version + 2, 'recharge:sandbox-card:by-hand:fee', 'recharge_fee', 'PLAY', -p.fee, 'fees', 0, 0,
         p.recharge_id
       from payment p join wallet w on w.member_id = p.member_id where p.recharge_id = :new_id and p.fee > 0`,
    ),
    [
      'payments are those of the public log',
      'every payment has a notice of its provider',
      'recharges are credited by payments of the public log',
    ],
  ],
  [
    'a reference of a payment that is gone',
    statements('delete from payment_ref'),
    ['references of payments count once'],
  ],
  [
    'a reference of a withdrawal that is gone',
    statements('delete from payout_ref'),
    ['references of withdrawals pay once'],
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
    ['ledger', 'breaches that were closed are mended'],
  ],
  [
    'a sum of a day of the ledger',
    async (sql) => {
      await sql(`update ledger_day set amount = amount + 5, house = house - 5 where kind = 'payout'`);
    },
    ['days of the ledger are what entries come to'],
  ],
  [
    'a sum of a day of the reports',
    async (sql) => {
      await sql('update report_day set stakes = stakes - 100');
    },
    ['days of the reports are what entries of bets come to'],
  ],
  [
    'a kept sum of a rail',
    async (sql) => {
      await sql('update rail_total set credited = credited + 1');
    },
    ['recharges and withdrawals agree with the ledger'],
  ],
  [
    'what a settlement paid',
    async (sql) => {
      await sql('update settlement_run set paid_minor = paid_minor + 1 where bets > 0');
    },
    ['settlement runs are what they paid and took'],
  ],
  [
    'the sum of check-ins',
    async (sql) => {
      await sql('update check_in_sum set check_ins = check_ins + 1');
    },
    ['sums of check-ins are what was given'],
  ],
  [
    'the inviter of a member',
    async (sql) => {
      await sql('update member set inviter_id = null where inviter_id is not null');
    },
    ['members are led by who invited them', 'accounts and their secrets are those of the public log'],
  ],
  [
    'the size of a team',
    async (sql) => {
      await sql('update team_size set people_1 = people_1 + 1');
    },
    ['sizes of teams are their members'],
  ],
  [
    'a commission without its closing',
    statements(
      entry({
        key: `'commission:2026-01-01:2026-01-01'`,
        kind: 'commission',
        amount: 900,
        account: 'clearing:commission',
      }),
    ),
    ['commission follows from bets of teams'],
  ],
  [
    'who decided a correction',
    statements(`update proposal set decided_by = :by_owner where kind = 'adjustment' and state = 'applied'`),
    ['corrections of balances are in the log', 'proposals are those of the public log'],
  ],
  [
    'the amount of a correction and of its entry',
    statements(
      `update proposal set body = jsonb_set(body, '{amountMinor}', to_jsonb(((body ->> 'amountMinor')::bigint * 100)::text))
       where kind = 'adjustment'`,
      'update adjustment set amount = amount * 100, balance_after = balance_before + amount * 100',
      `update entry set amount = amount * 100 where kind = 'adjustment'`,
    ),
    [
      'corrections are over the amounts of the log',
      'liabilities are what entries came to',
      'proposals are those of the public log',
    ],
  ],
  [
    'the amount that was proposed',
    statements(
      `update proposal set body = jsonb_set(body, '{amountMinor}', '"1"') where kind = 'adjustment' and state = 'applied'`,
    ),
    [
      'corrections of balances have their entry',
      'corrections are over the amounts of the log',
      'proposals are those of the public log',
    ],
  ],
  [
    'a correction deleted that was refused',
    statements(`delete from proposal where kind = 'adjustment' and state = 'refused'`),
    ['corrections of balances are in the log', 'proposals are those of the public log'],
  ],
  [
    'who confirmed a result',
    statements(
      `update result set confirmed_by = concat('operator:', :by_owner) where confirmed_by like 'operator:%'`,
      `update ruling u set who = concat('operator:', :by_owner) where who like 'operator:%' and result_version = 2`,
    ),
    ['results of operators are in the log'],
  ],
  [
    'a void that nobody proposed',
    statements('update ruling set proposal_id = null', `delete from proposal where kind = 'void'`),
    [
      'voids are in the log',
      'rulings follow from a result or a void',
      'proposals are those of the public log',
    ],
  ],
  [
    'the market of a void that was proposed',
    statements(
      `update proposal set body = body || '{"market": "other"}' where kind = 'void' and state = 'applied'`,
    ),
    ['rulings follow from a result or a void', 'proposals are those of the public log'],
  ],
  [
    'a review of a name that never was',
    statements(`update member set real_name = 'Somebody Else' where id = :ann`),
    ['verified names are those of a review', 'accounts and their secrets are those of the public log'],
  ],
  [
    'who verified a name',
    statements('update identity_request set decided_by = :by_owner'),
    ['reviews of names are in the log', 'accounts and their secrets are those of the public log'],
  ],
  [
    'the currency of a payment',
    statements(`update payment set currency = 'CHF' where state = 'credited'`),
    ['payments are those of the public log'],
  ],
  [
    'who refused a payment',
    statements(
      `update payment set state = 'refused', credited_at = null, credited = 0, fee = 0 where state = 'in_review' or state = 'refused'`,
      `delete from office_audit where action = 'payment_refused'`,
    ),
    ['reviews of payments are in the log', 'audit log'],
  ],
  [
    'rules that nobody decided',
    statements(
      `insert into reward_rules (version, check_in_scale, vip_levels, counts_from, published_at, published_by)
       values (2, '100,100,100,100,100,100,100', '[]', '2026-01-01', now(), :by_owner)`,
    ),
    ['rules are those that were decided', 'check-ins are what the rules in force give'],
  ],
  [
    'who decided a change of rules',
    statements(
      `update proposal set decided_by = :by_cashier where kind = 'team_rules'`,
      `update team_rules set published_by = :by_cashier where version > 1`,
    ),
    ['changes of rules are in the log', 'proposals are those of the public log'],
  ],
  [
    'a setting',
    statements(
      `update setting_change set settings = jsonb_set(settings, '{PLAY_GRANT}', '"900000"') where settings ? 'PLAY_GRANT'`,
    ),
    ['settings are those that were decided'],
  ],
  [
    'a setting and what was proposed of it',
    statements(
      `update setting_change set settings = jsonb_set(settings, '{PLAY_GRANT}', '"900000"') where settings ? 'PLAY_GRANT'`,
      `update proposal set body = jsonb_set(body, '{settings,PLAY_GRANT}', '"900000"') where body -> 'settings' ? 'PLAY_GRANT'`,
    ),
    ['settings are the values of the log', 'proposals are those of the public log'],
  ],
  [
    'who proposed a setting',
    statements(`update proposal set proposed_by = :by_cashier where kind = 'setting' and not alone`),
    ['changes of settings are in the log', 'proposals are those of the public log'],
  ],
  [
    'who published a house text',
    statements(`update proposal set decided_by = :by_cashier where kind = 'house_text'`),
    ['house texts are in the log', 'proposals are those of the public log'],
  ],
  [
    'the words of a house text',
    statements(`update house_text set texts = '{"en": {"title": "Rules", "body": "Others."}}'`),
    ['house texts are those that were decided'],
  ],
  [
    'a margin',
    statements('update offer_rule set version = version + 1'),
    ['margins and offers are in the log'],
  ],
  [
    'a stop that nobody took back',
    statements('update trading_stop set opened_at = null, opened_by = null, opened_why = null'),
    ['stops and prices of traders are in the log'],
  ],
  [
    'a letter in the name of an operator',
    statements('update letter set sent_by = :by_cashier where sent_by is not null'),
    ['what operators published is in the log'],
  ],
  [
    'a role of an operator',
    statements(`update operator set roles = '{owner,trader,cashier,support}' where id = :by_cashier`),
    ['operators have the roles of the log', 'operators and their secrets are those of the public log'],
  ],
  [
    'an operator who was never added',
    statements(
      `insert into operator (id, account, account_folded, password_hash, roles, created_at)
       values (:new_id, 'ghost', 'ghost', 'none', '{owner}', now())`,
    ),
    ['operators have the roles of the log', 'operators and their secrets are those of the public log'],
  ],
  [
    'a proposal that somebody else decided',
    statements(`update proposal set decided_by = :by_cashier where kind = 'operator' and state = 'applied'`),
    [
      'changes of operators are in the log',
      'rights of operators were given by two owners',
      'proposals are those of the public log',
    ],
  ],
  [
    'a proposal of other roles',
    statements(
      `update proposal set body = jsonb_set(body, '{roles}', '["cashier"]') where state = 'applied' and body ->> 'change' = 'add'`,
    ),
    ['rights of operators were given by two owners', 'proposals are those of the public log'],
  ],
  [
    'a proposal that was never made',
    statements(`delete from proposal where kind = 'operator'`),
    [
      'changes of operators are in the log',
      'rights of operators were given by two owners',
      'proposals are those of the public log',
    ],
  ],
  [
    'a lock taken off',
    statements('update member set locked_at = null, locked_why = null where locked_at is not null'),
    ['accounts are locked as the log says'],
  ],
  [
    'an exclusion deleted',
    statements('delete from play where member_id = :eve'),
    ['members are held from playing as was said', 'limits and breaks are those of the public log'],
  ],
  [
    'an exclusion made shorter',
    statements(`update play set until = now() + interval '1 day' where member_id = :eve`),
    ['members are held from playing as was said', 'limits and breaks are those of the public log'],
  ],
  [
    'a line of the log',
    async (sql) => {
      await sql(`update office_audit set address = '::1' where action = 'withdrawal_approved'`);
    },
    ['audit log'],
  ],
  [
    'a wallet of nobody',
    statements('delete from member where id = :eve'),
    [
      'wallets have their member',
      'play money is granted once, at registration',
      'accounts and their secrets are those of the public log',
    ],
  ],
  [
    'an order in play that became another bet',
    statements(`update delayed_order set unit = unit * 2 where state = 'accepted'`),
    ['orders and sales in play are as decided'],
  ],
  [
    'a sale in play that paid nothing',
    statements(
      `insert into delayed_sale (shard, member_id, key, request_hash, bet_id, share, cashed_stake, at_least, legs, submitted_at, due_at, state, paid, decided_at)
       select shard, member_id, 'by-hand', '', id, 10000, 0, 100, '[]', now(), now(), 'sold', 100, now() from bet where id = :bet_won`,
    ),
    ['orders and sales in play are as decided'],
  ],
  [
    'a notice of a bet that was settled again',
    statements('update bet_notice set n = n + 5'),
    ['bets that were settled again have their notices'],
  ],
  [
    'what was owed at a moment',
    statements(`update liability_snapshot set totals[1] = (totals[1]::bigint - 100)::text`),
    ['liabilities are what entries came to', 'entries of liabilities are their snapshots'],
  ],
  [
    'what open bets may have paid',
    statements(`update liability_snapshot set totals[3] = '1'`),
    ['entries of liabilities are their snapshots'],
  ],
  [
    'who applied that liabilities are published between the days',
    statements(`update proposal set decided_by = :by_second where kind = 'liabilities'`),
    [
      'liabilities between the days are those that were decided',
      'publications of liabilities are in the log',
      'proposals are those of the public log',
    ],
  ],
  [
    'what was added to a rounded total',
    statements(
      `update liability_snapshot set padding[1] = (padding[1]::bigint + 1)::text where padding is not null`,
    ),
    ['liabilities are what entries came to'],
  ],
  [
    'who decided about an account that is like an excluded one',
    statements('update likeness set decided_by = :by_second'),
    ['likenesses with excluded accounts are in the log'],
  ],
  [
    'another recovery code of owners',
    statements(`update owner_recovery_code set code_hash = sha256('mine')`),
    ['the recovery code of owners is that of the log'],
  ],
  [
    'an owner who is alone without having asked',
    statements(
      `insert into owner_alone (id, operator_id, asked_at, counts_from, by_code) values (:new_id, :by_second, now(), now(), true)`,
    ),
    ['requests to be the only owner are those of the log'],
  ],
  [
    'the amount of a statement of a bank',
    statements('update reserve_statement set amount = amount * 10'),
    ['statements of reserves are those that were decided'],
  ],
  [
    'who applied a statement of a bank',
    statements(`update proposal set decided_by = :by_second where kind = 'reserve' and state = 'applied'`),
    ['statements of reserves are in the log', 'proposals are those of the public log'],
  ],
  [
    'an address of reserves that nobody added',
    statements(
      `insert into reserve_address select :new_id, network, substr(sha256(address), 1, 20), day, challenge, signature, added_by, added_at
       from reserve_address`,
    ),
    ['addresses of reserves are in the log'],
  ],
  [
    'the entry of a snapshot',
    statements(
      `update house_fact set body = replace(body, '"openBets":"', '"openBets":"9') where kind = 'liabilities'`,
    ),
    ['entries of liabilities are their snapshots'],
  ],
  [
    'the root of a tree',
    statements(`update liability_snapshot set root = sha256(root)`),
    ['entries of liabilities are their snapshots'],
  ],
])('%s', async (_kind, spoil, found) => {
  const wrong = await afterSpoiling(site, spoil, async (client) => wrongIn(await verifyAll(client, ofRows)));
  expect(wrong).toEqual(Object.fromEntries(found.map((name) => [name, expect.anything()])));
});
