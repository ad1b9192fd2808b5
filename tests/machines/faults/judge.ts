import { formatAmount, parseAmount } from '@touchline/money/amount';
import { currencies } from '@touchline/money/currency';
import type { FinalBet, FinalState } from './final-state.ts';
import type { Asked, Given, History, Sending } from './history.ts';

/** What a run promises, as the judge names it. */
export const ruleNames = [
  'lost',
  'doubled',
  'invented',
  'contradiction',
  'refused and done',
  'balance',
  'reading',
  'cap',
  'limit',
  'excluded',
  'ruling',
  'unsettled',
  'unanswered',
  'fault',
  'not ready',
  'log',
  'verify',
] as const;
export type RuleName = (typeof ruleNames)[number];

export type Finding = { rule: RuleName; what: string };

/** A transfer over the chain that the payer made, in minor units of the wallet. */
type ChainPayment = { recharge: string; amount: bigint };

/** What holds in a run, in minor units. */
type Terms = {
  grant: bigint;
  selectionCap: bigint;
  memberCap: bigint;
  /** All servers are ready again within this time after a fault has ended, milliseconds. */
  readyWithinMs: number;
};

/** All that is judged. */
export type Evidence = {
  history: History;
  state: FinalState;
  chainPayments: readonly ChainPayment[];
  terms: Terms;
  /** Faults of the public log and of the records, as their own programs report them. */
  log: readonly string[];
  verify: readonly string[];
};

const { scale } = currencies.PLAY;
const minor = (amount: string): bigint => {
  const value = parseAmount(amount.replace(/^-/, ''), scale);
  if (value === undefined) throw new Error(`"${amount}" is no amount`);
  return amount.startsWith('-') ? -value : value;
};
const money = (value: bigint): string => formatAmount(value, scale);
const sum = (values: Iterable<bigint>): bigint => [...values].reduce((all, one) => all + one, 0n);

type Tries = {
  who: string;
  key: string;
  sendings: Sending[];
  /** Its first sending, and the first answer that it was done. */
  firstAt: number;
  doneAt: number | undefined;
  given: Given | undefined;
};
type Operation<W extends Asked['what']> = Tries & { asked: Extract<Asked, { what: W }> };

/** The operations of one kind, each with all its sendings. */
const operationsOf = <W extends Asked['what']>(history: History, what: W): Operation<W>[] => {
  const isOfKind = (asked: Asked): asked is Extract<Asked, { what: W }> => asked.what === what;
  const found = new Map<string, Operation<W>>();
  for (const sending of history.sendings) {
    const { who, key, asked } = sending;
    if (!isOfKind(asked)) continue;
    const name = `${who} ${key}`;
    const known = found.get(name);
    const operation: Operation<W> = known ?? {
      who,
      key,
      asked,
      sendings: [],
      firstAt: sending.at,
      doneAt: undefined,
      given: undefined,
    };
    operation.sendings.push(sending);
    if (sending.answer === 'done' && operation.doneAt === undefined) {
      operation.doneAt = sending.until;
      operation.given = sending.given;
    }
    found.set(name, operation);
  }
  return [...found.values()];
};

type Find = (rule: RuleName, what: string) => void;

/** Whether all sendings before this one were answered, so that none can take effect under its key later. */
const isAlone = (sendings: readonly Sending[], at: number): boolean =>
  sendings.slice(0, at).every(({ answer }) => answer !== 'none');

/** The parts in which two answers under one key must agree, without those that may have changed since. */
const identityOf = (given: Given | undefined): string => {
  if (given === undefined) return '';
  return given.what === 'bet' || given.what === 'withdraw' || given.what === 'recharge'
    ? JSON.stringify(given)
    : given.what;
};

/** No answer contradicts another under one key. */
const judgeAnswers = (history: History, find: Find): void => {
  const keyed = (['bet', 'sell', 'withdraw', 'recharge'] as const).flatMap((what) =>
    operationsOf<Asked['what']>(history, what),
  );
  for (const { who, key, sendings } of keyed) {
    const done = sendings.filter(({ answer }) => answer === 'done');
    if (new Set(done.map(({ given }) => identityOf(given))).size > 1)
      find('contradiction', `${who} ${key} was answered in two ways`);
    for (const [n, { answer, reason }] of sendings.entries()) {
      const before = sendings.slice(0, n);
      if (answer === 'refused' && before.some((one) => one.answer === 'done'))
        find('contradiction', `${who} ${key} was done, then refused as ${reason}`);
      if (answer === 'done' && before.some((one, at) => one.answer === 'refused' && isAlone(before, at)))
        find('contradiction', `${who} ${key} was refused, then done`);
    }
  }
  for (const { who, key, reason } of history.sendings)
    if (reason === 'fault') find('fault', `${who} ${key} was answered by a fault of the server`);
};

