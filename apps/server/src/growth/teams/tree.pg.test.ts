import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, shardOf } from '../../core/ids.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { TeamDevices } from './devices.ts';
import { raiseFlags, TeamFlags } from './flags.ts';
import { joinTeam, leadersOf } from './tree.ts';
import type { Owner } from '../../core/owner.ts';

describe('the tree of a team', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  const newOwner = (): Owner => {
    const memberId = newId();
    return { memberId, shard: shardOf(memberId) };
  };
  const join = async (inviter: Owner): Promise<Owner> => {
    const owner = newOwner();
    await joinTeam(database.pool, owner, inviter.memberId);
    return owner;
  };
  const leaders = async (owner: Owner): Promise<string[]> =>
    (await leadersOf(database.pool, owner)).map(({ memberId }) => memberId);

  it("of any shape: a member's leaders are the inviter and the inviter's first two", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { minLength: 1, maxLength: 25 }), async (inviters) => {
        const members = [newOwner()];
        for (const [i, n] of inviters.entries()) {
          const inviter = members[n % (i + 1)];
          if (inviter === undefined) throw new Error('an inviter comes before');
          const joined = await join(inviter);
          expect(await leaders(joined)).toEqual([inviter.memberId, ...(await leaders(inviter)).slice(0, 2)]);
          expect(await leaders(joined)).not.toContain(joined.memberId);
          members.push(joined);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('refuses a member below themselves, below their own team, or twice', async () => {
    const leader = await join(newOwner());
    const friend = await join(leader);
    const own = newOwner();
    await expect(joinTeam(database.pool, own, own.memberId)).rejects.toMatchObject({ code: '23514' });
    await expect(joinTeam(database.pool, leader, friend.memberId)).rejects.toMatchObject({ code: '23505' });
    await expect(joinTeam(database.pool, friend, newId())).rejects.toMatchObject({ code: '23505' });
    // The founder of a line has no leaders: a descendant as inviter would close a circle, and the table
    // refuses it.
    const founder = newOwner();
    const below = await join(founder);
    await expect(joinTeam(database.pool, founder, below.memberId)).rejects.toMatchObject({ code: '23514' });
    expect(await leaders(friend)).toEqual([leader.memberId, expect.any(String)]);
  });

  describe('devices', () => {
    const devices = new TeamDevices({ secret: Buffer.alloc(32, 7), timeZone: 'UTC' });
    const see = (owner: Owner, device: string, now = new Date()) =>
      devices.see(database.pool, owner, device, now);
    const flagsOf = async (...owners: Owner[]): Promise<unknown[]> => {
      const { rows } = await new TeamFlags(database.pool).list(undefined, { limit: 100, offset: 0 });
      const ids = owners.map(({ memberId }) => memberId);
      return rows
        .filter((row) => ids.includes(row.member_id))
        .map((row) => [ids.indexOf(row.member_id), ids.indexOf(row.leader_id), row.reason, row.state]);
    };

    it('flag members who share one with a leader, in either order, and no other member', async () => {
      const leader = newOwner();
      const first = await join(leader);
      const second = await join(first);
      const stranger = newOwner();
      await see(stranger, 'device-a');
      await see(leader, 'device-a');
      expect(await flagsOf(leader, first, second, stranger)).toEqual([]);
      await see(second, 'device-a');
      expect(await flagsOf(leader, first, second)).toEqual([[2, 0, 'same_device', 'open']]);
      await see(first, 'device-b');
      await see(leader, 'device-b');
      await see(leader, 'device-b');
      expect(await flagsOf(leader, first, second)).toHaveLength(2);
    });

    it('are stored as a hash, and deleted after a year', async () => {
      const owner = newOwner();
      const now = new Date('2026-06-11T12:00:00Z');
      await see(owner, 'a-device-of-mine', now);
      const count = async () =>
        (await database.pool.query('select from team_device where member_id = $1', [owner.memberId]))
          .rowCount;
      const { rows } = await database.pool.query<{ device: Buffer }>(
        'select device from team_device where member_id = $1',
        [owner.memberId],
      );
      expect(rows[0]?.device).toHaveLength(32);
      expect(rows[0]?.device.toString()).not.toContain('mine');
      await devices.forget(database.pool, new Date('2027-06-01T12:00:00Z'));
      expect(await count()).toBe(1);
      await devices.forget(database.pool, new Date('2027-06-20T12:00:00Z'));
      expect(await count()).toBe(0);
    });

    it('raise a flag once for each reason', async () => {
      const leader = newOwner();
      const friend = await join(leader);
      const of = (reason: 'same_device' | 'same_payment') => ({ reason, timeZone: 'UTC' });
      for (let n = 0; n < 2; n++) {
        await raiseFlags(database.pool, friend, [leader.memberId, newId()], of('same_payment'));
        await raiseFlags(database.pool, leader, [friend.memberId], of('same_device'));
      }
      expect(await flagsOf(leader, friend)).toEqual([
        [1, 0, 'same_payment', 'open'],
        [1, 0, 'same_device', 'open'],
      ]);
    });
  });
});
