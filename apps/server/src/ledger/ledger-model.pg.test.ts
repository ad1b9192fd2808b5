import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../core/ids.ts';
import { commandLists } from '../testing/commands.ts';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { auditShard } from './auditor.ts';
import { rollUpHouse } from './house.ts';
import { applied, applyToModel, type ModelAnswer, type Command, type Model } from './ledger-model.ts';
import type { OperationOutcome } from './outcomes.ts';
import { Wallet } from './service.ts';

/** Wallets 0 … 2 share a shard, where chunks are paid; wallet 3 has another. */
const shardOfWallet = (wallet: number): number => (wallet < 3 ? 5 : 6);

const wallet = fc.integer({ min: 0, max: 3 });
const key = fc.integer({ min: 0, max: 9 });
const hold = fc.integer({ min: 0, max: 2 });
const amount = fc.constantFrom(1n, 10n, 30n);
const signed = fc.constantFrom(100n, 30n, -10n, -30n);

const commands: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('open'), wallet }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('post'),
      postings: fc.uniqueArray(
        fc.record({ wallet, key, amount: signed, account: fc.constantFrom('promotions', 'stakes') }),
        { minLength: 1, maxLength: 4, selector: (posting) => posting.wallet },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold'), wallet, key, hold, amount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('end'),
      wallet,
      key,
      hold,
      end: fc.constantFrom('posted', 'released'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pay'),
      credits: fc.array(fc.record({ wallet: fc.integer({ min: 0, max: 2 }), key, amount }), {
        minLength: 1,
        maxLength: 6,
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('recover'), wallet, key, amount }) },
);

