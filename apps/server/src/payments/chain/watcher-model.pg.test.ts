import { hash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId, shardOf } from '../../core/ids.ts';
import { createLog } from '../../core/logging/log.ts';
import { commandLists } from '../../testing/commands.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { createDeriver, parseAddress, toHex, type Hex } from './address.ts';
import { Allocator } from './allocate.ts';
import type { ChainSink, DepositTransfer } from './deposit.ts';
import { sandboxXpub } from './sandbox-node.ts';
import {
  badMinute,
  createSimulatedChain,
  type Payment,
  type SimulatedChain,
} from './testing/simulated-chain.ts';
import { WatchedAddresses } from './watched.ts';
import { Watcher } from './watcher.ts';

const network = 'usdt-erc20';
const token: Hex = `0x${'aa'.repeat(20)}`;
const stranger: Hex = `0x${'bb'.repeat(20)}`;
const log = createLog('silent');
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** What can happen, in any order. */
const payment = fc.record({
  to: fc.oneof(
    { weight: 4, arbitrary: fc.nat(3) },
    { weight: 1, arbitrary: fc.constant('stranger' as const) },
  ),
  value: fc.constantFrom(1n, 2n, 3n, 5_000_000n, 5_000_000n, 0n, 2n ** 70n),
  token: fc.constantFrom(...Array.from({ length: 9 }, () => token), stranger),
  isWithLast: fc.boolean(),
});
const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const accident = fc.oneof(
  often(
    6,
    fc.record({
      kind: fc.constant('mine' as const),
      payments: fc.array(payment, { minLength: 1, maxLength: 4 }),
    }),
  ),
  often(6, fc.record({ kind: fc.constant('poll' as const) })),
  often(
    5,
    fc.record({
      kind: fc.constant('reorganise' as const),
      depth: fc.integer({ min: 1, max: 4 }),
      longer: fc.integer({ min: -3, max: 3 }),
      order: fc.constantFrom('same', 'turned', 'late', 'lost'),
    }),
  ),
  often(1, fc.record({ kind: fc.constant('fail' as const), call: fc.integer({ min: 1, max: 12 }) })),
  often(1, fc.record({ kind: fc.constant('crash' as const), call: fc.integer({ min: 1, max: 12 }) })),
  often(1, fc.record({ kind: fc.constant('turnMeanwhile' as const), call: fc.integer({ min: 1, max: 10 }) })),
  often(
    2,
    fc.record({
      kind: fc.constant('sinkFails' as const),
      before: fc.boolean(),
      which: fc.constantFrom('seen', 'final', 'orphaned'),
    }),
  ),
  often(1, fc.record({ kind: fc.constant('restart' as const) })),
  often(1, fc.record({ kind: fc.constant('twoAtOnce' as const) })),
  often(
    1,
    fc.record({
      kind: fc.constant('lag' as const),
      blocks: fc.integer({ min: 0, max: 4 }),
      of: fc.constantFrom('all', 'logs'),
    }),
  ),
);
type Accident = typeof accident extends fc.Arbitrary<infer T> ? T : never;

const keyOf = ({ txHash, logIndex }: { txHash: string; logIndex: number }) => `${txHash}:${logIndex}`;

/** A watcher over a simulated chain, with addresses and a recharge module that counts. */
const openSimulation = async () => {
  await database.owner.query(
    'truncate chain_counter, chain_address, chain_lead, chain_cursor, chain_block, chain_transfer, chain_taken_back',
  );
  const allocator = new Allocator({
    pool: database.pool,
    deriver: createDeriver(sandboxXpub),
    watchDays: 1,
  });
  const owners = new Map<Hex, string>();
  const own: Hex[] = [];
  const give = async (): Promise<Hex> => {
    const [memberId, rechargeId] = [newId(), newId()];
    const shown = await allocator.allocate({ network, shard: shardOf(memberId), memberId, rechargeId });
    const address = parseAddress(network, shown) ?? stranger;
    owners.set(address, rechargeId);
    own.push(address);
    return address;
  };
  for (let i = 0; i < 3; i++) await give();

  const chain = createSimulatedChain(new Set([token]), 4, 3);
  const credited = new Map<string, bigint>();
  const last = new Map<string, string>();
  let failing: { before: boolean; which: string } | undefined;
  const told = (state: 'seen' | 'final' | 'orphaned') => async (transfer: DepositTransfer) => {
    const fails = failing?.which === state;
    if (fails && failing?.before === true) throw new Error('the recharge module is away');
    last.set(`${keyOf(transfer)} ${transfer.rechargeId} ${transfer.micro}`, state);
    if (state === 'final') {
      const onChain = chain.finalLogs().find((each) => keyOf(each) === keyOf(transfer));
      // The one rule: every transfer delivered as final is in a final block, unchanged.
      expect(onChain).toMatchObject({ token, value: transfer.micro, blockNumber: transfer.blockNumber });
      expect(owners.get(onChain?.to ?? stranger)).toBe(transfer.rechargeId);
      credited.set(keyOf(transfer), transfer.micro);
    }
    if (fails) throw new Error('the recharge module went away behind it');
  };
  const sink: ChainSink = { seen: told('seen'), final: told('final'), orphaned: told('orphaned') };
  const open = (): Watcher =>
    new Watcher({
      pool: database.pool,
      log,
      sink,
      watched: new WatchedAddresses(database.pool, () => 0),
      networks: [{ network, node: chain.node, tokens: new Map([[token, 6]]) }],
    });
  return {
    chain,
    own,
    give,
    credited,
    last,
    open,
    failSink: (with_: typeof failing) => {
      failing = with_;
    },
  };
};
type Simulation = Awaited<ReturnType<typeof openSimulation>>;