/** Whether an operation ended in a refusal, and no sending under its key can have taken effect. */
const isRefused = ({ sendings, doneAt }: Tries): boolean =>
  doneAt === undefined && sendings.at(-1)?.answer === 'refused' && isAlone(sendings, sendings.length);

/** One record under one key, and only of what was asked for. */
const judgeRecords = (
  what: string,
  operations: readonly Tries[],
  records: readonly { account: string; key: string; id: string }[],
  find: Find,
): void => {
  const byKey = Map.groupBy(records, ({ account, key }) => `${account} ${key}`);
  const asked = new Set(operations.map(({ who, key }) => `${who} ${key}`));
  for (const operation of operations) {
    const { who, key, given } = operation;
    const there = byKey.get(`${who} ${key}`) ?? [];
    if (there.length > 1) find('doubled', `${what} ${who} ${key} is there ${there.length} times`);
    if (given !== undefined && 'id' in given && !there.some(({ id }) => id === given.id))
      find('lost', `${what} ${who} ${key} was acknowledged as ${given.id} and is not there`);
    if (isRefused(operation) && there.length > 0)
      find('refused and done', `${what} ${who} ${key} was refused, and is there`);
  }
  for (const { account, key, id } of records)
    if (!asked.has(`${account} ${key}`)) find('invented', `${what} ${id} of ${account} (${key})`);
  const ids = new Set(records.map(({ id }) => id));
  if (ids.size !== records.length) find('doubled', `${what}: ${records.length} records have ${ids.size} ids`);
};

/** Payout of a bet on winners by the scores that count, without any of the server's code. */
const dueOf = (
  bet: FinalBet,
  matches: FinalState['matches'],
): { state: FinalBet['state']; payout: bigint | null } => {
  const open = bet.stake - bet.cashedStake;
  if (open === 0n) {
    const { cashOut, stake } = bet;
    return { state: cashOut > stake ? 'win' : cashOut < stake ? 'lose' : 'refund', payout: null };
  }
  if (bet.isReturned) return { state: 'refund', payout: open };
  let factor = 1n;
  let divisor = 1n;
  let isOpen = false;
  for (const { event, selection, oddsMilli } of bet.legs) {
    const match = matches.find((one) => one.event === event);
    if (match?.isVoid === true) continue;
    const ft = match?.ft ?? undefined;
    if (ft === undefined) {
      isOpen = true;
      continue;
    }
    const [home = 0, away = 0] = ft.split('-').map(Number);
    if ((home === away ? 'X' : home > away ? '1' : '2') !== selection) return { state: 'lose', payout: 0n };
    factor *= oddsMilli;
    divisor *= 1_000n;
  }
  if (isOpen) return { state: 'open', payout: null };
  const payout = (open * factor) / divisor;
  return { state: factor === divisor ? 'refund' : 'win', payout };
};

/** Bets: each once, as it was asked for, and settled by the scores that count. */
const judgeBets = ({ history, state }: Evidence, find: Find): void => {
  const bets = operationsOf(history, 'bet');
  judgeRecords('bet', bets, state.bets, find);
  for (const bet of state.bets) {
    const asked = bets.find(({ who, key }) => who === bet.account && key === bet.key)?.asked;
    const legs = bet.legs.map(({ event, selection }) => `${event} ${selection}`).join();
    if (
      asked !== undefined &&
      (minor(asked.stake) !== bet.stake ||
        asked.legs.map(({ event, selection }) => `${event} ${selection}`).join() !== legs)
    )
      find('contradiction', `bet ${bet.id} is not what was asked for`);
    const due = dueOf(bet, state.matches);
    if (due.state !== bet.state || due.payout !== bet.payout)
      find(
        due.state !== 'open' && bet.state === 'open' ? 'unsettled' : 'balance',
        `bet ${bet.id} is ${bet.state} for ${bet.payout ?? 'nothing'}, and is due ${due.state} for ${due.payout ?? 'nothing'}`,
      );
  }
  for (const { asked, given, who, key } of operationsOf(history, 'sell')) {
    const entries = state.entries.filter((one) => one.account === who && one.key === key);
    if (entries.length > 1) find('doubled', `sale ${who} ${key} has ${entries.length} entries`);
    if (given?.what !== 'sell') continue;
    const bet = state.bets.find(({ id }) => id === asked.bet);
    if (entries.length === 0 || bet === undefined || bet.cashOut < minor(given.cashOut))
      find('lost', `sale ${who} ${key} was acknowledged and is not there`);
  }
};

