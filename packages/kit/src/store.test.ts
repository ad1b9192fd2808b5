import { afterEach, describe, expect, it, vi } from 'vitest';
import { asText } from '@touchline/client/values';
import { createStore } from './store.ts';

const refuse = (name: string) => (): never => {
  throw new DOMException('storage', name);
};

/** The storage of a browser, with what others put there. */
const stub = (over: Partial<Storage> | null | (() => never) = {}): Map<string, string> => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  if (typeof over !== 'function')
    vi.stubGlobal('localStorage', over === null ? null : { ...storage, ...over });
  else Object.defineProperty(globalThis, 'localStorage', { get: over, configurable: true });
  return stored;
};
const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');

const open = () => createStore<string | undefined>({ key: 'name', parse: asText });

afterEach(() => {
  vi.unstubAllGlobals();
  if (own === undefined) Reflect.deleteProperty(globalThis, 'localStorage');
  else Object.defineProperty(globalThis, 'localStorage', own);
});

describe('a value in local storage', () => {
  it('is the same on the next page, and on this one after another tab has changed it', () => {
    const stored = stub();
    const store = open();
    store.write('ada');
    expect(store.isKept()).toBe(true);
    expect(open().read()).toBe('ada');
    stored.set('name', '"grace"');
    expect(store.read()).toBe('ada');
    expect(store.reload()).toBe('grace');
    store.write(undefined);
    expect(stored.size).toBe(0);
  });

  it.each([
    ['storage is refused', refuse('SecurityError')],
    ['there is no storage', null],
    ['reading is refused', { getItem: refuse('SecurityError') }],
    ['writing is refused', { setItem: refuse('SecurityError') }],
    ['storage is full', { setItem: refuse('QuotaExceededError') }],
    ['removing is refused', { removeItem: refuse('SecurityError') }],
    [
      'all of it is refused',
      {
        getItem: refuse('SecurityError'),
        setItem: refuse('SecurityError'),
        removeItem: refuse('SecurityError'),
      },
    ],
  ])('lives as long as the page where %s', (_, over) => {
    stub(over);
    const store = open();
    const seen: unknown[] = [];
    store.watch(() => seen.push(store.read()));
    store.write('ada');
    expect(store.isKept()).toBe(open().read() === 'ada');
    expect([store.read(), store.reload(), store.read()]).toEqual(['ada', 'ada', 'ada']);
    store.write('grace');
    expect(store.reload()).toBe('grace');
    store.write(undefined);
    expect([store.reload(), store.read()]).toEqual([undefined, undefined]);
    expect(seen).toEqual(['ada', 'grace', undefined]);
  });

  it('is not the older one that a full storage still has', () => {
    let isFull = false;
    const stored = stub({
      setItem: (key, value) => {
        if (isFull) throw new DOMException('full', 'QuotaExceededError');
        stored.set(key, value);
      },
    });
    const store = open();
    store.write('ada');
    isFull = true;
    store.write('grace');
    expect([store.reload(), stored.get('name')]).toEqual(['grace', '"ada"']);
    isFull = false;
    store.write('joan');
    stored.set('name', '"ida"');
    expect(store.reload()).toBe('ida');
  });

  it('is what another tab stored after this one could not', () => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    const stored = stub({ setItem: refuse('QuotaExceededError') });
    const store = open();
    store.write('ada');
    stored.set('name', '"grace"');
    page.dispatchEvent(Object.assign(new Event('storage'), { key: 'other' }));
    expect(store.reload()).toBe('ada');
    page.dispatchEvent(Object.assign(new Event('storage'), { key: 'name' }));
    expect(store.read()).toBe('grace');
  });
});
