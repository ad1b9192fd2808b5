import { channelIds } from '@touchline/contract/kinds';
import { describe, expect, test } from 'vitest';
import { readChannels } from './payments.ts';

describe('channels', () => {
  test('have defaults', () => {
    const channels = readChannels('', 2);
    expect(channels.map(({ id }) => id)).toEqual(channelIds);
    expect(channels).toContainEqual(
      expect.objectContaining({ id: 'cash-card', minMinor: 500n, maxMinor: 500_000n, feeBp: 150 }),
    );
  });

  test('can be changed and closed', () => {
    const [first, ...rest] = readChannels(
      '[{"id":"usdt-trc20","min":"20.50","rate":"1.02","hours":"08:00-22:00"},{"id":"scan-code","off":true}]',
      2,
    );
    expect(first).toMatchObject({
      minMinor: 2_050n,
      rateMicro: 1_020_000n,
      hours: { from: '08:00', until: '22:00' },
    });
    expect(rest.map(({ id }) => id)).toEqual(
      channelIds.filter((id) => id !== 'usdt-trc20' && id !== 'scan-code'),
    );
  });

  test.each([
    ['no JSON', '{'],
    ['no list', '{"id":"usdt-trc20"}'],
    ['an unknown channel', '[{"id":"paypal"}]'],
    ['an unknown field', '[{"id":"cash-card","colour":"red"}]'],
    ['a channel twice', '[{"id":"cash-card"},{"id":"cash-card"}]'],
    ['min above max', '[{"id":"cash-card","min":"10","max":"5"}]'],
    ['a fee that takes all', '[{"id":"cash-card","min":"1","feeFixed":"1"}]'],
    ['no rate', '[{"id":"usdt-trc20","rate":"0"}]'],
    ['a rate where there is none', '[{"id":"cash-card","rate":"2"}]'],
    ['three decimals', '[{"id":"cash-card","min":"1.005"}]'],
    ['hours that are none', '[{"id":"cash-card","hours":"08:00-08:00"}]'],
  ])('%s is refused with the name of the setting', (_what, text) => {
    expect(() => readChannels(text, 2)).toThrow(/^CHANNELS: /);
  });
});
