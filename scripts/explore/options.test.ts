import { expect, it } from 'vitest';
import { readOptions } from './options.ts';

it('takes ten minutes, a seed of its own and all files unless it is asked otherwise', () => {
  const options = readOptions([], {});
  expect(options).toEqual({ minutes: 10, seed: expect.any(Number), name: '', isHelp: false });
  expect(Number.isInteger(options.seed)).toBe(true);
});

it('reads minutes, seed and name in any order', () => {
  const wanted = { minutes: 0.5, seed: 7, name: 'ledger-model', isHelp: false };
  expect(readOptions(['--minutes', '0.5', '--seed', '7', 'ledger-model'], {})).toEqual(wanted);
  expect(readOptions(['ledger-model', '--seed=7', '--minutes=0.5'], {})).toEqual(wanted);
  expect(readOptions(['--seed=-529829189'], {})).toMatchObject({ seed: -529829189 });
  expect(readOptions(['--help'], {})).toMatchObject({ isHelp: true });
});

it.each([
  [['--minutes', '0'], '--minutes is a number above 0, not "0"'],
  [['--minutes', 'long'], '--minutes is a number above 0, not "long"'],
  [['--seed', '1.5'], '--seed is a whole number, not "1.5"'],
  [['--seed', ''], '--seed is a whole number, not ""'],
  [['wallet', 'log'], 'One NAME at most, not wallet log'],
  [['--rounds', '3'], `Unknown option '--rounds'`],
])('refuses %j', (args, error) => {
  expect(() => readOptions(args, {})).toThrow(error);
});

it('refuses options that npm kept for itself', () => {
  expect(() => readOptions(['20'], { npm_config_minutes: 'true' })).toThrow('-- --minutes 20');
});
