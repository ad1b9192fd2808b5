import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { readConfig } from '../../core/config/config.ts';
import { createLog } from '../../core/logging/log.ts';
import { outcomeOf, testTouchline, type TestOperator, type TestTouchline } from '../../testing/touchline.ts';
import { Settings } from './service.ts';

type Owner = TestOperator;
type Wanted = Record<string, string | undefined>;

let site: TestTouchline;
let ann: Owner;
let bob: Owner;
beforeAll(async () => {
  site = await testTouchline({ background: true, env: { STAKE_MAX: '500.00' } });
  ann = await site.operator('owner');
  bob = await site.operator('owner');
});
afterAll(() => site.close());

const refused = (name: string) => ({ data: { reason: name } });
const reason = 'Agreed with the house on Monday';
const version = async (): Promise<number> => (await ann.call('officeSettingList')).data.version;
const list = (settings: Wanted) => Object.entries(settings).map(([name, value]) => ({ name, value }));

const save = async (by: Owner, settings: Wanted, more: Record<string, unknown> = {}) =>
  by.call('officeSettingSave', { version: await version(), settings: list(settings), reason, ...more });
const decide = async (by: Owner, id: string, decision: string, note?: string) =>
  by.call('officeSettingDecide', {
    id,
    version: await version(),
    decision,
    note,
  });
/** Saves settings that count later, or once another owner accepts them. @returns the id of the change */
const propose = async (by: Owner, settings: Wanted, more: Record<string, unknown> = {}): Promise<string> => {
  const { data } = await save(by, settings, more);
  if (!data.change) throw new Error('There is no change');
  return data.change.id;
};
const change = async (settings: Wanted) => decide(bob, await propose(ann, settings), 'accept');
const config = async () => (await site.call('systemConfig')).data.site;
const setting = async (name: string) =>
  (await ann.call('officeSettingList')).data.settings.find((one) => one.name === name);
const moment = (inMs: number): string => new Date(Date.now() + inMs).toISOString();

/** Makes scheduled changes take effect now. */
const comes = async (...ids: string[]): Promise<void> => {
  const { owner } = site.database;
  await owner.query(
    `update setting_change set effective_from = now(), accepted_at = now() where id = any($1)`,
    [ids],
  );
  await owner.query(
    `update proposal set body = jsonb_set(body, '{from}', to_jsonb(to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.USTZH:TZM')))
     where id = any($1) and state = 'proposed'`,
    [ids],
  );
};

/** Removes the changes of a test. */
beforeEach(async () => {
  await site.database.owner.query('delete from setting_change');
  await site.database.owner.query(`delete from proposal where kind = 'setting'`);
  await site.modules.settings.service.refresh();
});

describe('the list', () => {
  test('lists each setting with its value and origin, without secrets', async () => {
    const { data } = await ann.call('officeSettingList');
    expect(await setting('STAKE_MAX')).toEqual({
      name: 'STAKE_MAX',
      group: 'betting',
      kind: 'amount',
      unit: 'money',
      value: '500.00',
      default: '1000.00',
      environment: '500.00',
      source: 'environment',
      needsOther: true,
    });
    expect(await setting('MIN_AGE')).toMatchObject({ source: 'default', minimum: 18, maximum: 30 });
    expect(data.fixed).toContainEqual({ name: 'S3_SECRET', isSet: false });
    expect(data.fixed).toContainEqual({ name: 'REPLAY', isSet: true });
  });
});

