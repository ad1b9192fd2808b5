import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLive } from './live.ts';
import { FakeSource } from './testing/fake-source.ts';

const setUp = (ticket: () => Promise<string> = async () => 'a/b') => {
  const sources: FakeSource[] = [];
  const live = createLive({
    origin: 'http://localhost:3000',
    ticket,
    open: (url) => {
      const source = new FakeSource(url);
      sources.push(source);
      return source;
    },
    random: () => 1,
    firstDelayMs: 1_000,
    maxDelayMs: 8_000,
  });
  const last = (): FakeSource => {
    const source = sources.at(-1);
    if (!source) throw new Error('no connection was opened');
    return source;
  };
  return { live, sources, last };
};

const fail = (source: FakeSource) => source.fail();
const open = (source: FakeSource) => source.open();
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the live stream', () => {
  it('opens with a ticket and hands messages to those who asked for their kind', async () => {
    const { live, last } = setUp();
    const balances: string[] = [];
    const stop = live.subscribe('balance', ({ balance }) => balances.push(balance));
    live.start();
    await wait(0);
    expect(last().url).toBe('http://localhost:3000/api/live?token=a%2Fb');
    last().say('balance', { balance: '12.50', held: '0.00', currency: 'PLAY' });
    last().say('bet', { id: 'b1' });
    stop();
    last().say('balance', { balance: '1.00', held: '0.00', currency: 'PLAY' });
    expect(balances).toEqual(['12.50']);
  });

  it('tells the first connection from those after a break, and starts over with a new reader', async () => {
    const { live, last } = setUp();
    const said: string[] = [];
    live.onFirstOpen(() => said.push('first'));
    live.onReconnect(() => said.push('again'));
    live.start();
    await wait(0);
    open(last());
    expect(said).toEqual(['first']);
    fail(last());
    await wait(1_000);
    open(last());
    expect(said).toEqual(['first', 'again']);
    live.start();
    await wait(0);
    open(last());
    expect(said).toEqual(['first', 'again', 'first']);
  });

  it('opens again with a new ticket, waiting longer after each failure', async () => {
    let tickets = 0;
    const { live, sources, last } = setUp(async () => {
      tickets += 1;
      return `t${tickets}`;
    });
    live.start();
    await wait(0);
    fail(last());
    expect(last().closed).toBe(true);
    await wait(999);
    expect(sources).toHaveLength(1);
    await wait(1);
    expect(last().url).toMatch(/token=t2$/);
    fail(last());
    await wait(1_999);
    expect(sources).toHaveLength(2);
    await wait(1);
    expect(sources).toHaveLength(3);
  });

  it('reports missed messages after a reconnection, not after the first connection', async () => {
    const { live, last } = setUp();
    let missed = 0;
    live.onReconnect(() => {
      missed += 1;
    });
    live.start();
    await wait(0);
    open(last());
    expect(missed).toBe(0);
    fail(last());
    await wait(1_000);
    open(last());
    expect(missed).toBe(1);
  });

  it('asks to fetch afresh at each attempt while it is refused for longer', async () => {
    const { live, last } = setUp();
    let missed = 0;
    live.onReconnect(() => {
      missed += 1;
    });
    live.start();
    await wait(0);
    open(last());
    for (const afterMs of [1_000, 2_000, 4_000, 8_000]) {
      fail(last());
      await wait(afterMs);
    }
    expect(missed).toBe(2);
    open(last());
    expect(missed).toBe(3);
  });

  it('tries again when no ticket was to be had', async () => {
    let attempts = 0;
    const { live, sources } = setUp(async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('offline');
      return 'later';
    });
    live.start();
    await wait(1_000);
    expect(sources).toHaveLength(1);
  });

  it('connects at once when nudged while it waits', async () => {
    const { live, sources, last } = setUp();
    live.start();
    await wait(0);
    live.nudge();
    await wait(0);
    expect(sources).toHaveLength(1);
    fail(last());
    live.nudge();
    await wait(0);
    expect(sources).toHaveLength(2);
  });

  it('returns late after it was replaced by a newer stream of its member, or when nudged', async () => {
    const { live, sources, last } = setUp();
    const replace = async () => {
      last().say('replaced', {});
      fail(last());
      await wait(119_999);
    };
    live.start();
    await wait(0);
    open(last());
    await replace();
    expect(sources).toHaveLength(1);
    await wait(1);
    expect(sources).toHaveLength(2);
    await replace();
    expect(sources).toHaveLength(2);
    live.nudge();
    await wait(0);
    expect(sources).toHaveLength(3);
    // Another break is like any.
    open(last());
    fail(last());
    await wait(1_000);
    expect(sources).toHaveLength(4);
  });

  it('opens nothing with a ticket that comes after it was stopped', async () => {
    let give = (_ticket: string): void => undefined;
    const { live, sources } = setUp(() => new Promise((resolve) => (give = resolve)));
    live.start();
    live.stop();
    give('late');
    await wait(60_000);
    expect(sources).toHaveLength(0);
  });

  it('stays closed once stopped, also with messages on their way', async () => {
    const { live, sources, last } = setUp();
    live.start();
    live.stop();
    await wait(60_000);
    expect(sources).toHaveLength(0);
    live.start();
    await wait(0);
    live.stop();
    fail(last());
    await wait(60_000);
    expect(sources).toHaveLength(1);
  });
});
