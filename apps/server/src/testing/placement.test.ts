import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { groupSchemaSql, groupViews, placement, placementSql } from './placement.ts';
import type { Source } from './sql-lint.ts';
import { tableUses, type TableUse } from './sql-tables.ts';

const server = fileURLToPath(new URL('../../', import.meta.url));

const sources: Source[] = readdirSync(join(server, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter(
    (path) =>
      path.endsWith('.ts') && !/\.test\.ts$|\.gen\.ts$|\/testing\/|^src\/operations\/seed\//.test(path),
  )
  .map((path) => ({ path, text: readFileSync(join(server, path), 'utf8') }));

const inGroup = new Set([...placement.group, ...groupViews]);
const inReference = new Set(placement.reference);
const inCentre = new Set(placement.centre);
const tables = inGroup.union(inReference).union(inCentre);

/** Whether one node can run the statement: that of a group, which only reads copies of reference tables, or the coordinator. */
const isAtOnePlace = ({ tables: all, changes }: TableUse): boolean =>
  all.isDisjointFrom(inGroup) || (all.isDisjointFrom(inCentre) && changes.isDisjointFrom(inReference));

/**
 * Statements that take rows of groups together with rows of the coordinator, and why. On several nodes each needs two steps;
 * the list may only get shorter.
 */
const mixing: Readonly<Record<string, readonly string[]>> = {
  'folds what all groups have written into sums of the house, below a mark that must become one of each group':
    [
      'src/ledger/days.ts foldText',
      'src/betting/report/service.ts fold',
      'src/payments/balances.ts foldText',
      'src/growth/teams/desk/sizes.ts foldText',
    ],
  'adds what was written since the fold to such sums': [
    'src/ledger/trial.ts trialText',
    'src/payments/balances.ts keptText',
  ],
  'ends a run of the house by what its shards have done': ['src/growth/commission/run-rows.ts credit'],
  'adds up the exposure of all groups beside the rules of the desk': [
    'src/catalogue/names/queries.ts competitions',
  ],
  'goes through the subscriptions of a shard from a mark of the notice': [
    'src/messaging/alerts/queries.ts step',
    'src/messaging/push/queries.ts step',
  ],
  'asks which notices are still published': ['src/messaging/notices/queries.ts tidy'],
  'watches a site of its own, which is on one node': ['src/office/bad-calls/watched-site.ts watchedSite'],
  'holds records of members against the log, the accounts and the marks of the house': [
    'src/proofs/record-check/bets.ts betParts',
    'src/proofs/record-check/committed.ts committedParts',
    'src/proofs/record-check/decisions.ts decisionParts',
    'src/proofs/record-check/entries.ts entryParts',
    'src/proofs/record-check/given.ts checkIns',
    'src/proofs/record-check/given.ts givenParts',
    'src/proofs/record-check/house-facts.ts houseFactParts',
    'src/proofs/record-check/liabilities.ts told',
    'src/proofs/record-check/payments.ts paymentParts',
    'src/proofs/record-check/people.ts peopleParts',
    'src/proofs/record-check/sums.ts moves',
    'src/proofs/record-check/sums.ts sumParts',
  ],
};

test('each statement runs in a group or at the centre, but for those that are listed', () => {
  const uses = tableUses(sources, tables);
  expect(uses.length).toBeGreaterThan(600);
  const found = new Set(uses.filter((use) => !isAtOnePlace(use)).map((use) => use.name));
  expect([...found].toSorted()).toEqual(Object.values(mixing).flat().toSorted());
});

test('no statement names a constraint, which the views of a group do not have', () => {
  expect(sources.filter(({ text }) => /\bon constraint\b/i.test(text)).map(({ path }) => path)).toEqual([]);
});

test('the ledger, placing and settlement run in a group', () => {
  const uses = tableUses(sources, tables);
  const named = [
    'src/ledger/post.ts postText',
    'src/ledger/holds.ts openHoldText',
    'src/ledger/holds.ts endHoldText',
    'src/ledger/pay-many.ts payManyText',
    'src/ledger/recover.ts recoverText',
    'src/ledger/house.ts rollUpText',
    'src/betting/placing/place-sql.ts placeText',
    'src/betting/settlement/chunk-rows.ts dueText',
    'src/betting/settlement/chunk-rows.ts updateText',
  ];
  const found = uses.filter((use) => !use.tables.isDisjointFrom(inGroup) && isAtOnePlace(use));
  expect(found.map((use) => use.name)).toEqual(expect.arrayContaining(named));
});

/** Code that moves members' money, or reads what such a move depends on. */
const isOfMoney = (path: string): boolean =>
  /^src\/(ledger|safer-play|betting\/(placing|live-delay|returns|cash-out|editing|bets|settlement|exposure)|payments\/(recharges|withdrawals|payout-methods|turnover)|growth\/check-in)\//.test(
    path,
  ) || path === 'src/growth/commission/pay.ts';

/** Files of it that take connections of the house, and what for. */
const ofTheHouse: Readonly<Record<string, readonly string[]>> = {
  'sums over all members': [
    'src/ledger/service.ts',
    'src/ledger/days.ts',
    'src/ledger/trial.ts',
    'src/growth/check-in/service.ts',
    'src/betting/bets/corrections.ts',
  ],
  'the pool of one group': ['src/ledger/house.ts', 'src/ledger/roll-up-all.ts'],
  'matches, results and rulings': [
    'src/betting/bets/detail.ts',
    'src/betting/bets/followed.ts',
    'src/betting/bets/service.ts',
    'src/betting/bets/statistics.ts',
    'src/betting/settlement/dry-run.ts',
    'src/betting/settlement/match-totals.ts',
    'src/betting/settlement/service.ts',
  ],
  'counts of the whole house': ['src/betting/placing/refusal-counts.ts'],
  'accounts compared across all members': ['src/safer-play/likenesses.ts'],
  'leases and what they divide': ['src/betting/exposure/grants.ts', 'src/betting/exposure/service.ts'],
};

test('code of money asks for the connections of a shard, and takes those of the house only where listed', () => {
  const found = sources
    .filter(({ path, text }) => isOfMoney(path) && /\bpool\??: (pg\.Pool|Queryable)\b/.test(text))
    .map(({ path }) => path);
  expect(found.toSorted()).toEqual(Object.values(ofTheHouse).flat().toSorted());
});

/** Reads that a standby may answer, and may be some seconds old: reports of the office, and public pages. */
const mayUseStandby: Readonly<Record<string, readonly string[]>> = {
  'reports of the office': ['src/betting/report/service.ts', 'src/office/open.ts'],
  'public pages of football': ['src/catalogue/matches/matches.ts'],
  'the public page of the house': ['src/proofs/published-figures/fold-service.ts'],
};

test('a standby answers the listed reads alone, and none of money', () => {
  const readers = sources.filter(({ text }) => /\breading\.read\(/.test(text)).map(({ path }) => path);
  expect(readers.toSorted()).toEqual(Object.values(mayUseStandby).flat().toSorted());
  expect(readers.filter(isOfMoney)).toEqual([]);
  // Only files that open modules hand it on; no other file reaches the connections of a standby.
  const holders = sources
    .filter(
      ({ path, text }) =>
        /\breading\b/.test(text) &&
        /core\/(database\/standby|module)|: Context\b/.test(text) &&
        !readers.includes(path),
    )
    .map(({ path }) => path);
  expect(holders.filter((path) => !/\/(open|server|module|standby)\.ts$/.test(path))).toEqual([]);
});

describe('the tables of a statement', () => {
  const of = (...texts: string[]): [string, string[], string[]][] =>
    tableUses(
      texts.map((text, i) => ({ path: `src/${i}.ts`, text })),
      new Set(['wallet', 'entry', 'bet', 'market']),
    ).map((use) => [use.name, [...use.tables].toSorted(), [...use.changes].toSorted()]);

  test('with those of its pieces, also of other files', () => {
    expect(
      of(
        'export const locked = `l as (select 1 from wallet w)`;\nexport const moved = (a: string, b: string) => `m as (update entry e set a = 1)`;',
        "import { locked, moved as went } from './0.ts';\nconst text = `with ${locked}, ${went('a', 'b')} select 1 from market`;",
      ),
    ).toEqual([['src/1.ts text', ['entry', 'market', 'wallet'], ['entry']]]);
  });

  test('each statement of a function by itself, with the pieces of that function', () => {
    expect(
      of(
        "const f = async () => {\n  const piece = `join market m on true`;\n  q('select 1 from wallet');\n  q(`select 1 from bet ${piece}`);\n};",
      ),
    ).toEqual([
      ['src/0.ts f', ['wallet'], []],
      ['src/0.ts f', ['bet', 'market'], []],
    ]);
  });

  test('of an insert that the schema builds', () => {
    expect(of("const newBet = insertInto('bet', ['id']);")).toEqual([['src/0.ts newBet', ['bet'], ['bet']]]);
  });
});

test('reference tables are placed first, the others beside the wallets', () => {
  const calls = placementSql(4);
  const first = calls.findIndex((call) => call.includes('create_distributed_table'));
  expect(calls[first]).toBe(
    "select create_distributed_table('wallet', 'shard', shard_count := 4, colocate_with := 'none')",
  );
  expect(calls.slice(0, first).every((call) => call.startsWith('select create_reference_table('))).toBe(true);
  expect(calls.slice(first + 1).every((call) => call.endsWith("colocate_with := 'wallet')"))).toBe(true);
});

test('the schema of a group has the names that statements use', () => {
  expect(
    groupSchemaSql(
      { schema: 'group_7', tables: { wallet: 'wallet_7', event: 'event_9' } },
      { bet_leg: 'select 1' },
    ).slice(2),
  ).toEqual([
    'drop schema if exists group_7 cascade',
    'create schema group_7',
    'create view group_7.wallet as select * from public.wallet_7',
    'create view group_7.event as select * from public.event_9',
    'set search_path = group_7',
    'create view group_7.bet_leg as select 1',
  ]);
});
