import { describe, expect, it } from 'vitest';
import type { FinalBet, FinalEntry } from './final-state.ts';
import type { Asked, Given, Sending } from './history.ts';
import { judge, ruleNames, type Evidence, type RuleName } from './judge.ts';

/** The part of the evidence that a spoiler changes. */
type Spoil = (evidence: Evidence) => void;

let clock = 0;
const sending = (who: string, key: string, asked: Asked, more: Partial<Sending> = {}): Sending => {
  clock += 10;
  return { at: clock, until: clock + 5, who, key, asked, answer: 'done', ...more };
};
const done: Given = { what: 'done' };
const none = { answer: 'none' as const };
const refusal = (reason: string) => ({ answer: 'refused' as const, reason });

const betOf = (key: string, selection: string): Asked => ({
  what: 'bet',
  stake: '10.00',
  legs: [{ event: key === 'bet-open' ? 'later' : 'over', selection }],
});
const placed = (id: string): Given => ({ what: 'bet', id, stake: '10.00', potential: '25.00', odds: '2.50' });

/**
 * A run without a fault of ours: Ann bets four times, one bet wins, one loses, one is open and half sold, one was never heard of; she
 * recharges by a card and over the chain, has a withdrawal under way and one that was cancelled, is corrected, sets a limit, and is
 * excluded in the end.
 */
