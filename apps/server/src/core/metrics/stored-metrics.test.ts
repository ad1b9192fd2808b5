import { expect, test } from 'vitest';
import type { Figure, Point } from './metrics.ts';
import { createStoredFigures } from './stored-metrics.ts';

const length: Figure = { name: 'queue_length', kind: 'gauge', help: 'How long' };

/** Figures of two modules, of which one reads what the test says. */
const open = (read: () => Promise<readonly Point[]>) => {
  const clock = { nowMs: 1_000_000 };
  const warned: unknown[] = [];
  const stored = createStoredFigures({
    sources: new Map([
      ['first', read],
      ['second', async () => [{ of: length, value: 2 }]],
    ]),
    everyMs: 15_000,
    log: { warn: (line: unknown) => void warned.push(line) },
    nowMs: () => clock.nowMs,
  });
  const values = (name: string) =>
    stored.now().flatMap(({ of, labels, value }) => (of.name === name ? [{ ...labels, value }] : []));
  return { stored, clock, warned, values };
};

test('gives what was read last, with the time, and does not read when it is asked', async () => {
  let reads = 0;
  const { stored, values } = open(async () => [{ of: length, value: ++reads }]);
  expect(values('queue_length')).toEqual([]);
  await stored.routine.run();
  expect(values('queue_length')).toEqual([{ value: 1 }, { value: 2 }]);
  expect(values('queue_length')).toEqual([{ value: 1 }, { value: 2 }]);
  expect(values('touchline_figures_read_timestamp_seconds')).toEqual([
    { module: 'first', value: 1_000 },
    { module: 'second', value: 1_000 },
  ]);
});

test('a module that fails keeps no other from being read, is counted and logged', async () => {
  const { stored, warned, values } = open(() => Promise.reject(new Error('away')));
  await stored.routine.run();
  await stored.routine.run();
  expect(values('queue_length')).toEqual([{ value: 2 }]);
  expect(values('touchline_figures_failures_total')).toEqual([
    { module: 'first', value: 2 },
    { module: 'second', value: 0 },
  ]);
  expect(warned).toHaveLength(2);
});

test('a value that was read four turns ago is not given any more', async () => {
  let isAway = false;
  const { stored, clock, values } = open(async () => {
    if (isAway) throw new Error('away');
    return [{ of: length, value: 1 }];
  });
  await stored.routine.run();
  isAway = true;
  clock.nowMs += 59_999;
  await stored.routine.run();
  expect(values('queue_length')).toEqual([{ value: 1 }, { value: 2 }]);
  clock.nowMs += 1;
  expect(values('queue_length')).toEqual([{ value: 2 }]);
  expect(values('touchline_figures_read_timestamp_seconds')[0]).toEqual({ module: 'first', value: 1_000 });
});