describe('words about the site', () => {
  test('are changed by one owner, at once, for every call that shows them', async () => {
    const { data } = await save(ann, { SITE_NAME: 'The Dugout', SITE_OPERATOR: 'Dugout Ltd' });
    expect(data).toMatchObject({
      needsOther: false,
      steps: [
        { name: 'SITE_NAME', before: 'Touchline', after: 'The Dugout' },
        { name: 'SITE_OPERATOR', after: 'Dugout Ltd' },
      ],
      change: { state: 'accepted', counts: true, decidedBy: { id: ann.id } },
    });
    expect(await config()).toMatchObject({ name: 'The Dugout' });
    expect(await setting('SITE_NAME')).toMatchObject({ source: 'office', environment: 'Touchline' });
  });

  test('go back to what the environment says', async () => {
    await save(ann, { SITE_NAME: 'The Dugout' });
    await save(ann, { SITE_NAME: undefined });
    expect(await config()).toMatchObject({ name: 'Touchline' });
  });

  test('where members turn to is changed by two', async () => {
    const id = await propose(ann, { SITE_SUPPORT: 'help@dugout.example' });
    expect(await config()).toMatchObject({ support: '/pages/help/help' });
    expect(await decide(ann, id, 'accept')).toMatchObject(refused('same_operator'));
    await decide(bob, id, 'accept');
    expect(await config()).toMatchObject({ support: 'help@dugout.example' });
    await decide(bob, await propose(ann, { SITE_SUPPORT: '' }), 'accept');
    expect(await config()).toMatchObject({ support: '/pages/help/help' });
  });

  test.each([
    ['https://help.example/contact', true],
    ['http://help.example', true],
    ['mailto:help@example.org', true],
    ['help@example.org', true],
    ['tel:+49 30 1234567', true],
    ['+49 (30) 123-45.67', true],
    ['javascript:alert(1)', false],
    [' JavaScript:alert(1)', false],
    ['data:text/html,<b>', false],
    ['//help.example', false],
    ['ftp://help.example', false],
    ['mailto:', false],
    ['javascript:x@example.org', false],
  ])('%s is an address of support: %s', async (SITE_SUPPORT, isOne) => {
    const { data } = await save(ann, { SITE_SUPPORT }, { dryRun: true });
    expect(data.problems ?? []).toHaveLength(isOne ? 0 : 1);
  });

  test('are neither changed nor proposed by an owner who waits', async () => {
    const carla = await site.operator('owner');
    const wait = (until: string | null) =>
      site.database.pool.query('update operator set waits_until = $2 where id = $1', [carla.id, until]);
    await wait('2999-01-01T00:00:00Z');
    const refusal = refused('operator_waits');
    expect(await save(carla, { SITE_NAME: 'Mine' })).toMatchObject(refusal);
    expect(await config()).toMatchObject({ name: 'Touchline' });
    expect(await save(carla, { SITE_NAME: 'Mine' }, { dryRun: true })).toMatchObject({ code: 1 });
    expect(await save(carla, { STAKE_MAX: '400' })).toMatchObject(refusal);
    const other = await propose(ann, { STAKE_MAX: '300' });
    expect(await decide(carla, other, 'accept')).toMatchObject(refusal);
    await wait(null);
    expect(await decide(carla, other, 'accept')).toMatchObject({ code: 1 });
  });

  test('together with a limit need another owner as well', async () => {
    const { data } = await save(ann, { SITE_NAME: 'The Dugout', STAKE_MAX: '400' });
    expect(data).toMatchObject({ needsOther: true, change: { state: 'proposed', counts: false } });
    expect(await config()).toMatchObject({ name: 'Touchline', stakeMax: '500.00' });
  });
});

describe('a change of limits', () => {
  test('counts once another owner has accepted it', async () => {
    const id = await propose(ann, { STAKE_MAX: '400', STAKE_MIN: '2' });
    expect((await config()).stakeMax).toBe('500.00');
    expect(await decide(ann, id, 'accept')).toMatchObject(refused('same_operator'));
    expect(await decide(ann, id, 'refuse', 'Not like this')).toMatchObject(refused('same_operator'));
    expect(await decide(bob, id, 'withdraw')).toMatchObject({ status: 403, ...refused('forbidden') });
    expect(await decide(bob, id, 'accept')).toMatchObject({
      data: { state: 'accepted', counts: true, decidedBy: { id: bob.id }, proposedBy: { id: ann.id } },
    });
    expect(await config()).toMatchObject({ stakeMax: '400.00', stakeMin: '2.00' });
    expect(await decide(bob, id, 'accept')).toMatchObject(refused('decided_already'));
  });

  test('refused or withdrawn is the end of it', async () => {
    const first = await propose(ann, { STAKE_MAX: '400' });
    expect(await decide(bob, first, 'refuse')).toMatchObject(refused('reason_needed'));
    expect(await decide(bob, first, 'refuse', 'Too low for us')).toMatchObject({
      data: { state: 'refused', note: 'Too low for us' },
    });
    const second = await propose(ann, { STAKE_MAX: '300' });
    expect(await decide(ann, second, 'withdraw')).toMatchObject({ data: { state: 'withdrawn' } });
    expect(await decide(bob, second, 'accept')).toMatchObject(refused('decided_already'));
    expect((await config()).stakeMax).toBe('500.00');
  });

  test('accepted by many at once counts once, and is written once', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => site.operator('owner')));
    const id = await propose(ann, { STAKE_MAX: '400' });
    const seen = await version();
    const answers = await Promise.all(
      others.map((one) => one.call('officeSettingDecide', { id, version: seen, decision: 'accept' })),
    );
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
    for (const answer of answers.filter(({ code }) => code !== 1)) {
      expect(['decided_already', 'outdated']).toContain(outcomeOf(answer));
    }
    const auditor = await site.operator('auditor');
    const { data } = await auditor.call('officeAuditList', { subject: id });
    expect(data.list.map((line) => line.action)).toEqual(['setting_accepted', 'setting_proposed']);
    expect(data.list[1]?.detail).toEqual({
      before: { STAKE_MAX: '500.00' },
      after: { STAKE_MAX: '400.00' },
      reason,
    });
  });

  test('sent twice at once is proposed once', async () => {
    const input = { version: await version(), settings: list({ STAKE_MAX: '400' }), reason };
    const answers = await Promise.all([1, 2, 3].map(() => ann.call('officeSettingSave', input)));
    const outcomes = answers.map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'outdated')).toHaveLength(2);
    expect((await ann.call('officeSettingHistory', { name: 'STAKE_MAX' })).data.total).toBe(1);
  });

  test('is not decided by who has not seen what came between', async () => {
    const id = await propose(ann, { STAKE_MAX: '400' });
    const seen = await version();
    await save(ann, { SITE_NAME: 'The Dugout' });
    const accept = { id, version: seen, decision: 'accept' };
    expect(await bob.call('officeSettingDecide', accept)).toMatchObject(refused('outdated'));
    expect(await bob.call('officeSettingDecide', { ...accept, version: seen + 1 })).toMatchObject({
      data: { state: 'accepted' },
    });
  });

  test('that would be wrong by now is not accepted, and says why while it waits', async () => {
    const id = await propose(ann, { STAKE_MIN: '450' });
    await change({ STAKE_MAX: '400' });
    const { data } = await ann.call('officeSettingList');
    expect(data.changes).toMatchObject([{ id, problems: [{ name: 'STAKE_MAX' }] }]);
    expect(await decide(bob, id, 'accept')).toMatchObject(refused('validation'));
    expect(await config()).toMatchObject({ stakeMin: '1.00', stakeMax: '400.00' });
  });
});

