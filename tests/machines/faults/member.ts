import { setTimeout as wait } from 'node:timers/promises';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import { CallRefused, memberApi, password, type MemberApi } from '../../fixtures/member-api.ts';
import type { Given, History } from './history.ts';
import type { Deed } from './plan.ts';
import { createSender, NotDone, type Operation, type RunClock, type Sender } from './sender.ts';

/** A match as a member knows it: its id and the prices of who wins. */
export type Market = { event: string; selections: { selection: string; odds: string }[] };

/** A receipt that a member was given, or the bet whose receipt is to be asked for. */
export type Kept = { id: string; receipt: Receipt | null; account: string };

export type Member = {
  account: string;
  sender: Sender;
  /** Signs in. */
  enter(): Promise<void>;
  /** Does what is planned, each at its time, until the run is over. */
  play(deeds: readonly Deed[], over: AbortSignal): Promise<void>;
  api(): MemberApi;
};

type Options = {
  account: string;
  /** Addresses of the servers. */
  urls: readonly string[];
  history: History;
  now: RunClock;
  /** Matches that members may bet on, those that are over as well. */
  markets: readonly Market[];
  /** The receipts of the run. */
  kept: Kept[];
};

/** Pause of a member without an answer before the next deed. */
const afterSilenceMs = 400;

/** The place of a number from 0 to 1 in a list. */
const at = <T>(list: readonly T[], share: number): T | undefined => list[Math.floor(share * list.length)];

/** A refusal as the sender knows it. */
const asNotDone = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    throw error instanceof CallRefused ? new NotDone(error.reason) : error;
  }
};

