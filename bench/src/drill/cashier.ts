import { createArrivals } from '../../../apps/server/src/payments/recharges/arrivals.ts';
import { createCashier } from '../../../apps/server/src/payments/service.ts';
import { createTurnovers } from '../../../apps/server/src/payments/turnover/service.ts';
import { settledStakes } from '../../../apps/server/src/betting/bets/stakes.ts';
import { createBus } from '../../../apps/server/src/core/events.ts';
import { manualClock } from '../../../apps/server/src/core/clock.ts';
import { readConfig } from '../../../apps/server/src/core/config/config.ts';
import { newId } from '../../../apps/server/src/core/ids.ts';
import { createLog } from '../../../apps/server/src/core/logging/log.ts';
import { currencies } from '@touchline/money/currency';
import type { Member } from './ledger.ts';
import { inGroups, type Cost } from './measure.ts';
import type { Site } from './site.ts';

/** A Thursday at noon, when withdrawals are open, and a day on which their methods were saved long before. */
const [noon, before] = [new Date('2026-06-11T12:00:00Z'), new Date('2026-06-01T12:00:00Z')];
const address = 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX';
const rail = 'usdt-trc20';
/** One call after another, as the calls of members come. */
const each = { size: 1 };

/**
 * Every member recharges by a chain, whose payment is reported twice, and withdraws: an operator approves, and the payer pays by a
 * reference of its own. A payment is then reported for the recharge of a member of another group, which must not be credited.
 * @returns what a call has cost, by step
 */
export const runCashier = async (site: Site, members: readonly Member[]): Promise<Record<string, Cost>> => {
  const { groups } = site.database;
  const log = createLog('silent');
  const bus = createBus(log);
  const clock = manualClock(noon);
  const currency = currencies.PLAY;
  const turnovers = createTurnovers({
    groups,
    stakes: (owner, after, on) => settledStakes(on, owner, after),
  });
  const arrivals = createArrivals({
    groups,
    wallet: site.wallet,
    turnovers,
    clock,
    scale: currency.scale,
    rateOf: () => undefined,
    bus,
  });
  const cashier = createCashier({
    ...site.database,
    wallet: site.wallet,
    turnovers,
    arrivals,
    clock,
    log,
    currency,
    config: readConfig({ TURNOVER_MULTIPLE: '0', PAYOUT_SANDBOX_SECONDS: '1' }),
    names: { verifiedName: () => Promise.resolve(undefined), sameName: () => false },
    checkSecond: () => Promise.resolve(),
    deposits: {
      allocate: ({ rechargeId }) => Promise.resolve({ address: `address of ${rechargeId}` }),
      confirmations: () => Promise.resolve({ have: 20, need: 19 }),
      lookUp: () => Promise.resolve({ found: false }),
      isDeadEnd: () => Promise.resolve(false),
      isSandbox: () => true,
      testNetwork: () => undefined,
      payPage: () => '/',
    },
    railOf: () => {
      throw new Error('The story has no hosted rail');
    },
    claimVoucher: () => Promise.resolve('not_found'),
    compareMember: () => Promise.resolve(),
    admitDeposit: () => Promise.resolve(),
    bus,
  });
  const recharges = new Map<string, string>();
  const methods = new Map<string, string>();
  const asked = new Map<string, string>();
  const idIn = (ids: ReadonlyMap<string, string>, { memberId }: Member): string => ids.get(memberId) ?? '';
  const notice = (owner: Member, ref: string) =>
    arrivals.final({
      ...owner,
      rechargeId: idIn(recharges, owner),
      rail,
      ref,
      paidUnits: 100_000_000n,
      seenAt: clock.now(),
      block: 1n,
    });
  const forEach = (work: (owner: Member) => Promise<void>): Promise<Cost> =>
    inGroups(site, members, each, async (_group, batch) => {
      for (const owner of batch) await work(owner);
    });
  const costs: Record<string, Cost> = {};

  costs['recharge'] = await forEach(async (owner) => {
    const input = { key: 'drill-recharge', channel: rail, amount: '100' };
    const made = await cashier.recharges.create(owner, input, { lan: 'en', origin: 'http://localhost' });
    recharges.set(owner.memberId, made.id);
  });
  costs['credit a payment'] = await forEach((owner) => notice(owner, owner.memberId));
  costs['the same payment again'] = await forEach((owner) => notice(owner, owner.memberId));
  const [one, other] = [site.groups[0], site.groups.at(-1)].map((group) =>
    members.find(({ shard }) => group?.shards.has(shard)),
  );
  if (one && other && one.memberId !== other.memberId) {
    const isTaken = await notice(other, one.memberId).then(
      () => false,
      (error: unknown) => error instanceof Error && error.message.includes('another recharge'),
    );
    if (!isTaken) throw new Error('A payment counted for two recharges');
  }

  clock.set(before);
  await forEach(async (owner) => {
    const { id } = await cashier.payouts.save(owner, { type: rail, address }, '127.0.0.1');
    methods.set(owner.memberId, id);
  });
  clock.set(noon);
  costs['withdraw'] = await forEach(async (owner) => {
    const input = { key: 'drill-withdraw', wallet: idIn(methods, owner), amount: '50' };
    asked.set(owner.memberId, (await cashier.withdrawals.create(owner, input, '127.0.0.1')).id);
  });
  const operator = newId();
  costs['approve'] = await forEach(async (owner) => {
    const seen = { id: idIn(asked, owner), version: 0 };
    await cashier.review.approve(owner, seen, operator, () => Promise.resolve());
  });
  // Paid after a second and arrived after two; a pass of the payer takes some hundred of each group.
  clock.set(new Date(noon.getTime() + 10_000));
  const isUnderWay = async (): Promise<boolean> =>
    (await cashier.desk.queue('paying', { limit: 1, offset: 0 })).total > 0;
  do await cashier.review.advance();
  while (await isUnderWay());
  const { total } = await cashier.desk.queue('ended', { limit: 1, offset: 0 });
  if (total !== members.length) throw new Error(`${total} of ${members.length} withdrawals have arrived`);
  return costs;
};
