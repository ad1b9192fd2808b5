import { hourMs } from '@touchline/contract/durations';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ManualClock } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { commandLists } from '../testing/commands.ts';
import { testTouchline, type TestMember, type TestTouchline } from '../testing/touchline.ts';

// Two owners, one of whom takes all rights of the office for themselves. All they do, in any order, together with what the
// honest owner does for honest people, no money moves while they have not been alone in view of all for seven days.

let site: TestTouchline<ManualClock>;
let member: TestMember;
beforeAll(async () => {
  const env = { SIGNIN_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_PER_MINUTE: '1000000' };
  site = await testTouchline({ frozenAt: new Date('2026-06-11T12:00:00Z'), env });
  member = await site.member();
});
afterAll(() => site.close());

const password = 'granite-74-hill';
type Person = { id: string; account: string };
type Signed = ReturnType<typeof site.as>;
type Story = {
  rogue: Person & { password: string };
  honest: Person & { password: string };
  ghost: string;
  anna: string;
  /** Codes that the rogue has, and hashes of passwords that the rogue chose. */
  codes: Set<string>;
  hashes: Set<string>;
  annasCode: string;
  /** Operators of other stories are no part of this one. */
  began: Date;
};

const rows = async (text: string, values: unknown[] = []) =>
  (await site.database.owner.query<Record<string, string | null>>(text, values)).rows;
const versionOf = async (id: string): Promise<number> =>
  Number((await rows('select version from operator where id = $1', [id]))[0]?.['version']);

const signIn = async (account: string, word: string): Promise<Signed | undefined> => {
  const { code, data } = await site.call('officeLogin', { account, password: word });
  return code === 1 ? site.as({ 'ba-office-token': data.token }) : undefined;
};

/** All sessions that the rogue can open by now: their own, and accounts whose password they chose. */
const sessionsOf = async ({ rogue, hashes }: Story): Promise<Signed[]> => {
  const taken = (await rows('select account, password_hash from operator where disabled_at is null'))
    .filter(({ password_hash: hash }) => hash !== null && hashes.has(hash ?? ''))
    .map(({ account }) => signIn(account ?? '', password));
  const all = await Promise.all([signIn(rogue.account, rogue.password), ...taken]);
  return all.filter((each) => each !== undefined);
};

const askAccess = async (account: string) => {
  const { data } = await site.call('officeAccessAsk', { account, password });
  const [asked] = await rows(
    'select password_hash from operator_access order by asked_at desc, id desc limit 1',
  );
  return { code: data.code, hash: asked?.['password_hash'] ?? '' };
};
const askAs = (story: Story, account: string) => async (): Promise<void> => {
  const { code, hash } = await askAccess(account);
  story.codes.add(code);
  story.hashes.add(hash);
};

const asRogue = async ({ rogue }: Story, work: (by: Signed) => Promise<unknown>): Promise<void> => {
  const by = await signIn(rogue.account, rogue.password);
  if (by !== undefined) await work(by);
};
const asHonest = async ({ honest }: Story, work: (by: Signed) => Promise<unknown>): Promise<void> => {
  const [{ disabled_at: disabled } = {}] = await rows('select disabled_at from operator where id = $1', [
    honest.id,
  ]);
  const by = disabled === null ? await signIn(honest.account, honest.password) : undefined;
  if (by !== undefined) await work(by);
};

const decideAll = async (by: Signed, codes: Iterable<string>): Promise<void> => {
  const open = await rows(`select id, version from proposal where kind = 'operator' and state = 'proposed'`);
  for (const { id, version } of open) {
    for (const code of codes) {
      await by.call('officeOperatorDecide', { id, version: Number(version), decision: 'apply', code });
    }
  }
};

/** What the rogue tries after each step: accounts, passwords, approvals, and money. */
const grab = async (story: Story): Promise<void> => {
  await asRogue(story, async (by) => {
    for (const code of story.codes) {
      for (const account of [story.ghost, story.anna]) {
        await by.call('officeOperatorSave', { account, roles: ['owner', 'cashier'], code });
      }
    }
    for (const { id, version, disabled_at: disabled } of await others(story)) {
      const one = { id, version: Number(version) };
      if (disabled !== null) await by.call('officeOperatorSave', { ...one, disabled: false });
      for (const code of story.codes)
        await by.call('officeOperatorSave', { ...one, newPassword: true, code });
    }
  });
  const sessions = await sessionsOf(story);
  for (const by of sessions) await decideAll(by, [...story.codes, 'none']);
  // A proposal needs another to apply it.
  if (sessions.length < 2) return;
  for (const by of sessions) {
    const wish = { key: newId(), member: member.id, amount: '1', reason: 'For the test' };
    await by.call('officeAdjustmentAdd', wish);
  }
  for (const by of sessions) await applyMoney(by);
};

