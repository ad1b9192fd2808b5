import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { createLive } from './live.ts';
import { beatMs, openSharedStream, silenceMs, type Locks } from './stream-sharing.ts';
import { fakeBrowser } from './testing/fake-browser.ts';
import { FakeSource } from './testing/fake-source.ts';

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A server with the streams of all pages, and a browser that opens pages. */
const setUp = () => {
  const browser = fakeBrowser();
  const streams: FakeSource[] = [];
  const open = () => streams.filter(({ closed }) => !closed);
  const newPage = (name = 'anna en', locksOf: (locks: Locks) => Locks = (locks) => locks) => {
    const { locks, openChannel, freeze } = browser.newPage();
    const heard: string[] = [];
    const live = createLive({
      origin: '',
      ticket: async () => name,
      open: (url) => {
        const source = new FakeSource(url);
        streams.push(source);
        return source;
      },
      random: () => 1,
      share: (openOwn) =>
        openSharedStream({ name, locks: locksOf(locks), openChannel, openOwn, random: () => 0.5 }),
    });
    live.subscribe('balance', ({ balance }) => heard.push(balance));
    live.onFirstOpen(() => heard.push('first'));
    live.onReconnect(() => heard.push('again'));
    live.start();
    return { live, heard, freeze };
  };
  /** What the server sends to each stream. */
  const publish = async (balance: string): Promise<void> => {
    for (const stream of open()) stream.say('balance', { balance });
    await wait(0);
  };
  /** Opens what waits to be opened, as the server does. */
  const accept = async (): Promise<void> => {
    await wait(0);
    for (const stream of open()) stream.open();
    await wait(0);
  };
  return { newPage, publish, accept, streams, open, openChannels: browser.openChannels };
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the stream of several pages', () => {
  it('is one, and each page hears each message once', async () => {
    const { newPage, accept, publish, streams } = setUp();
    const pages = Array.from({ length: 11 }, () => newPage());
    await accept();
    await publish('1.00');
    const late = newPage();
    await wait(0);
    await publish('2.00');
    await wait(60_000);
    expect(streams).toHaveLength(1);
    for (const { heard } of pages) expect(heard).toEqual(['first', '1.00', '2.00']);
    expect(late.heard).toEqual(['first', '2.00']);
  });

  it('is another for another reader', async () => {
    const { newPage, accept, streams } = setUp();
    newPage('anna en');
    newPage('visitor en');
    await accept();
    expect(streams.map(({ url }) => url)).toEqual([
      '/api/live?token=anna%20en',
      '/api/live?token=visitor%20en',
    ]);
  });

  it('passes to the next page at once when the leader leaves, and all fetch what they missed', async () => {
    const { newPage, accept, publish, open } = setUp();
    const [first, second, third] = [newPage(), newPage(), newPage()];
    await accept();
    first.live.stop();
    await wait(0);
    expect(open()).toHaveLength(1);
    await accept();
    await publish('2.00');
    expect(first.heard).toEqual(['first']);
    expect(second.heard).toEqual(['first', 'again', '2.00']);
    expect(third.heard).toEqual(['first', 'again', '2.00']);
  });

  it('is tried again by one page after it broke, and all fetch what they missed', async () => {
    const { newPage, accept, publish, streams, open } = setUp();
    const pages = [newPage(), newPage(), newPage()];
    await accept();
    streams[0]?.fail();
    await wait(999);
    expect(open()).toHaveLength(0);
    await wait(1);
    await accept();
    expect(open()).toHaveLength(1);
    await publish('3.00');
    for (const { heard } of pages) expect(heard).toEqual(['first', 'again', '3.00']);
  });

  it('is left for long by all pages after a newer one of the member replaced it', async () => {
    const { newPage, accept, streams } = setUp();
    const pages = [newPage(), newPage()];
    await accept();
    streams[0]?.say('replaced', {});
    streams[0]?.fail();
    await wait(119_000);
    expect(streams).toHaveLength(1);
    await wait(1_000);
    await accept();
    expect(streams).toHaveLength(2);
    for (const { heard } of pages) expect(heard).toEqual(['first', 'again']);
  });

  it('passes to another page when the leader stopped without leaving, which follows when it runs again', async () => {
    const { newPage, accept, publish, open } = setUp();
    const [first, second] = [newPage(), newPage()];
    await accept();
    await wait(4 * silenceMs);
    expect(second.heard).toEqual(['first']);
    first.freeze(true);
    await wait(beatMs + 1.5 * silenceMs);
    await accept();
    expect(second.heard).toEqual(['first', 'again']);
    first.freeze(false);
    await wait(beatMs);
    await publish('4.00');
    expect(open()).toHaveLength(1);
    expect(first.heard).toEqual(['first', 'again', '4.00']);
    expect(second.heard).toEqual(['first', 'again', '4.00']);
  });

  it('is one for each page where locks are refused', async () => {
    const { newPage, accept, publish, streams } = setUp();
    const refused = (): Locks => ({
      request: () => Promise.reject(new DOMException('no storage', 'SecurityError')),
    });
    const pages = [newPage('anna en', refused), newPage('anna en', refused)];
    await accept();
    await publish('5.00');
    await wait(60_000);
    expect(streams).toHaveLength(2);
    for (const { heard } of pages) expect(heard).toEqual(['first', '5.00']);
  });

  it('leaves no lock, channel or timer behind', async () => {
    const { newPage, accept, open, openChannels } = setUp();
    const pages = [newPage(), newPage(), newPage()];
    await accept();
    for (const { live } of pages) live.stop();
    await wait(0);
    expect([open().length, openChannels(), vi.getTimerCount()]).toEqual([0, 0, 0]);
  });

  it('reaches every page that is open in the end, by one connection, after any order of steps', async () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ does: fc.constant('start' as const), page: fc.nat(3) }),
        fc.record({ does: fc.constant('stop' as const), page: fc.nat(3) }),
        fc.record({ does: fc.constant('freeze' as const), page: fc.nat(3) }),
        fc.record({ does: fc.constantFrom('break' as const, 'wait' as const), page: fc.constant(0) }),
      ),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const { newPage, accept, publish, streams, open } = setUp();
        const pages = Array.from({ length: 4 }, () => newPage());
        const started = new Set(pages);
        for (const { does, page } of taken) {
          const one = pages[page];
          if (one === undefined) continue;
          if (does === 'break') streams.at(-1)?.fail();
          if (does === 'wait') await accept();
          if (does === 'freeze') one.freeze(true);
          if (does === 'stop') one.live.stop();
          if (does === 'stop') started.delete(one);
          if (does === 'start' && !started.has(one)) one.live.start();
          if (does === 'start') started.add(one);
        }
        for (const { freeze } of pages) freeze(false);
        // Long enough for each silence and each back-off.
        for (let second = 0; second < 90; second += 1) {
          await wait(1_000);
          await accept();
        }
        for (const { heard } of pages) heard.length = 0;
        await publish('9.00');
        expect(open()).toHaveLength(started.size === 0 ? 0 : 1);
        for (const page of pages) expect(page.heard).toEqual(started.has(page) ? ['9.00'] : []);
        for (const { live } of pages) live.stop();
      }),
    );
  });
});