describe('a change that is wrong', () => {
  test.each([
    [{ STAKE_MIN: '600' }, 'STAKE_MAX'],
    [{ MIN_AGE: '17' }, 'MIN_AGE'],
    [{ WITHDRAW_MIN: '20', WITHDRAW_MAX: '10' }, 'WITHDRAW_MAX'],
    [{ CHANNELS: '[{"id":"cash-card","rate":"2"}]' }, 'CHANNELS'],
    [{ EXPOSURE_CAP_EVENT: '0' }, 'EXPOSURE_CAP_EVENT'],
  ])('%j is reported by the dry run and refused', async (settings, name) => {
    const dry = await save(ann, settings, { dryRun: true, reason: undefined });
    expect(dry.data.problems.map((problem) => problem.name)).toContain(name);
    expect(dry.data.change).toBeUndefined();
    expect(await save(ann, settings)).toMatchObject({
      code: 0,
      data: { reason: 'validation', fields: { [name]: expect.any(String) } },
    });
    expect((await ann.call('officeSettingHistory')).data.total).toBe(0);
  });

  test.each([
    ['a name that is not offered', { DATABASE_URL: 'postgres://x' }, {}],
    ['the mode', { MODE: 'real' }, {}],
    ['margins, which are not settings of this page', { MARGINS: '1x2:1' }, {}],
    ['nothing new', { STAKE_MAX: '500' }, {}],
    ['a moment that is over', { STAKE_MAX: '400' }, { effectiveFrom: '2026-01-01T00:00:00.000Z' }],
    ['a moment that is years away', { STAKE_MAX: '400' }, { effectiveFrom: '2099-01-01T00:00:00.000Z' }],
  ])('%s is refused', async (_what, settings: Wanted, more) => {
    expect(await save(ann, settings, more)).toMatchObject(refused('validation'));
  });

  test('the same name twice, without a reason, or with a version of later', async () => {
    const now = await version();
    const settings = list({ STAKE_MAX: '400' });
    const ask = (input: Record<string, unknown>) => ann.call('officeSettingSave', input);
    expect(await ask({ version: now, settings: [...settings, ...settings], reason })).toMatchObject(
      refused('validation'),
    );
    expect(await ask({ version: now, settings })).toMatchObject(refused('reason_needed'));
    expect(await ask({ version: now, settings, reason: '   a   ' })).toMatchObject(refused('reason_needed'));
    expect(await ask({ version: now + 1, settings, reason })).toMatchObject(refused('outdated'));
    expect(await ask({ version: now + 1, settings, dryRun: true })).toMatchObject(refused('outdated'));
  });

  test('unknown ids, and roles that may not', async () => {
    expect(await decide(bob, 'x', 'accept')).toMatchObject(refused('not_found'));
    expect(await decide(bob, bob.id, 'accept')).toMatchObject(refused('not_found'));
    const auditor = await site.operator('auditor', 'trader', 'cashier');
    expect(await save(auditor, { SITE_NAME: 'Mine' })).toMatchObject({ status: 403 });
    expect(await auditor.call('officeSettingList')).toMatchObject({ code: 1 });
  });
});