const clean = (): Evidence => {
  clock = 0;
  const sendings = [
    sending(
      'ann',
      'balance-0',
      { what: 'balance' },
      { given: { what: 'balance', available: '1000.00', held: '0.00' } },
    ),
    sending('ann', 'bet-won', betOf('bet-won', '1'), none),
    sending('ann', 'bet-won', betOf('bet-won', '1'), { given: placed('b1') }),
    sending('ann', 'bet-lost', betOf('bet-lost', '2'), { given: placed('b2') }),
    sending('ann', 'bet-open', betOf('bet-open', 'X'), { given: placed('b3') }),
    sending('ann', 'bet-refused', betOf('bet-refused', 'X'), refusal('insufficient')),
    sending(
      'ann',
      'balance-1',
      { what: 'balance' },
      { given: { what: 'balance', available: '970.00', held: '0.00' } },
    ),
    sending(
      'ann',
      'sell-0',
      { what: 'sell', bet: 'b3', share: '0.5' },
      { given: { what: 'sell', cashOut: '4.00', openStake: '5.00' } },
    ),
    sending('traders', 'ruling-0', { what: 'rule', event: 'over', ft: '1-1' }, { given: done }),
    sending('traders', 'ruling-1', { what: 'rule', event: 'over', ft: '2-0' }, { given: done }),
    sending(
      'ann',
      'card-0',
      { what: 'recharge', channel: 'cash-card', amount: '20.00' },
      { given: { what: 'recharge', id: 'r1', amount: '20.00' } },
    ),
    sending('provider', 'evt_0', { what: 'notice', recharge: 'r1', payment: 'pi_0', amount: '20.00' }, none),
    sending(
      'provider',
      'evt_0',
      { what: 'notice', recharge: 'r1', payment: 'pi_0', amount: '20.00' },
      { given: done },
    ),
    sending(
      'ann',
      'chain-0',
      { what: 'recharge', channel: 'usdt-erc20', amount: '30.00' },
      { given: { what: 'recharge', id: 'r2', amount: '30.00' } },
    ),
    sending(
      'ann',
      'withdraw-0',
      { what: 'withdraw', amount: '50.00' },
      { given: { what: 'withdraw', id: 'w1', amount: '50.00', fee: '1.00' } },
    ),
    sending(
      'ann',
      'withdraw-1',
      { what: 'withdraw', amount: '60.00' },
      { given: { what: 'withdraw', id: 'w2', amount: '60.00', fee: '1.00' } },
    ),
    sending('ann', 'cancel-0', { what: 'cancel', withdrawal: 'w2' }, { given: done }),
    sending(
      'correctors',
      'correction-0',
      { what: 'correct', member: 'm1', amount: '-5.00' },
      { given: { what: 'correct', id: 'a1' } },
    ),
    sending('ann', 'limit-0', { what: 'limit', amount: '50.00' }, { given: done }),
    sending('ann', 'bet-late', betOf('bet-late', 'X'), none),
    sending('ann', 'bet-late', betOf('bet-late', 'X'), refusal('closed')),
    sending('ann', 'exclude-0', { what: 'exclude' }, { given: done }),
    sending('ann', 'bet-out', betOf('bet-out', '1'), refusal('excluded')),
  ];
  const bet = (id: string, key: string, more: Partial<FinalBet>): FinalBet => ({
    id,
    account: 'ann',
    key,
    stake: 1_000n,
    potential: 2_500n,
    state: 'open',
    payout: null,
    cashedStake: 0n,
    cashOut: 0n,
    lost: 0n,
    isReturned: false,
    legs: [{ event: 'over', market: '1x2', selection: '1', oddsMilli: 2_500n }],
    ...more,
  });
  let version = 0;
  let available = 0n;
  const entry = (
    key: string,
    kind: string,
    amount: bigint,
    ref: string | null,
    heldChange = 0n,
  ): FinalEntry => {
    version += 1;
    available += amount;
    return { account: 'ann', version, key, kind, amount, heldChange, ref, availableAfter: available };
  };
  const leg = (event: string, selection: string) => [{ event, market: '1x2', selection, oddsMilli: 2_500n }];
  const entries = [
    entry('grant', 'grant', 100_000n, null),
    entry('bet-won', 'stake', -1_000n, 'b1'),
    entry('bet-lost', 'stake', -1_000n, 'b2'),
    entry('bet-open', 'stake', -1_000n, 'b3'),
    entry('sell-0', 'cash_out', 400n, 'b3'),
    entry('settle:b1:1', 'payout', 2_500n, 'b1'),
    entry('recharge:stripe:pi_0', 'recharge', 2_000n, 'r1'),
    entry('recharge:usdt:x', 'recharge', 3_000n, 'r2'),
    entry('w1', 'withdrawal', -5_000n, 'w1', 5_000n),
    entry('w2', 'withdrawal', -6_000n, 'w2', 6_000n),
    entry('w2:end', 'withdrawal_returned', 6_000n, 'w2', -6_000n),
    entry('adjust:a1', 'adjustment', -500n, 'a1'),
  ];
  const payment = { account: 'ann', fee: 0n, state: 'credited' };
  return {
    history: {
      sendings,
      faults: [],
      recoveries: [{ name: 'a server is killed', ms: 4_000 }],
      longestGapMs: 0,
    },
    state: {
      wallets: [{ account: 'ann', member: 'm1', available, held: 5_000n }],
      bets: [
        bet('b1', 'bet-won', { state: 'win', payout: 2_500n }),
        bet('b2', 'bet-lost', { state: 'lose', payout: 0n, legs: leg('over', '2') }),
        bet('b3', 'bet-open', { legs: leg('later', 'X'), cashedStake: 500n, cashOut: 400n }),
      ],
      entries,
      withdrawals: [
        { id: 'w1', account: 'ann', key: 'withdraw-0', amount: 5_000n, fee: 100n, state: 'in_progress' },
        { id: 'w2', account: 'ann', key: 'withdraw-1', amount: 6_000n, fee: 100n, state: 'cancelled' },
      ],
      recharges: [
        { id: 'r1', account: 'ann', key: 'card-0', channel: 'cash-card', amount: 2_000n, credited: 2_000n },
        { id: 'r2', account: 'ann', key: 'chain-0', channel: 'usdt-erc20', amount: 3_000n, credited: 3_000n },
      ],
      payments: [
        { ...payment, rail: 'stripe', ref: 'pi_0', recharge: 'r1', gross: 2_000n, credited: 2_000n },
        { ...payment, rail: 'usdt-erc20', ref: 'x', recharge: 'r2', gross: 3_000n, credited: 3_000n },
      ],
      matches: [{ event: 'over', ft: '2-0', isVoid: false }],
    },
    chainPayments: [{ recharge: 'r2', amount: 3_000n }],
    terms: { grant: 100_000n, selectionCap: 4_000n, memberCap: 4_000n, readyWithinMs: 10_000 },
    log: [],
    verify: [],
  };
};

const first = <T>(list: readonly T[], is: (one: T) => boolean = () => true): T => {
  const found = list.find(is);
  if (found === undefined) throw new Error('it is not there');
  return found;
};
const betAt = ({ state }: Evidence, id: string): FinalBet => first(state.bets, (one) => one.id === id);
const sendingsOf = ({ history }: Evidence, key: string): Sending[] =>
  history.sendings.filter((one) => one.key === key);
const lastOf = (evidence: Evidence, key: string): Sending => first(sendingsOf(evidence, key).toReversed());
const again = (evidence: Evidence, key: string, more: Partial<Sending>): void => {
  const { who, asked } = lastOf(evidence, key);
  evidence.history.sendings.push(sending(who, key, asked, more));
};
const without = <T>(list: T[], is: (one: T) => boolean): void => {
  const at = list.findIndex(is);
  if (at < 0) throw new Error('it is not there');
  list.splice(at, 1);
};

