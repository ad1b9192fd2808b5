import { expect, test } from 'vitest';
import { type AccountFact, createAccountCheck } from './account.ts';
import { type JsonObject, canonicalJson, parseCanonicalObject } from './canonical-json.ts';
import { checkProof, verdictOf } from './proof-file.ts';
import { testAccount, testLog, testMember } from './testing/test-account.ts';

const startedMs = Date.parse('2026-06-12T00:00:00.000Z');
const shown = { available: 100_350n, held: 0n };

type Given = (log: ReturnType<typeof testLog>) => readonly AccountFact[];

/** Checks an account. @param given what the house gives of it, in place of what is in the log */
async function check(bodies: readonly JsonObject[], given: Given = ({ facts }) => facts, end = shown) {
  const log = testLog(bodies, 100);
  const of = (kinds: readonly string[]): AccountFact[] =>
    given(log).filter(({ body }) => kinds.some((kind) => body.includes(`"kind":"${kind}"`)));
  const account = createAccountCheck({ ...log, memberId: testMember, startedMs });
  const entries = of(['entry']);
  await account.addEntries(entries.slice(0, 2));
  await account.addEntries(entries.slice(2));
  await account.addBets({
    bets: of(['bet']),
    settlements: of(['settlement']),
    decisions: of(['result', 'ruling']),
  });
  return { ...account.finish(end), log };
}

const codes = ({ faults }: { faults: readonly { code: string; id: string }[] }) =>
  faults.map(({ code, id }) => `${code} ${id}`);
/** The bodies with one changed. */
const changed = (at: number, fields: JsonObject) =>
  testAccount.map((body, place) => (place === at ? { ...body, ...fields } : body));

test('an account is checked from its first entry to its balance', async () => {
  const report = await check(testAccount);
  expect(report).toMatchObject({
    counts: { entries: 4, bets: 2, settled: 2, payouts: 2, pending: 0 },
    faults: [],
    faultCount: 0,
    wallet: { version: 4, available: 100_350n, held: 0n },
  });
});

test.each<[string, readonly JsonObject[], readonly string[]]>([
  ['a sum that does not follow', changed(1, { amount: '-900' }), ['sum 2']],
  ['an entry of somebody else', changed(2, { member: 'x' }), ['other-member 3']],
  ['an entry that is missing', testAccount.filter((_, at) => at !== 1), ['gap 3', 'gap 4']],
  [
    'a payout against the result',
    changed(3, { fullTime: '1-2' }),
    ['other-payout bet-1', 'other-payout bet-2'],
  ],
  ['a settlement that paid less', changed(8, { booked: '1000' }), ['not-booked bet-1']],
  ['a stake without its bet', testAccount.filter((_, at) => at !== 7), ['no-bet bet-2']],
])('%s is found', async (_, bodies, expected) => {
  expect(codes(await check(bodies))).toEqual(expected);
});

test('what is not in the log as it is given is found, with evidence', async () => {
  const spoil: Given = ({ facts }) =>
    facts.map((fact, at) =>
      at === 5
        ? { ...fact, body: canonicalJson({ ...parseCanonicalObject(fact.body), key: 'other' }) }
        : fact,
    );
  const report = await check(testAccount, spoil);
  expect(codes(report)).toEqual(['not-logged 4']);
  const { evidence } = report.faults[0] ?? {};
  if (evidence === undefined) throw new Error('no evidence');
  const steps = checkProof(evidence, { vkey: report.log.vkey, nowMs: startedMs });
  expect(steps.map(({ code }) => code)).toContain('not-logged');
});

test('evidence of a bet convinces a third party', async () => {
  const report = await check(changed(3, { fullTime: '1-2' }));
  const { evidence } = report.faults[0] ?? {};
  if (evidence === undefined) throw new Error('no evidence');
  const steps = checkProof(evidence, { vkey: report.log.vkey, nowMs: startedMs });
  expect(verdictOf(steps)).toBe('failed');
  expect(steps).toContainEqual(
    expect.objectContaining({ code: 'other-payout', facts: { paid: '1850', due: '0' } }),
  );
});

test('a number that is missing is waited for, and after a minute it is a fault', async () => {
  const withoutLast: Given = ({ facts }) =>
    facts.map(({ index, ...fact }, at) => (at === 5 ? fact : { ...fact, index }));
  expect(codes(await check(testAccount, withoutLast))).toEqual(['missing 4']);
  const young = changed(5, { time: '2026-06-11T23:59:30.000Z' });
  expect(await check(young, withoutLast)).toMatchObject({ faults: [], counts: { pending: 1 } });
});

test('another balance than the last entry has is found, and a body that cannot be read', async () => {
  expect(codes(await check(testAccount, undefined, { available: 1n, held: 0n }))).toEqual(['balance 4']);
  const broken: Given = ({ facts }) =>
    facts.map((fact, at) => (at === 0 ? { ...fact, body: ` ${fact.body}` } : fact));
  expect(codes(await check(testAccount, broken))).toContain('malformed 1');
});

test('a log that cannot be read is no fault of the account', async () => {
  const log = testLog(testAccount);
  const account = createAccountCheck({
    ...log,
    memberId: testMember,
    startedMs,
    readTile: () => Promise.reject(new Error('offline')),
  });
  await expect(account.addEntries(log.facts.slice(0, 1))).rejects.toThrow('offline');
});
