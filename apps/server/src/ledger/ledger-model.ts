import type { CounterAccount } from './posting.ts';

/** A command of the model test. Wallets, keys and holds are small numbers, so that they meet often. */
export type Command =
  | { do: 'open'; wallet: number }
  | { do: 'post'; postings: { wallet: number; key: number; amount: bigint; account: CounterAccount }[] }
  | { do: 'hold'; wallet: number; key: number; hold: number; amount: bigint }
  | { do: 'end'; wallet: number; key: number; hold: number; end: 'posted' | 'released' }
  | { do: 'pay'; credits: { wallet: number; key: number; amount: bigint }[] }
  | { do: 'recover'; wallet: number; key: number; amount: bigint };

/** The answer of a command in words: equal words mean equal answers. */
export type ModelAnswer = string;
export const applied = (available: bigint, held: bigint, version: bigint): ModelAnswer =>
  `applied: ${available} available, ${held} held, entry ${version}`;

type WalletModel = {
  available: bigint;
  held: bigint;
  version: bigint;
  /** Key → request and answer. */
  operations: Map<number, { asked: string; answer: ModelAnswer }>;
  holds: Map<number, { amount: bigint; open: boolean }>;
};
export type Model = Map<number, WalletModel>;

/** The rules of the ledger, one command at a time and in memory. Changes `model` and returns the answers. */
// oxlint-disable-next-line typescript/consistent-return -- the switch covers every command
export const applyToModel = (model: Model, command: Command): ModelAnswer[] => {
  switch (command.do) {
    case 'open':
      if (model.has(command.wallet)) return ['fault'];
      model.set(command.wallet, {
        available: 0n,
        held: 0n,
        version: 0n,
        operations: new Map(),
        holds: new Map(),
      });
      return ['opened'];
    case 'post':
      return command.postings.map(({ wallet, key, amount, account }) =>
        once(model, { wallet, key, asked: `post ${amount} ${account}` }, (w) =>
          w.available + amount < 0n ? 'insufficient' : move(w, amount, 0n),
        ),
      );
    case 'hold':
      return [holdInModel(model, command)];
    case 'end':
      return [endInModel(model, command)];
    case 'pay':
      return payInModel(model, command);
    case 'recover':
      return [recoverInModel(model, command)];
  }
};

const once = (
  model: Model,
  { wallet, key, asked }: { wallet: number; key: number; asked: string },
  decide: (wallet: WalletModel) => ModelAnswer,
): ModelAnswer => {
  const found = model.get(wallet);
  if (!found) return 'no_wallet';
  const before = found.operations.get(key);
  if (before) return before.asked === asked ? `again ${before.answer}` : 'key_reused';
  const answer = decide(found);
  if (answer !== 'fault' && answer !== 'no_hold') found.operations.set(key, { asked, answer });
  return answer;
};

const move = (wallet: WalletModel, amount: bigint, held: bigint): ModelAnswer => {
  wallet.available += amount;
  wallet.held += held;
  wallet.version += 1n;
  return applied(wallet.available, wallet.held, wallet.version);
};

const holdInModel = (model: Model, command: Extract<Command, { do: 'hold' }>): ModelAnswer => {
  const { hold, amount } = command;
  return once(model, { ...command, asked: `hold ${hold} ${amount}` }, (w) => {
    if (w.available < amount) return 'insufficient';
    if (w.holds.has(hold)) return 'fault';
    w.holds.set(hold, { amount, open: true });
    return move(w, -amount, amount);
  });
};

const endInModel = (model: Model, command: Extract<Command, { do: 'end' }>): ModelAnswer => {
  const { hold, end } = command;
  const answer = once(model, { ...command, asked: `end ${hold} ${end}` }, (w) => {
    const found = w.holds.get(hold);
    if (!found) return 'no_hold';
    if (!found.open) return 'hold_ended';
    found.open = false;
    return move(w, end === 'released' ? found.amount : 0n, -found.amount);
  });
  return answer === 'no_wallet' ? 'no_hold' : answer;
};

/** All credits of a chunk or, when one of them is impossible, none. */
const payInModel = (model: Model, { credits }: Extract<Command, { do: 'pay' }>): ModelAnswer[] => {
  const trial = structuredClone(model);
  let count = 0;
  for (const { wallet, key, amount } of credits) {
    const answer = once(trial, { wallet, key, asked: `pay ${amount}` }, (w) => move(w, amount, 0n));
    if (answer === 'no_wallet' || answer === 'key_reused') return ['fault'];
    if (!answer.startsWith('again')) count++;
  }
  for (const [wallet, state] of trial) model.set(wallet, state);
  return [`paid ${count}`];
};

const recoverInModel = (model: Model, command: Extract<Command, { do: 'recover' }>): ModelAnswer => {
  const asked = `recover ${command.amount}`;
  const answer = once(model, { ...command, asked }, (w) => {
    const taken = w.available < command.amount ? w.available : command.amount;
    if (taken > 0n) move(w, -taken, 0n);
    return `took ${taken}`;
  });
  return answer === 'no_wallet' || answer === 'key_reused' ? 'fault' : answer;
};