describe('a change with a time', () => {
  test('waits for it, and can be accepted only before it', async () => {
    const early = await propose(ann, { STAKE_MAX: '400' }, { effectiveFrom: moment(600_000) });
    const late = await propose(ann, { STAKE_MAX: '300' }, { effectiveFrom: moment(600_000) });
    expect(await decide(bob, early, 'accept')).toMatchObject({
      data: { state: 'accepted', counts: false, problems: [] },
    });
    expect((await config()).stakeMax).toBe('500.00');
    await comes(early, late);
    await site.modules.settings.service.refresh();
    expect((await config()).stakeMax).toBe('400.00');
    expect(await decide(bob, late, 'accept')).toMatchObject({
      data: { reason: 'validation', fields: { effectiveFrom: expect.any(String) } },
    });
    expect((await ann.call('officeSettingList')).data.changes).toMatchObject([
      { id: late, problems: [{ code: 'late' }] },
    ]);
  });

  test('is taken up automatically by the running server', async () => {
    const id = await propose(ann, { SITE_NAME: 'Half time' }, { effectiveFrom: moment(600_000) });
    expect((await config()).name).toBe('Touchline');
    await comes(id);
    await expect.poll(async () => (await config()).name, { timeout: 20_000 }).toBe('Half time');
  });

  test('refuses a change that would make it invalid', async () => {
    const id = await propose(ann, { STAKE_MIN: '300' }, { effectiveFrom: moment(600_000) });
    await decide(bob, id, 'accept');
    expect(await save(ann, { STAKE_MAX: '200' })).toMatchObject(refused('validation'));
    expect(await save(ann, { STAKE_MAX: '350' })).toMatchObject({ code: 1 });
  });
});

describe('another process', () => {
  const opened = (env: Record<string, string>) => {
    const config = readConfig(env);
    const { pool } = site.database;
    const audit = () => Promise.reject(new Error('nothing is to be written'));
    return Settings.open({ pool, config, log: createLog('silent'), clock: systemClock, audit });
  };

  test('that starts at any time comes to the same', async () => {
    await change({ STAKE_MAX: '400', WITHDRAW_TWO_ABOVE: '750' });
    const id = await propose(ann, { SITE_NAME: 'Half time' }, { effectiveFrom: moment(600_000) });
    const env = { STAKE_MAX: '500.00', REPLAY: 'false', SIGNIN_LIMIT_PER_MINUTE: '100000' };
    const before = await opened(env);
    expect(before.config).toMatchObject({
      STAKE_MAX: '400.00',
      WITHDRAW_TWO_ABOVE: '750.00',
      SITE_NAME: 'Touchline',
    });
    await comes(id);
    const after = await opened(env);
    await before.refresh();
    await site.modules.settings.service.refresh();
    expect(after.config.SITE_NAME).toBe('Half time');
    expect(before.config).toEqual(after.config);
    expect(site.modules.settings.service.config).toMatchObject({
      SITE_NAME: 'Half time',
      STAKE_MAX: '400.00',
    });
  });

  test('whose environment does not go with a change leaves it out whole, and starts', async () => {
    await change({ STAKE_MAX: '400', PAYOUT_MAX: '20000' });
    const other = await opened({ STAKE_MIN: '450' });
    expect(other.config).toMatchObject({ STAKE_MIN: '450', STAKE_MAX: '1000.00', PAYOUT_MAX: '50000.00' });
    const { known } = await other.open();
    expect([...known.from.spoilt.values()]).toMatchObject([[{ name: 'STAKE_MAX' }]]);
  });
});

describe('the history', () => {
  test('lists every change, newest first, with the values before it', async () => {
    await change({ STAKE_MAX: '400' });
    await change({ STAKE_MAX: '300' });
    await save(ann, { SITE_NAME: 'The Dugout' });
    const { data } = await bob.call('officeSettingHistory', { name: 'STAKE_MAX', limit: 10 });
    expect(data).toMatchObject({
      total: 2,
      list: [
        { steps: [{ name: 'STAKE_MAX', before: '400.00', after: '300.00' }], state: 'accepted' },
        { steps: [{ name: 'STAKE_MAX', before: '500.00', after: '400.00' }] },
      ],
    });
    expect((await bob.call('officeSettingHistory', { state: 'proposed' })).data.total).toBe(0);
  });

  test('cannot be backdated, nor accepted by its own proposer, in the database itself', async () => {
    const id = await propose(ann, { STAKE_MAX: '400' });
    const decided = `update proposal set state = 'applied', decided_by = $2, decided_at = now() where id = $1`;
    await expect(site.database.pool.query(decided, [id, ann.id])).rejects.toThrow('proposal_two');
    const past = `insert into setting_change (id, settings, before, effective_from, accepted_at, number)
      select id, body -> 'settings', '{}', now() - interval '1 second', now(), 7 from proposal where id = $1`;
    await expect(site.database.pool.query(past, [id])).rejects.toThrow('setting_not_backdated');
  });
});