/** Withdrawals: each once, and ended as an operator or the member asked. */
const judgeWithdrawals = ({ history, state }: Evidence, find: Find): void => {
  judgeRecords('withdrawal', operationsOf(history, 'withdraw'), state.withdrawals, find);
  const cancels = operationsOf(history, 'cancel');
  const decisions = operationsOf(history, 'decide');
  for (const { id, state: ended } of state.withdrawals) {
    const cancel = cancels.filter(({ asked }) => asked.withdrawal === id);
    const said = (decision: string) =>
      decisions.filter(({ asked }) => asked.withdrawal === id && asked.decision === decision);
    const isAcknowledged = ({ doneAt }: { doneAt: number | undefined }): boolean => doneAt !== undefined;
    if (cancel.some(isAcknowledged) && ended !== 'cancelled')
      find('lost', `withdrawal ${id} was cancelled and is ${ended}`);
    if (said('refuse').some(isAcknowledged) && ended !== 'refused')
      find('lost', `withdrawal ${id} was refused by an operator and is ${ended}`);
    if (ended === 'cancelled' && cancel.length === 0)
      find('invented', `withdrawal ${id} was cancelled by nobody`);
    if (ended === 'refused' && said('refuse').length === 0)
      find('invented', `withdrawal ${id} was refused by nobody`);
    if ((ended === 'success' || ended === 'finished') && said('approve').length === 0)
      find('invented', `withdrawal ${id} was paid without an approval`);
  }
};

/** Recharges: each once; each payment that was made is credited once, and no other. */
const judgeRecharges = ({ history, state, chainPayments }: Evidence, find: Find): void => {
  judgeRecords('recharge', operationsOf(history, 'recharge'), state.recharges, find);
  const notices = operationsOf(history, 'notice').filter(({ asked }) => asked.payment !== '');
  const credited = state.payments.filter((one) => one.state === 'credited');
  const byPayment = Map.groupBy(notices, ({ asked }) => asked.payment);
  for (const [payment, told] of byPayment) {
    const there = state.payments.filter(({ ref }) => ref === payment);
    if (there.length > 1) find('doubled', `payment ${payment} is there ${there.length} times`);
    if (told.some(({ doneAt }) => doneAt !== undefined) && there.length === 0)
      find('lost', `payment ${payment} was taken from its provider and is not there`);
    const amount = minor(told[0]?.asked.amount ?? '0');
    if (there.some(({ gross }) => gross !== amount))
      find('balance', `payment ${payment} is of another amount`);
  }
  for (const { rail, ref } of credited)
    if (rail === 'stripe' && !byPayment.has(ref)) find('invented', `payment ${ref} was made by nobody`);
  // A transfer has no name before it is in a block, so transfers are counted by recharge.
  const onChain = state.payments.filter(
    (one) => one.rail.startsWith('usdt') && (one.state === 'credited' || one.state === 'in_review'),
  );
  const sent = Map.groupBy(chainPayments, ({ recharge }) => recharge);
  const arrived = Map.groupBy(onChain, ({ recharge }) => recharge);
  for (const recharge of new Set([...sent.keys(), ...arrived.keys()])) {
    const paid = sum((sent.get(recharge) ?? []).map(({ amount }) => amount));
    const got = sum((arrived.get(recharge) ?? []).map(({ gross }) => gross));
    if (got < paid)
      find('lost', `of ${money(paid)} sent for recharge ${recharge}, ${money(got)} was credited`);
    if (got > paid)
      find('doubled', `of ${money(paid)} sent for recharge ${recharge}, ${money(got)} was credited`);
  }
};