const applyMoney = async (by: Signed): Promise<void> => {
  const open = await rows(
    `select id, version from proposal where kind = 'adjustment' and state = 'proposed'`,
  );
  for (const { id, version } of open) {
    const [wallet] = await rows('select version from wallet where member_id = $1', [member.id]);
    await by.call('officeAdjustmentDecide', {
      id,
      version: Number(version),
      walletVersion: Number(wallet?.['version']),
      decision: 'apply',
      originSeen: true,
    });
  }
};

const others = ({ rogue, began }: Story) =>
  rows('select id, version, disabled_at from operator where id <> $1 and created_at >= $2', [
    rogue.id,
    began,
  ]);

/** She tells her code to both owners. */
const askHonestly = async (story: Story): Promise<void> => {
  story.annasCode = (await askAccess(story.anna)).code;
  story.codes.add(story.annasCode);
};

const steps = {
  'disables the other owner': (story: Story) =>
    asRogue(story, async (by) =>
      by.call('officeOperatorSave', {
        id: story.honest.id,
        version: await versionOf(story.honest.id),
        disabled: true,
      }),
    ),
  'takes the role of the other owner': (story: Story) =>
    asRogue(story, async (by) =>
      by.call('officeOperatorSave', {
        id: story.honest.id,
        version: await versionOf(story.honest.id),
        roles: ['auditor'],
      }),
    ),
  'asks for access as a ghost': (story: Story) => askAs(story, story.ghost)(),
  'asks for access as the other owner': (story: Story) => askAs(story, story.honest.account)(),
  'asks for access as an honest person': (story: Story) => askAs(story, story.anna)(),
  'asks to be alone': (story: Story) => asRogue(story, (by) => by.call('officeOwnerAlone')),
  'waits an hour': async (_story: Story) => site.clock.advance(hourMs),
  'waits a day': async (_story: Story) => site.clock.advance(25 * hourMs),
  'an honest person asks, and the honest owner proposes her': async (story: Story) => {
    await askHonestly(story);
    const wish = { account: story.anna, roles: ['owner', 'cashier'], code: story.annasCode };
    await asHonest(story, (by) => by.call('officeOperatorSave', wish));
  },
  'an honest person asks, and the honest owner applies what waits': async (story: Story) => {
    await askHonestly(story);
    await asHonest(story, (by) => decideAll(by, [story.annasCode]));
  },
};

/** A site with these two owners alone. */
const begin = async (): Promise<Story> => {
  await site.database.owner.query(
    `update operator set disabled_at = coalesce(disabled_at, $1), owner_until = null, roles = '{auditor}'`,
    [site.clock.now()],
  );
  await site.database.owner.query('delete from operator_access');
  await site.database.owner.query('delete from owner_alone');
  await site.database.owner.query(
    `update proposal set state = 'withdrawn', decided_by = proposed_by, decided_at = $1 where state = 'proposed'`,
    [site.clock.now()],
  );
  const [rogue, honest] = [await site.operator('owner', 'cashier'), await site.operator('owner', 'auditor')];
  const tail = newId().slice(-10);
  return {
    rogue,
    honest,
    ghost: `ghost${tail}`,
    anna: `anna${tail}`,
    codes: new Set(),
    hashes: new Set(),
    annasCode: '',
    began: site.clock.now(),
  };
};

const moved = async (): Promise<number> =>
  (await rows(`select id from proposal where kind = 'adjustment' and state = 'applied'`)).length;
const names = Object.keys(steps).filter((name): name is keyof typeof steps => name in steps);

const orders = commandLists(fc.constantFrom(...names), { minLength: 2, maxLength: 6 });

test('no owner moves money alone, in any order of their steps', async () => {
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      const before = await moved();
      const story = await begin();
      const endsAt = site.clock.now().getTime() + 7 * 24 * hourMs;
      // In the end every new operator may act.
      for (const name of [...order, 'waits a day', 'waits a day'] as const) {
        const isTooLate = name === 'waits a day' && site.clock.now().getTime() + 25 * hourMs >= endsAt;
        if (!isTooLate) await steps[name](story);
        await grab(story);
      }
      expect(await moved()).toBe(before);
    }),
    { numRuns: 6 },
  );
});

test.each([
  ['nor soon after the other owner was disabled', 'waits a day', 0],
  ['but once they were alone in view of all for seven days', 'asks to be alone', 1],
] as const)('%s', async (_what, first, expected) => {
  const before = await moved();
  const story = await begin();
  await steps['disables the other owner'](story);
  await steps[first](story);
  for (let days = 0; days < 7; days += 1) await steps['waits a day'](story);
  await steps['asks for access as a ghost'](story);
  await grab(story);
  await steps['waits a day'](story);
  await grab(story);
  expect(Math.min(1, (await moved()) - before)).toBe(expected);
});
