import type { RouteName } from '@touchline/contract/paths';
import { expect } from 'vitest';
import { newId } from '../../core/ids.ts';
import { officeCases } from '../../testing/access-cases/office-cases.ts';
import type { Fields } from '../../testing/access-cases/kinds.ts';
import type { Answer, Rows } from './kinds.ts';
import type { WatchedSite } from './watched-site.ts';

const reason = 'A rumour about the line-up';
const source = 'The match report of the league';
const [ht, ft] = [
  { home: 1, away: 0 },
  { home: 2, away: 1 },
];
const other = { home: 1, away: 3 };

const first = (list: unknown): Fields => Object((Array.isArray(list) ? list : [])[0]);

/** Stops, results, voids and prices. */
export const tradingRows = (site: () => WatchedSite): Rows => {
  const cases = officeCases(site);
  const proposer = () => site().one('trader', 7);
  const asProposer = async <Name extends RouteName>(name: Name, input: Fields) =>
    site().askAs(await proposer(), name, input);

  const seenOf = async (event: string) =>
    (await site().askAs(await proposer(), 'officeEventDetail', { id: event })).seen;
  const match = async () => {
    const event = await site().match();
    return { event, seen: await seenOf(event) };
  };
  const nowhere = { event: { reason: 'not_found' } } as const;
  const noFeed = { not: 'it says nothing a feed could have said otherwise' };
  const atOnce = { own: { not: 'any trader does it alone and at once: waiting would cost more' } };

  /** A result that `by` has proposed, or an operator who does nothing else. */
  const proposed = async (by?: { token: string }) => {
    const given = { ...(await match()), ht, ft, source };
    const made = await site().askAs(by ?? (await proposer()), 'officeResultAdd', given);
    return { event: given.event, seen: made.seen, version: 1, decision: 'confirm' };
  };
  const voided = async (by?: { token: string }) => {
    const given = { ...(await match()), scope: { market: '1x2' }, reason };
    const made = await site().askAs(by ?? (await proposer()), 'officeVoidAdd', given);
    const { id } = first(made.proposals);
    return { event: given.event, seen: made.seen, id, decision: 'apply' };
  };
  /** A match whose result a feed has reported and an operator confirmed. */
  const told = async () => {
    const { events } = site().modules.book.service;
    const event = await site().match();
    await events.rulings.recordResult(event, { ht, ft, source: 'feed one' });
    await asProposer('officeResultDecide', {
      event,
      seen: await seenOf(event),
      version: 1,
      decision: 'confirm',
    });
    return event;
  };
  const expectWaiting = ({ code, data }: Answer): void => {
    expect(code).toBe(1);
    expect(first(Object(data).results)).toMatchObject({ state: 'proposed', flag: 'contradicts_confirmed' });
    // What counts is still what the feed has said.
    expect(Object(data).results[1]).toMatchObject({ version: 1, state: 'confirmed', counts: true });
  };
  /** The record moves on after it was read. */
  const moved = async <T extends Fields & { event: string }>(made: T): Promise<T> => {
    await site().modules.book.service.events.rulings.recordResult(made.event, {
      ht,
      ft: other,
      source: 'feed nine',
    });
    return made;
  };

  return {
    officeSuspend: {
      ...atOnce,
      against: noFeed,
      input: () => cases.officeSuspend.input(''),
      twice: { not: 'each stop is one of its own, and betting opens when none is left' },
      stale: { not: 'it stops every market that is on offer at that moment' },
      forged: { ...nowhere, market: { reason: 'not_found', values: async () => ['no-such', '1X2', "'"] } },
      words: ['reason'],
    },
    officeOpen: {
      ...atOnce,
      against: noFeed,
      input: () => cases.officeOpen.input(''),
      twice: { losers: ['decided_already'] },
      stale: { not: 'a stop is taken back once, and the second call is refused' },
      forged: { stop: { reason: 'not_found' } },
      words: ['reason'],
    },
    officeResultAdd: {
      input: async () => ({ ...(await match()), ht, ft, source }),
      own: { not: 'a proposal changes no result and no market' },
      twice: { losers: ['outdated'] },
      stale: { input: async () => ({ ...(await moved(await match())), ht, ft, source }), reason: 'outdated' },
      forged: nowhere,
      words: ['source'],
      against: {
        input: async () => {
          const event = await told();
          return { event, seen: await seenOf(event), ht, ft: other, source };
        },
        judge: expectWaiting,
      },
    },
    officeResultDecide: {
      input: () => proposed(),
      own: { input: (by) => proposed(by), reason: 'same_operator' },
      twice: { losers: ['outdated'] },
      stale: { input: async () => moved(await proposed()), reason: 'outdated' },
      forged: { ...nowhere, version: { reason: 'not_found', values: async () => [2, 99] } },
      words: ['reason'],
      against: {
        input: async () => {
          const event = await told();
          await site().modules.book.service.events.rulings.recordResult(event, {
            ht,
            ft: other,
            source: 'feed two',
          });
          return { event, seen: await seenOf(event), version: 2, decision: 'confirm' };
        },
        // One yes is not enough against a feed.
        judge: expectWaiting,
      },
    },
    officeVoidAdd: {
      input: () => cases.officeVoidAdd.input(''),
      own: { not: 'a proposal changes no result and no market' },
      twice: { losers: ['outdated'] },
      stale: {
        input: async () => ({ ...(await moved(await match())), scope: { market: '1x2' }, reason }),
        reason: 'outdated',
      },
      forged: {
        ...nowhere,
        undo: {
          reason: 'not_found',
          values: async () => [1, 99],
          input: async () => ({ ...(await match()), reason }),
        },
      },
      words: ['reason'],
      against: noFeed,
    },
    officeVoidDecide: {
      input: () => voided(),
      own: { input: (by) => voided(by), reason: 'same_operator' },
      twice: { losers: ['outdated'] },
      stale: { input: async () => moved(await voided()), reason: 'outdated' },
      forged: {
        ...nowhere,
        id: { reason: 'not_found', values: async () => [newId(), (await voided()).id, 'x', "' or 1=1 --"] },
      },
      words: ['note'],
      against: noFeed,
    },
    officePriceSet: {
      ...atOnce,
      against: { not: 'far from the model it is refused; trading-prices.pg.test.ts has how far' },
      input: () => cases.officePriceSet.input(''),
      twice: { losers: ['outdated'] },
      stale: {
        input: async (by) => {
          const given = Object(await cases.officePriceSet.input(''));
          await site().askAs(by, 'officePriceSet', given);
          return given;
        },
        reason: 'outdated',
      },
      forged: { ...nowhere, market: { reason: 'not_found', values: async () => ['no-such', '1X2', "'"] } },
      words: ['reason'],
    },
    officePriceRelease: {
      ...atOnce,
      against: noFeed,
      input: () => cases.officePriceRelease.input(''),
      twice: { losers: ['outdated', 'decided_already'] },
      stale: {
        input: async () => ({ ...Object(await cases.officePriceRelease.input('')), version: 1 }),
        reason: 'outdated',
      },
      forged: { ...nowhere, market: { reason: 'not_found', values: async () => ['no-such', '1X2', "'"] } },
      words: ['reason'],
    },
    officeSettlementResume: {
      ...atOnce,
      against: noFeed,
      input: () => cases.officeSettlementResume.input(''),
      refused: { reason: 'not_found', not: 'no run has stopped: settlement has tests that kill one' },
      twice: { not: 'one process takes up a run; the tests of settlement cover it' },
      stale: {
        input: async () => {
          const event = await told();
          await site().modules.book.service.events.rulings.recordResult(event, {
            ht,
            ft: other,
            source: 'feed two',
          });
          const [seen, nth] = [await seenOf(event), await site().one('trader', 8)];
          const decide = { event, version: 2, decision: 'confirm' };
          const { seen: next } = await asProposer('officeResultDecide', { ...decide, seen });
          await site().askAs(nth, 'officeResultDecide', { ...decide, seen: next });
          return { event, ruling: 1, reason };
        },
        reason: 'outdated',
      },
      forged: nowhere,
      words: ['reason'],
    },
  };
};