/** Each wallet has the sum of its operations, and each entry is there once. */
const judgeBalances = ({ history, state, terms }: Evidence, find: Find): void => {
  const corrections = operationsOf(history, 'correct');
  for (const { account, member, available, held } of state.wallets) {
    const entries = state.entries.filter((one) => one.account === account);
    const keys = entries.map(({ key }) => key);
    if (new Set(keys).size !== keys.length) find('doubled', `${account} has two entries under one key`);
    const bets = state.bets.filter((one) => one.account === account);
    const withdrawals = state.withdrawals.filter((one) => one.account === account);
    const isHeld = ({ state: at }: { state: string }): boolean => at === 'in_progress';
    const isGone = ({ state: at }: { state: string }): boolean => at === 'success' || at === 'finished';
    const mine = corrections.filter(({ asked }) => asked.member === member);
    const applied = entries.filter(({ kind }) => kind === 'adjustment');
    for (const { doneAt, given, key } of mine)
      if (doneAt !== undefined && given?.what === 'correct' && !applied.some(({ ref }) => ref === given.id))
        find('lost', `correction ${key} of ${account} was acknowledged and is not there`);
    if (applied.length > mine.length) find('invented', `${account} has ${applied.length} corrections`);
    const payments = state.payments.filter((one) => one.account === account);
    const due =
      terms.grant +
      sum(payments.map(({ credited }) => credited)) +
      sum(applied.map(({ amount }) => amount)) +
      sum(bets.map((bet) => bet.cashOut - bet.stake + (dueOf(bet, state.matches).payout ?? 0n) + bet.lost)) -
      sum(withdrawals.filter((one) => isHeld(one) || isGone(one)).map(({ amount }) => amount));
    const wanted = sum(withdrawals.filter(isHeld).map(({ amount }) => amount));
    if (available !== due) find('balance', `${account} has ${money(available)}, and is due ${money(due)}`);
    if (held !== wanted) find('balance', `${account} has ${money(held)} held, and is due ${money(wanted)}`);
    if (entries.some(({ availableAfter }) => availableAfter < 0n))
      find('balance', `${account} was below zero`);
  }
};

/** A balance that a member read was that of the wallet at a time after all that had been acknowledged before. */
const judgeReadings = ({ history, state }: Evidence, find: Find): void => {
  const entriesOf = Map.groupBy(state.entries, ({ account }) => account);
  const acknowledged = [
    ...operationsOf(history, 'bet'),
    ...operationsOf(history, 'sell'),
    ...operationsOf(history, 'withdraw'),
  ];
  const known = acknowledged.flatMap(({ who, key, given, doneAt }) => {
    if (doneAt === undefined || given === undefined) return [];
    const entry = (entriesOf.get(who) ?? []).find(
      (one) => one.key === key || ('id' in given && one.ref === given.id && one.kind === 'stake'),
    );
    return entry === undefined ? [] : [{ who, doneAt, version: entry.version }];
  });
  for (const { who, sendings } of operationsOf(history, 'balance')) {
    for (const { at, given } of sendings) {
      if (given?.what !== 'balance') continue;
      const least = Math.max(
        0,
        ...known.filter((one) => one.who === who && one.doneAt < at).map(({ version }) => version),
      );
      const value = minor(given.available);
      const was = (entriesOf.get(who) ?? []).some(
        ({ version, availableAfter }) => version >= least && availableAfter === value,
      );
      if (!was)
        find(
          'reading',
          `${who} read ${given.available} at ${Math.round(at)}, which the wallet never had then`,
        );
    }
  }
};

/** When a bet certainly runs: from its first acknowledgement until the first call that may end it. */
const timesOf = (bet: FinalBet, history: History): { from: number; until: number } => {
  const placed = operationsOf(history, 'bet').find(({ who, key }) => who === bet.account && key === bet.key);
  const sales = operationsOf(history, 'sell').filter(({ asked }) => asked.bet === bet.id);
  const rulings = operationsOf(history, 'rule').filter(({ asked }) =>
    bet.legs.some(({ event }) => event === asked.event),
  );
  const out = operationsOf(history, 'exclude').filter(({ who }) => who === bet.account);
  const ends = [...sales, ...rulings, ...out].map(({ firstAt }) => firstAt);
  return {
    from: placed?.doneAt ?? Number.POSITIVE_INFINITY,
    until: Math.min(Number.POSITIVE_INFINITY, ...ends),
  };
};