/** How many transactions there were in all runs: each has a hash of its own. */
let transactions = 0;
const toPayments = async (
  simulation: Simulation,
  wanted: Extract<Accident, { kind: 'mine' }>['payments'],
): Promise<Payment[]> => {
  const payments: Payment[] = [];
  for (const { to, value, token: of, isWithLast } of wanted) {
    const before = payments.at(-1);
    const txHash =
      isWithLast && before ? before.txHash : toHex(hash('sha256', `transaction ${transactions++}`, 'buffer'));
    // The fourth is an address allocated just before it is paid to.
    const address = to === 'stranger' ? stranger : (simulation.own[to] ?? (await simulation.give()));
    payments.push({ txHash, token: of, to: address, value });
  }
  return payments;
};

const replace = (
  chain: SimulatedChain,
  { depth, longer, order }: Extract<Accident, { kind: 'reorganise' }>,
) => {
  const before = chain.length();
  const payments = chain.rollBack(depth);
  const count = Math.max(1, before - chain.length() + longer);
  const turned = order === 'turned' ? payments.toReversed() : payments;
  for (let i = 0; i < count; i++) {
    const at = order === 'late' ? count - 1 : 0;
    chain.mine(i === at && order !== 'lost' ? turned : []);
  }
};

const freeLead = () => database.pool.query(`update chain_lead set until = now() - interval '1 second'`);

/** Runs an accident; returns the watcher that watches from then on. */
const happen = async (simulation: Simulation, watcher: Watcher, what: Accident): Promise<Watcher> => {
  try {
    return (await befall(simulation, watcher, what)) ?? watcher;
  } finally {
    simulation.chain.onCall(() => undefined);
    simulation.failSink(undefined);
  }
};

const befall = async (
  simulation: Simulation,
  watcher: Watcher,
  what: Accident,
): Promise<Watcher | undefined> => {
  const { chain } = simulation;
  const at = (wanted: number, then: () => void) => (call: number) => {
    if (call === wanted) then();
  };
  switch (what.kind) {
    case 'mine':
      chain.mine(await toPayments(simulation, what.payments));
      break;
    case 'reorganise':
      replace(chain, what);
      break;
    case 'poll':
      await watcher.poll();
      break;
    case 'fail':
      chain.onCall(at(what.call, badMinute));
      await watcher.poll();
      break;
    case 'crash':
      chain.onCall(
        at(what.call, () => {
          throw new Error('killed');
        }),
      );
      await watcher.poll().catch((error: unknown) => expect(error).toMatchObject({ message: 'killed' }));
      await freeLead();
      return simulation.open();
    case 'turnMeanwhile':
      chain.onCall(at(what.call, () => replace(chain, { ...what, ...turnedOver })));
      await watcher.poll();
      break;
    case 'sinkFails':
      simulation.failSink(what);
      await watcher.poll();
      break;
    case 'restart':
      await watcher.stop();
      return simulation.open();
    case 'twoAtOnce': {
      const other = simulation.open();
      const first = watcher.poll();
      await freeLead();
      await Promise.all([first, other.poll()]);
      await freeLead();
      return other;
    }
    case 'lag':
      chain.lagBy(what.blocks, what.of === 'all' ? 'all' : 'logs');
      break;
  }
  return undefined;
};
const turnedOver = { kind: 'reorganise', depth: 3, longer: 1, order: 'turned' } as const;

test('after any accidents, each deposit of the final chain is credited once, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(commandLists(accident, { minLength: 5, maxLength: 30 }), async (accidents) => {
      const simulation = await openSimulation();
      const { chain, credited, own } = simulation;
      let watcher = simulation.open();
      await watcher.poll();
      for (const what of accidents) watcher = await happen(simulation, watcher, what);

      chain.lagBy(0, 'all');
      chain.onCall(() => undefined);
      simulation.failSink(undefined);
      for (let i = 0; i < 5; i++) chain.mine();
      for (let i = 0; i < 2; i++) await watcher.poll();

      const due = chain
        .finalLogs()
        .filter(
          ({ to, value, token: of }) => own.includes(to) && of === token && value > 0n && value < 2n ** 63n,
        );
      expect(new Map(due.map((each) => [keyOf(each), each.value]))).toEqual(credited);
      // Transfers that were seen and did not become final were taken back.
      const left = [...simulation.last].filter(([, state]) => state === 'seen');
      expect(left).toEqual([]);
      const { rows } = await database.pool.query('select 1 from chain_transfer where told < revision');
      expect(rows).toEqual([]);
    }),
    { numRuns: 16 },
  );
});