/** Ways to break a run, each with the rule that must name it. */
const spoilers: { what: string; rule: RuleName; spoil: Spoil }[] = [
  {
    what: 'an acknowledged bet is gone',
    rule: 'lost',
    spoil: ({ state }) => without(state.bets, ({ id }) => id === 'b2'),
  },
  { what: 'a bet has another id than was said', rule: 'lost', spoil: (e) => void (betAt(e, 'b2').id = 'b9') },
  {
    what: 'a bet is there twice',
    rule: 'doubled',
    spoil: (e) => e.state.bets.push({ ...betAt(e, 'b2'), id: 'b9' }),
  },
  {
    what: 'a bet was asked for by nobody',
    rule: 'invented',
    spoil: (e) => void (betAt(e, 'b2').key = 'bet-of-nobody'),
  },
  {
    what: 'a bet is of another stake',
    rule: 'contradiction',
    spoil: (e) => void (betAt(e, 'b3').stake = 1_100n),
  },
  {
    what: 'a key is answered with another bet',
    rule: 'contradiction',
    spoil: (e) => again(e, 'bet-lost', { given: placed('b8') }),
  },
  {
    what: 'a bet that was done is refused',
    rule: 'contradiction',
    spoil: (e) => again(e, 'bet-lost', refusal('insufficient')),
  },
  {
    what: 'a bet that was refused is done',
    rule: 'contradiction',
    spoil: (e) => again(e, 'bet-refused', { given: placed('b8') }),
  },
  {
    what: 'a refused bet is there',
    rule: 'refused and done',
    spoil: (e) => e.state.bets.push({ ...betAt(e, 'b2'), id: 'b8', key: 'bet-refused' }),
  },
  { what: 'a bet is paid too much', rule: 'balance', spoil: (e) => void (betAt(e, 'b1').payout = 2_501n) },
  {
    what: 'a lost bet is paid',
    rule: 'balance',
    spoil: (e) => Object.assign(betAt(e, 'b2'), { state: 'win', payout: 2_500n }),
  },
  {
    what: 'a bet of a match that is over is open',
    rule: 'unsettled',
    spoil: (e) => Object.assign(betAt(e, 'b1'), { state: 'open', payout: null }),
  },
  {
    what: 'a wallet has a cent more',
    rule: 'balance',
    spoil: (e) => void (first(e.state.wallets).available += 1n),
  },
  {
    what: 'a wallet holds a cent less',
    rule: 'balance',
    spoil: (e) => void (first(e.state.wallets).held -= 1n),
  },
  {
    what: 'a wallet was below zero',
    rule: 'balance',
    spoil: (e) => void (first(e.state.entries).availableAfter = -1n),
  },
  {
    what: 'an entry is there twice',
    rule: 'doubled',
    spoil: (e) =>
      e.state.entries.push({ ...first(e.state.entries, ({ key }) => key === 'settle:b1:1'), version: 99 }),
  },
  {
    what: 'a sale is gone',
    rule: 'lost',
    spoil: (e) => without(e.state.entries, ({ key }) => key === 'sell-0'),
  },
  {
    what: 'a sale paid less than was said',
    rule: 'lost',
    spoil: (e) => void (betAt(e, 'b3').cashOut = 399n),
  },
  {
    what: 'a withdrawal is gone',
    rule: 'lost',
    spoil: ({ state }) => without(state.withdrawals, ({ id }) => id === 'w1'),
  },
  {
    what: 'a withdrawal is there twice',
    rule: 'doubled',
    spoil: ({ state }) => state.withdrawals.push({ ...first(state.withdrawals), id: 'w9' }),
  },
  {
    what: 'a cancelled withdrawal is paid',
    rule: 'lost',
    spoil: ({ state }) => void (first(state.withdrawals, ({ id }) => id === 'w2').state = 'finished'),
  },
  {
    what: 'a withdrawal is paid without an approval',
    rule: 'invented',
    spoil: ({ state }) => void (first(state.withdrawals).state = 'success'),
  },
  {
    what: 'a withdrawal was refused by nobody',
    rule: 'invented',
    spoil: ({ state }) => void (first(state.withdrawals).state = 'refused'),
  },
  {
    what: 'a payment is gone',
    rule: 'lost',
    spoil: ({ state }) => without(state.payments, ({ ref }) => ref === 'pi_0'),
  },
  {
    what: 'a payment is credited twice',
    rule: 'doubled',
    spoil: ({ state }) => state.payments.push({ ...first(state.payments) }),
  },
  {
    what: 'a payment was made by nobody',
    rule: 'invented',
    spoil: ({ state }) => void (first(state.payments).ref = 'pi_9'),
  },
  {
    what: 'a payment is of another amount',
    rule: 'balance',
    spoil: ({ state }) => void (first(state.payments).gross = 2_001n),
  },
  {
    what: 'a transfer of the chain is not credited',
    rule: 'lost',
    spoil: ({ state }) => without(state.payments, ({ ref }) => ref === 'x'),
  },
  {
    what: 'a replaced transfer is credited',
    rule: 'doubled',
    spoil: ({ state }) =>
      state.payments.push({ ...first(state.payments, ({ ref }) => ref === 'x'), ref: 'y' }),
  },
  {
    what: 'a recharge is gone',
    rule: 'lost',
    spoil: ({ state }) => without(state.recharges, ({ id }) => id === 'r1'),
  },
  {
    what: 'a correction is gone',
    rule: 'lost',
    spoil: ({ state }) => without(state.entries, ({ kind }) => kind === 'adjustment'),
  },
  {
    what: 'a correction was made by nobody',
    rule: 'invented',
    spoil: ({ history }) => without(history.sendings, ({ key }) => key === 'correction-0'),
  },
  {
    what: 'a balance is read as it was before an acknowledged bet',
    rule: 'reading',
    spoil: (e) =>
      void (lastOf(e, 'balance-1').given = { what: 'balance', available: '980.00', held: '0.00' }),
  },
  {
    what: 'a selection costs more than its cap',
    rule: 'cap',
    spoil: ({ terms }) => void (terms.selectionCap = 1_400n),
  },
  {
    what: 'a member may win more than the cap',
    rule: 'cap',
    spoil: ({ terms }) => void (terms.memberCap = 2_900n),
  },
  {
    what: 'a limit is passed',
    rule: 'limit',
    spoil: (e) => {
      const asked: Asked = { what: 'bet', stake: '20.01', legs: [{ event: 'later', selection: 'X' }] };
      e.history.sendings.push(sending('ann', 'bet-more', asked, { given: { ...placed('b5') } }));
      e.state.bets.push({ ...betAt(e, 'b3'), id: 'b5', key: 'bet-more', stake: 2_001n });
    },
  },
  {
    what: 'an excluded member bets',
    rule: 'excluded',
    spoil: (e) => e.state.bets.push({ ...betAt(e, 'b3'), id: 'b7', key: 'bet-out' }),
  },
  {
    what: 'an excluded member recharges',
    rule: 'excluded',
    spoil: (e) => {
      const asked: Asked = { what: 'recharge', channel: 'cash-card', amount: '20.00' };
      e.history.sendings.push(
        sending('ann', 'card-9', asked, { given: { what: 'recharge', id: 'r9', amount: '20.00' } }),
      );
      e.state.recharges.push({ ...first(e.state.recharges), id: 'r9', key: 'card-9' });
    },
  },
  {
    what: 'another score counts than was ruled',
    rule: 'ruling',
    spoil: ({ state }) => void (first(state.matches).ft = '1-1'),
  },
  {
    what: 'a match is void that nobody voided',
    rule: 'ruling',
    spoil: ({ state }) => void (first(state.matches).isVoid = true),
  },
  {
    what: 'a call is answered by a fault',
    rule: 'fault',
    spoil: (e) => again(e, 'balance-1', { ...none, reason: 'fault' }),
  },
  {
    what: 'servers are not ready in time',
    rule: 'not ready',
    spoil: ({ history }) => void (first(history.recoveries).ms = 10_001),
  },
  { what: 'the log lacks a receipt', rule: 'log', spoil: (e) => void (e.log = ['bet b1 is not in the log']) },
  { what: 'the records disagree', rule: 'verify', spoil: (e) => void (e.verify = ['ledger: 1 difference']) },
];

describe('the judge', () => {
  it('finds nothing in a run that kept all promises', () => {
    expect(judge(clean())).toEqual([]);
  });

  it.each(spoilers)('names it when $what', ({ rule, spoil }) => {
    const evidence = clean();
    spoil(evidence);
    expect(judge(evidence).map((finding) => finding.rule)).toContain(rule);
  });

  it('has a spoiler for each of its rules', () => {
    // Of what is under way when a run ends, the run itself knows.
    const rules = new Set<RuleName>([...spoilers.map(({ rule }) => rule), 'unanswered']);
    expect([...rules].toSorted()).toEqual([...ruleNames].toSorted());
  });

  it('does not blame a key whose first sending was on its way when the second was refused', () => {
    const evidence = clean();
    const late = { ...betAt(evidence, 'b2'), id: 'b6', key: 'bet-late', legs: betAt(evidence, 'b3').legs };
    evidence.state.bets.push({
      ...late,
      legs: [{ event: 'over', market: '1x2', selection: 'X', oddsMilli: 2_500n }],
    });
    expect(judge(evidence).map(({ rule }) => rule)).not.toContain('refused and done');
  });
});