/** The possible loss on a selection and to a member stays within the caps, at every time that clients can observe. */
const judgeCaps = ({ history, state, terms }: Evidence, find: Find): void => {
  const running = state.bets.map((bet) => ({ bet, ...timesOf(bet, history) }));
  const costs = running.flatMap(({ bet, from, until }) =>
    bet.legs.flatMap(({ event, selection }) => {
      const cost = bet.legs.length === 1 ? bet.potential - bet.stake : bet.potential;
      return [
        { scope: `${event} ${selection}`, cap: terms.selectionCap, from, until, cost },
        { scope: `${event} of ${bet.account}`, cap: terms.memberCap, from, until, cost },
      ];
    }),
  );
  for (const [scope, all] of Map.groupBy(costs, (one) => one.scope)) {
    for (const { from, cap } of all) {
      if (from === Number.POSITIVE_INFINITY) continue;
      const cost = sum(all.filter((one) => one.from <= from && one.until > from).map((one) => one.cost));
      if (cost > cap) find('cap', `${scope} may cost ${money(cost)}, above ${money(cap)}`);
    }
  }
};

/** A limit of stakes holds from its acknowledgement on, and no excluded member bets or recharges. */
const judgePlay = ({ history, state }: Evidence, find: Find): void => {
  const bets = operationsOf(history, 'bet');
  const onRecord = new Map(state.bets.map((bet) => [`${bet.account} ${bet.key}`, bet]));
  for (const { who, doneAt, firstAt, asked } of operationsOf(history, 'limit')) {
    if (doneAt === undefined) continue;
    const mine = bets.filter((one) => one.who === who);
    const counted = mine.flatMap((one) => {
      const bet = onRecord.get(`${who} ${one.key}`);
      return bet === undefined || bet.state === 'refund' ? [] : [{ ...one, stake: bet.stake }];
    });
    const before = counted.filter((one) => one.doneAt !== undefined && one.doneAt < firstAt);
    const after = counted.filter((one) => one.firstAt > doneAt);
    if (after.length === 0) continue;
    const staked = sum([...before, ...after].map(({ stake }) => stake));
    if (staked > minor(asked.amount))
      find('limit', `${who} staked ${money(staked)} on a day with a limit of ${asked.amount}`);
  }
  for (const { who, doneAt } of operationsOf(history, 'exclude')) {
    if (doneAt === undefined) continue;
    for (const { key, firstAt } of bets.filter((one) => one.who === who))
      if (firstAt > doneAt && onRecord.has(`${who} ${key}`))
        find('excluded', `${who} bet ${key} while excluded`);
    for (const { account, key } of state.recharges) {
      const begun = operationsOf(history, 'recharge').find((one) => one.who === account && one.key === key);
      if (account === who && begun !== undefined && begun.firstAt > doneAt)
        find('excluded', `${who} recharged by ${key} while excluded`);
    }
  }
};

/** The last ruling of each match that was acknowledged is the one that counts. */
const judgeRulings = ({ history, state }: Evidence, find: Find): void => {
  for (const [event, all] of Map.groupBy(operationsOf(history, 'rule'), ({ asked }) => asked.event)) {
    const match = state.matches.find((one) => one.event === event);
    const done = all.filter(({ doneAt }) => doneAt !== undefined);
    const score = done.findLast(({ asked }) => /^\d+-\d+$/.test(asked.ft))?.asked.ft;
    const isVoid = done.findLast(({ asked }) => !/^\d+-\d+$/.test(asked.ft))?.asked.ft === 'void';
    if (score !== undefined && (match?.ft !== score || match.isVoid !== isVoid))
      find(
        'ruling',
        `${event} was ruled ${score}${isVoid ? ', void' : ''}, and counts as ${match?.ft ?? 'nothing'}`,
      );
  }
};

/**
 * Holds what was promised in a run against what is left of it. Pure.
 * @returns what was broken; nothing where all was kept
 */
export const judge = (evidence: Evidence): Finding[] => {
  const findings: Finding[] = [];
  const find: Find = (rule, what) => void findings.push({ rule, what });
  const { history, terms } = evidence;
  judgeAnswers(history, find);
  judgeBets(evidence, find);
  judgeWithdrawals(evidence, find);
  judgeRecharges(evidence, find);
  judgeBalances(evidence, find);
  judgeReadings(evidence, find);
  judgeCaps(evidence, find);
  judgePlay(evidence, find);
  judgeRulings(evidence, find);
  for (const { name, ms } of history.recoveries)
    if (ms > terms.readyWithinMs) find('not ready', `after "${name}" it took ${Math.round(ms)} ms`);
  for (const what of evidence.log) find('log', what);
  for (const what of evidence.verify) find('verify', what);
  return findings;
};
