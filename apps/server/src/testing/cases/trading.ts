import type { RouteName } from '@touchline/contract/paths';
import { expect } from 'vitest';
import { newId } from '../../core/ids.ts';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { nothing, type AnyAnswer, type Fields, type OfficeCases } from './kinds.ts';

const reason = 'A rumour about the line-up';
const source = 'The match report of the league';
const [ht, ft] = [
  { home: 1, away: 0 },
  { home: 2, away: 1 },
];
const other = { home: 1, away: 3 };
const prices = [{ selection: '1', odds: '2.05' }];

const first = (list: unknown): Fields => Object((Array.isArray(list) ? list : [])[0]);

/** Cases of the traders' calls: stops, results, voids and prices. */
export const tradingCases = (site: () => OwnedData) => {
  const reading = { roles: ['trader', 'auditor'], input: nothing } as const;
  const trader = { roles: ['trader'] } as const;
  const atOnce = {
    ...trader,
    own: { not: 'any trader does it alone and at once: waiting would cost more' },
  } as const;
  const noEvent = { event: 'not_found' } as const;
  const noMarket = {
    ...noEvent,
    market: { reason: 'not_found', values: async () => ['no-such', '1X2', "'"] },
  } as const;

  const proposer = () => site().one('trader', 7);
  const ask = async <Name extends RouteName>(name: Name, input: Fields) =>
    site().askAs(await proposer(), name, input);
  const feedSays = (event: string, score: typeof ft, feed: string) =>
    site().modules.book.service.events.rulings.recordResult(event, { ht, ft: score, source: feed });
  const seenOf = async (event: string) => (await ask('officeEventDetail', { id: event })).seen;
  /** A new match, and the record as it is seen. */
  const match = async () => {
    const event = await site().match();
    return { event, seen: await seenOf(event) };
  };
  const result = async () => ({ ...(await match()), ht, ft, source });
  const cancellation = async () => ({ ...(await match()), scope: { market: '1x2' }, reason });

  const proposedResult = async (by?: { token: string }) => {
    const given = await result();
    const { seen } = await site().askAs(by ?? (await proposer()), 'officeResultAdd', given);
    return { event: given.event, seen, version: 1, decision: 'confirm' };
  };
  const proposedVoid = async (by?: { token: string }) => {
    const given = await cancellation();
    const made = await site().askAs(by ?? (await proposer()), 'officeVoidAdd', given);
    return { event: given.event, seen: made.seen, id: first(made.proposals)['id'], decision: 'apply' };
  };
  /** A match whose result a feed has reported and an operator confirmed. */
  const confirmed = async () => {
    const event = await site().match();
    await feedSays(event, ft, 'feed one');
    const given = { event, seen: await seenOf(event), version: 1, decision: 'confirm' };
    await ask('officeResultDecide', given);
    return event;
  };
  const expectWaiting = ({ code, data }: AnyAnswer): void => {
    expect(code).toBe(1);
    expect(first(Object(data).results)).toMatchObject({ state: 'proposed', flag: 'contradicts_confirmed' });
    // What counts is still what the feed has said.
    expect(Object(data).results[1]).toMatchObject({ version: 1, state: 'confirmed', counts: true });
  };
  /** A feed changes the record after it was read. */
  const changed = async <T extends { event: string }>(made: T): Promise<T> => {
    await feedSays(made.event, other, 'feed nine');
    return made;
  };
  const priced = async () => ({ event: await site().match(), market: '1x2', version: 1, reason, prices });
  const released = async () => {
    const given = await priced();
    await ask('officePriceSet', given);
    return { event: given.event, market: given.market, reason, version: 2 };
  };

  return {
    officeEventList: reading,
    officeEventDetail: { ...reading, input: () => ({ id: site().event }) },
    officeStopList: reading,
    officeSuspend: {
      ...atOnce,
      input: async () => ({ event: await site().match(), reason }),
      twice: { not: 'each stop is one of its own, and betting opens when none is left' },
      stale: { not: 'it stops every market that is on offer then' },
      forged: noMarket,
      words: ['reason'],
    },
    officeOpen: {
      ...atOnce,
      input: async () => {
        const { id } = await ask('officeSuspend', { event: await site().match(), reason });
        return { stop: id, reason };
      },
      twice: { losers: ['decided_already'] },
      stale: { not: 'a stop is taken back once, and the second call is refused' },
      forged: { stop: 'not_found' },
      words: ['reason'],
    },
    officeRulingPreview: { ...reading, input: () => ({ event: site().event, of: 'score', ft: '1-0' }) },
    officeResultAdd: {
      ...trader,
      input: result,
      own: { not: 'a proposal changes no result and no market' },
      twice: { losers: ['outdated'] },
      stale: async () => changed(await result()),
      forged: noEvent,
      words: ['source'],
      against: {
        input: async () => {
          const event = await confirmed();
          return { event, seen: await seenOf(event), ht, ft: other, source };
        },
        judge: expectWaiting,
      },
    },
    officeResultDecide: {
      ...trader,
      input: () => proposedResult(),
      own: proposedResult,
      twice: { losers: ['outdated'] },
      stale: async () => changed(await proposedResult()),
      forged: { ...noEvent, version: { reason: 'not_found', values: async () => [2, 99] } },
      words: ['reason'],
      against: {
        input: async () => {
          const event = await confirmed();
          await feedSays(event, other, 'feed two');
          return { event, seen: await seenOf(event), version: 2, decision: 'confirm' };
        },
        // One operator is not enough against a feed.
        judge: expectWaiting,
      },
    },
    officeVoidAdd: {
      ...trader,
      input: cancellation,
      own: { not: 'a proposal changes no result and no market' },
      twice: { losers: ['outdated'] },
      stale: async () => changed(await cancellation()),
      forged: {
        ...noEvent,
        undo: {
          reason: 'not_found',
          values: async () => [1, 99],
          input: async () => ({ ...(await match()), reason }),
        },
      },
      words: ['reason'],
    },
    officeVoidDecide: {
      ...trader,
      input: () => proposedVoid(),
      own: proposedVoid,
      twice: { losers: ['outdated'] },
      stale: async () => changed(await proposedVoid()),
      forged: {
        ...noEvent,
        id: {
          reason: 'not_found',
          values: async () => [newId(), (await proposedVoid()).id, 'x', "' or 1=1 --"],
        },
      },
      words: ['note'],
    },
    officePriceSet: {
      ...atOnce,
      input: priced,
      twice: { losers: ['outdated'] },
      stale: async (by) => {
        const given = await priced();
        await site().askAs(by, 'officePriceSet', given);
        return given;
      },
      forged: noMarket,
      words: ['reason'],
    },
    officePriceRelease: {
      ...atOnce,
      input: released,
      twice: { losers: ['outdated', 'decided_already'] },
      stale: async () => ({ ...(await released()), version: 1 }),
      forged: noMarket,
      words: ['reason'],
    },
    officePriceHistory: { ...reading, input: () => ({ event: site().event, market: '1x2' }) },
    officeSettlementResume: {
      ...atOnce,
      // No run has stopped: settlement has tests that stop one.
      input: async () => ({ event: await site().match(), ruling: 1, reason }),
      refused: 'not_found',
      twice: { not: 'one process takes up a run; the tests of settlement cover it' },
      stale: async () => {
        const event = await confirmed();
        await feedSays(event, other, 'feed two');
        const decision = { event, version: 2, decision: 'confirm' };
        const { seen } = await ask('officeResultDecide', { ...decision, seen: await seenOf(event) });
        await site().askAs(await site().one('trader', 8), 'officeResultDecide', { ...decision, seen });
        return { event, ruling: 1, reason };
      },
      forged: noEvent,
      words: ['reason'],
    },
  } satisfies OfficeCases;
};
