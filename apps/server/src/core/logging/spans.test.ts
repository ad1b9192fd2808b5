import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { currentSpan, traced, traceFields, workChannel, type Work } from './spans.ts';

test('without a listener work is only done', async () => {
  let described = 0;
  const describe = (): Work => {
    described += 1;
    return { name: 'work', kind: 'job' };
  };
  expect(await traced(describe, async () => [currentSpan(), traceFields()])).toEqual([undefined, {}]);
  await expect(traced(describe, () => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
  expect(described).toBe(0);
});

test('a listener hears of work and how it ended, and cannot change it', async () => {
  const heard: string[] = [];
  const subscriber = {
    start: ({ name }: Work) => void heard.push(`start ${name}`),
    end: () => undefined,
    asyncStart: () => undefined,
    asyncEnd: ({ name }: Work) => void heard.push(`end ${name}`),
    error: ({ name }: Work) => void heard.push(`error ${name}`),
  };
  workChannel.subscribe(subscriber);
  try {
    expect(
      await traced(
        () => ({ name: 'one', kind: 'job' }),
        () => Promise.resolve(1),
      ),
    ).toBe(1);
    const failing = traced(
      () => ({ name: 'two', kind: 'job' }),
      () => Promise.reject(new Error('its own')),
    );
    await expect(failing).rejects.toThrow('its own');
  } finally {
    workChannel.unsubscribe(subscriber);
  }
  expect(heard).toEqual(['start one', 'end one', 'start two', 'error two', 'end two']);
});

test('the libraries of traces are in one file, which is loaded by the setting alone', () => {
  const folder = fileURLToPath(new URL('../..', import.meta.url));
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(folder, name), 'utf8') }));
  const naming = (pattern: RegExp): string[] =>
    sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);
  expect(naming(/from '@opentelemetry\//)).toEqual(['core/logging/traces.ts']);
  expect(naming(/from '[^']*\/traces\.ts'/)).toEqual([]);
  expect(naming(/import\('\.\/core\/logging\/traces\.ts'\)/)).toEqual(['start.ts']);
});