describe('the ledger behaves like its model', () => {
  let database: TestDatabase;
  let ledger: Wallet;
  const members = [newId(), newId(), newId(), newId()];
  const holds = Array.from({ length: 12 }, newId);
  beforeAll(async () => {
    database = await testDatabase(8);
    ledger = new Wallet(database);
  });
  afterAll(() => database.close());

  const fresh = async (): Promise<Model> => {
    await database.owner.query('truncate wallet, operation, entry, hold, house_total');
    await database.pool.query('update house_watermark set tx = 0');
    // Most runs need wallets; opening one again is a fault that the commands try too.
    const model: Model = new Map();
    for (const one of [0, 1, 3]) {
      const open: Command = { do: 'open', wallet: one };
      applyToModel(model, open);
      await execute(open);
    }
    return model;
  };

  const owner = (number: number) => ({ memberId: members[number] ?? '', shard: shardOfWallet(number) });
  const holdId = (wallet: number, hold: number): string => holds[wallet * 3 + hold] ?? '';

  const execute = async (command: Command): Promise<ModelAnswer[]> => {
    try {
      return await send(command);
    } catch {
      return ['fault'];
    }
  };

  // oxlint-disable-next-line typescript/consistent-return -- the switch covers every command
  const send = async (command: Command): Promise<ModelAnswer[]> => {
    switch (command.do) {
      case 'open':
        await ledger.open(database.pool, { ...owner(command.wallet), currency: 'PLAY' });
        return ['opened'];
      case 'post':
        return (
          await ledger.post(
            command.postings.map((p) => ({
              ...owner(p.wallet),
              key: `k${p.key}`,
              kind: 'post',
              amountMinor: p.amount,
              counterAccount: p.account,
            })),
          )
        ).map(inWords);
      case 'hold':
        return (
          await ledger.hold([
            {
              ...owner(command.wallet),
              key: `k${command.key}`,
              id: holdId(command.wallet, command.hold),
              kind: 'hold',
              amountMinor: command.amount,
            },
          ])
        ).map(inWords);
      case 'end': {
        const end = { ...owner(command.wallet), key: `k${command.key}`, kind: 'end' };
        const id = holdId(command.wallet, command.hold);
        return (
          await ledger.endHolds([
            command.end === 'posted'
              ? { ...end, id, end: 'posted', counterAccount: 'external:bank' }
              : { ...end, id, end: 'released' },
          ])
        ).map(inWords);
      }
      case 'pay': {
        const { applied } = await ledger.payMany({
          shard: shardOfWallet(0),
          credits: command.credits.map((c) => ({
            memberId: owner(c.wallet).memberId,
            key: `k${c.key}`,
            kind: 'pay',
            amountMinor: c.amount,
            counterAccount: 'payouts',
          })),
        });
        return [`paid ${applied}`];
      }
      case 'recover':
        return (
          await ledger.recover([
            {
              ...owner(command.wallet),
              key: `k${command.key}`,
              kind: 'recover',
              amountMinor: command.amount,
              counterAccount: 'payouts',
            },
          ])
        ).map(({ takenMinor, replayed }) => `${replayed ? 'again ' : ''}took ${takenMinor}`);
    }
  };

  const inWords = (outcome: OperationOutcome): ModelAnswer => {
    if (outcome.outcome === 'key_reused') return 'key_reused';
    const words =
      outcome.outcome === 'applied'
        ? applied(outcome.availableAfter, outcome.heldAfter, outcome.version)
        : outcome.reason;
    return outcome.replayed ? `again ${words}` : words;
  };

  /** Compares every balance with the model. */
  const expectBalances = async (model: Model): Promise<void> => {
    for (const number of members.keys()) {
      const { memberId, shard } = owner(number);
      const balance = await ledger.balance(memberId, shard);
      const state = model.get(number);
      expect(balance && [balance.availableMinor, balance.heldMinor, balance.version]).toEqual(
        state && [state.available, state.held, state.version],
      );
    }
  };

  /** Checks I1 to I7. What breaks one of them stays, so a few times in a run are enough. */
  const expectSound = async (): Promise<void> => {
    for (const shard of [5, 6]) expect(await auditShard(database.pool, shard)).toEqual([]);
  };

  test('one command after another', async () => {
    await fc.assert(
      fc.asyncProperty(commandLists(commands, { minLength: 5, maxLength: 25 }), async (run) => {
        const model = await fresh();
        for (const [n, command] of run.entries()) {
          expect(await execute(command)).toEqual(applyToModel(model, command));
          await expectBalances(model);
          if (n % 8 !== 7) continue;
          await rollUpHouse(database.pool, [5, 6]);
          await expectSound();
        }
        await expectSound();
      }),
      { numRuns: 10 },
    );
  });

  test('several commands at once answer as in some sequence of their steps', async () => {
    await fc.assert(
      fc.asyncProperty(
        commandLists(fc.array(commands, { minLength: 2, maxLength: 4 }), { minLength: 2, maxLength: 10 }),
        async (rounds) => {
          let model = await fresh();
          for (const round of rounds) {
            const rollUp = rollUpHouse(database.pool, [5, 6]);
            const answers = await Promise.all(round.map(execute));
            await rollUp;
            const order = explaining(model, round, answers);
            if (!order) throw new Error(`No order explains ${JSON.stringify(answers)}`);
            model = order;
            await expectBalances(model);
          }
          await expectSound();
        },
      ),
      { numRuns: 10 },
    );
  });
});

/** The least that is decided at once: a chunk of credits as a whole, but each posting separately. */
const stepsOf = (
  command: Command,
  answers: readonly ModelAnswer[],
): { command: Command; answers: readonly ModelAnswer[] }[] =>
  command.do === 'post' && answers.length === command.postings.length
    ? command.postings.map((posting, i) => ({
        command: { do: 'post', postings: [posting] },
        answers: answers.slice(i, i + 1),
      }))
    : [{ command, answers }];

/** The model after a sequence of the commands that gives these answers; undefined when there is none. */
const explaining = (
  model: Model,
  commands: readonly Command[],
  answers: readonly ModelAnswer[][],
): Model | undefined => {
  const steps = commands.flatMap((command, i) => stepsOf(command, answers[i] ?? []));
  // The answers say every balance and version, so that the steps done decide the state, in any order.
  const hopeless = new Set<string>();
  const follow = (from: Model, left: readonly number[]): Model | undefined => {
    if (left.length === 0) return from;
    if (hopeless.has(left.join())) return undefined;
    for (const nth of left) {
      const step = steps[nth];
      const next = structuredClone(from);
      if (!step || JSON.stringify(applyToModel(next, step.command)) !== JSON.stringify(step.answers))
        continue;
      const after = follow(
        next,
        left.filter((other) => other !== nth),
      );
      if (after) return after;
    }
    hopeless.add(left.join());
    return undefined;
  };
  return follow(model, [...steps.keys()]);
};