/** A member of a run, who bets, sells, recharges and withdraws as the plan says, on any of the servers. */
export const createMember = ({ account, urls, history, now, markets, kept }: Options): Member => {
  const sender = createSender(account, history, now);
  let token = '';
  let turn = 0;
  let wallet: string | undefined;
  const bets: string[] = [];
  const withdrawals: string[] = [];

  /** The next server in turn. */
  const api = (): MemberApi => memberApi(urls[turn++ % urls.length] ?? '', token);
  const signIn = async (): Promise<void> => {
    const { token: given } = await api().login(account);
    token = given;
  };
  /** Makes a call; with a session that has ended, signs in for the next one. */
  const ask = async <T>(work: (on: MemberApi) => Promise<T>): Promise<T> => {
    try {
      return await asNotDone(work(api()));
    } catch (error) {
      if (error instanceof NotDone && /^(sign_in|token_expired)$/.test(error.reason))
        await signIn().catch(() => undefined);
      throw error;
    }
  };

  const bet = (deed: Deed, key: string, count: number): Operation | undefined => {
    const first = Math.floor(deed.which * markets.length);
    const legs = Array.from({ length: count }, (_, n) => {
      const market = markets[(first + n) % markets.length];
      const priced = market && at(market.selections, (deed.how * (n + 1)) % 1);
      return market && priced && { event: market.event, market: '1x2', ...priced };
    }).filter((leg) => leg !== undefined);
    if (legs.length < count) return undefined;
    const stake = `${deed.amount}.00`;
    return {
      key,
      asked: { what: 'bet', stake, legs: legs.map(({ event, selection }) => ({ event, selection })) },
      send: () =>
        ask(async (on) => {
          const type = count === 1 ? ('single' as const) : ('accumulator' as const);
          const order = { key, type, stake, accept: 'any' as const, again: true, legs };
          const placed = await on.call('orderAdd', order);
          kept.push({ id: placed.id, receipt: placed.receipt, account });
          if (!bets.includes(placed.id)) bets.push(placed.id);
          const odds = placed.legs.map((leg) => leg.odds).join(' ');
          return { what: 'bet', id: placed.id, stake: placed.stake, potential: placed.potential, odds };
        }),
    };
  };
  const sell = async (deed: Deed, key: string): Promise<Operation | undefined> => {
    const id = at(bets, deed.which);
    if (id === undefined) return undefined;
    const share = at(['1', '1', '0.5', '0.25'], deed.how) ?? '1';
    // An offer cannot be asked for twice under one key: the same one is sent again.
    const quote = await ask((on) => on.call('cashOutQuote', { bet: id })).catch(() => undefined);
    if (quote === undefined) return undefined;
    return {
      key,
      asked: { what: 'sell', bet: id, share },
      send: () =>
        ask(async (on) => {
          const sold = await on.call('cashOut', { key, bet: id, quote: quote.quote, share });
          return { what: 'sell', cashOut: sold.cashOut ?? '0.00', openStake: sold.openStake ?? sold.stake };
        }),
    };
  };
  const withdraw = async (deed: Deed, key: string): Promise<Operation | undefined> => {
    wallet ??= await payoutMethod(ask).catch(() => undefined);
    const to = wallet;
    if (to === undefined) return undefined;
    const amount = `${10 + deed.amount * 3}.00`;
    return {
      key,
      asked: { what: 'withdraw', amount },
      send: () =>
        ask(async (on) => {
          const asked = await on.call('createWithdraw', { key, wallet: to, amount, password });
          if (!withdrawals.includes(asked.id)) withdrawals.push(asked.id);
          return { what: 'withdraw', id: asked.id, amount: asked.amount, fee: asked.fee };
        }),
    };
  };
  const done = async (call: Promise<unknown>): Promise<Given> => {
    await call;
    return { what: 'done' };
  };
  const recharge = (deed: Deed, key: string, channel: 'cash-card' | 'usdt-erc20'): Operation => {
    const amount = `${20 + deed.amount}.00`;
    return {
      key,
      asked: { what: 'recharge', channel, amount },
      send: () =>
        ask(async (on) => {
          const begun = await on.call('createRecharge', { key, channel, amount });
          return { what: 'recharge', id: begun.id, amount: begun.amount };
        }),
    };
  };

  const cancel = (deed: Deed, key: string): Operation | undefined => {
    const id = at(withdrawals, deed.which);
    if (id === undefined) return undefined;
    const asked = { what: 'cancel' as const, withdrawal: id };
    return { key, asked, send: () => done(ask((on) => on.call('cancelWithdraw', { id }))) };
  };
  const balance = (_deed: Deed, key: string): Operation => ({
    key,
    asked: { what: 'balance' },
    send: () =>
      ask(async (on) => {
        const { balance: available, held } = await on.call('userInfo', {});
        return { what: 'balance', available, held };
      }),
  });
  const limit = (deed: Deed, key: string): Operation => {
    const amount = `${50 + deed.amount * 5}.00`;
    const input = { kind: 'stake' as const, period: 'day' as const, amount };
    return {
      key,
      asked: { what: 'limit', amount },
      send: () => done(ask((on) => on.call('playLimitSave', input))),
    };
  };
  const exclude = (_deed: Deed, key: string): Operation => {
    const input = { length: '6m' as const, password };
    return { key, asked: { what: 'exclude' }, send: () => done(ask((on) => on.call('playExclude', input))) };
  };
  const operations: Record<
    Deed['what'],
    (deed: Deed, key: string) => Operation | undefined | Promise<Operation | undefined>
  > = {
    bet: (deed, key) => bet(deed, key, 1),
    double: (deed, key) => bet(deed, key, 2),
    sell,
    withdraw,
    cancel,
    balance,
    limit,
    exclude,
    card: (deed, key) => recharge(deed, key, 'cash-card'),
    chain: (deed, key) => recharge(deed, key, 'usdt-erc20'),
  };

  return {
    account,
    sender,
    api,
    enter: signIn,
    play: async (deeds, over) => {
      for (const [n, deed] of deeds.entries()) {
        const early = deed.atMs - now();
        if (early > 0) await wait(early, undefined, { signal: over }).catch(() => undefined);
        if (over.aborted) return;
        const operation = await operations[deed.what](deed, `${account}-${deed.what}-${n}`);
        if (operation === undefined) continue;
        const { answer } = await sender.send(operation);
        if (answer === 'none') await wait(afterSilenceMs);
      }
    },
  };
};

/** The member's payout method, made where there is none. */
const payoutMethod = async (ask: <T>(work: (on: MemberApi) => Promise<T>) => Promise<T>): Promise<string> => {
  const { list } = await ask((on) => on.call('walletList', {}));
  const [known] = list;
  if (known !== undefined) return known.id;
  const address = 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX';
  const made = await ask((on) => on.call('walletSave', { type: 'usdt-trc20', address, password }));
  return made.id;
};
