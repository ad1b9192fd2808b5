import { isOffered, settingNames, type OfferedSetting } from '@touchline/contract/shapes/office-settings';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../core/config/config.ts';
import { bare, environmentOf, fold, problemsOf, type TimedChange } from './fold.ts';

const base = readConfig({ SITE_SUPPORT: 'help@house.example', STAKE_MAX: '500.00' });

let ids = 0;
const change = (settings: Record<string, string | null>, minutes = 0, number = ids++): TimedChange => ({
  id: `change ${number}`,
  number,
  settings,
  effectiveFrom: new Date(minutes * 60_000),
});

/** Values for any offered setting, most of them valid. */
const texts: Partial<Record<OfferedSetting, readonly string[]>> = {
  STAKE_MIN: ['0', '1', '0.50', '600'],
  STAKE_MAX: ['0.10', '300', '1000.00'],
  PAYOUT_MAX: ['1', '70000'],
  WITHDRAW_MIN: ['5', '60000'],
  WITHDRAW_MAX: ['1', '80000.00'],
  WITHDRAW_FROM: ['08:00', '20:00', '25:00'],
  WITHDRAW_TO: ['12:00', '19:59'],
  CHANNELS: ['[{"id":"scan-code","off":true}]', '[{"id":"cash-card","min":"9","max":"8"}]', '['],
  EXPOSURE_CAP_EVENT: ['0', '5000'],
  SITE_SUPPORT: ['', 'https://help.example'],
  COUNTRIES_REFUSED: ['', 'US,FR'],
  MIN_AGE: ['17', '21'],
  LANGUAGES: ['en', 'de,fr', 'en,xx', 'en,en'],
  LANGUAGE_DEFAULT: ['en', 'de', 'th', 'xx'],
};
const someValues = fc
  .dictionary(fc.constantFrom(...settingNames.filter((name) => texts[name] !== undefined)), fc.nat(5), {
    minKeys: 1,
    maxKeys: 4,
  })
  .map((picked) =>
    Object.fromEntries(
      Object.entries(picked).map(([name, at]): [string, string | null] => [
        name,
        (isOffered(name) ? texts[name]?.[at] : undefined) ?? null,
      ]),
    ),
  );
/** Number of runs, which is low because each reads the environment many times. */
const runs = { numRuns: 12 };
const someChanges = fc
  .array(fc.tuple(someValues, fc.nat(4)), { maxLength: 6 })
  .map((all) => all.map(([settings, minutes], number) => change(settings, minutes, number)));

describe('settings over the environment', () => {
  test('are what the reader makes of an environment with the same texts', () => {
    fc.assert(
      fc.property(someChanges, (changes) => {
        const { config, settings } = fold(bare(base, changes));
        const given = Object.entries(settings).filter((one): one is [string, string] => one[1] !== null);
        expect(config).toEqual(readConfig({ ...environmentOf(base), ...Object.fromEntries(given) }));
      }),
      runs,
    );
  });

  test('are the same in whichever order they are read', () => {
    fc.assert(
      fc.property(someChanges, fc.infiniteStream(fc.nat()), (changes, keys) => {
        const shuffled = changes
          .map((one) => ({ one, key: keys.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one);
        expect(fold(bare(base, shuffled))).toEqual(fold(bare(base, changes)));
      }),
      runs,
    );
  });

  test('of which each had no problems when it was added are never left out', () => {
    fc.assert(
      fc.property(someChanges, (changes) => {
        const accepted: TimedChange[] = [];
        for (const one of changes) {
          if (problemsOf(bare(base, accepted), one).length === 0) accepted.push(one);
          expect(fold(bare(base, accepted)).spoilt.size).toBe(0);
        }
      }),
      runs,
    );
  });

  test('come to the same when what counts by now is put together first', () => {
    fc.assert(
      fc.property(someChanges, fc.nat(4), (changes, minutes) => {
        const isDue = ({ effectiveFrom }: TimedChange) => effectiveFrom.getTime() <= minutes * 60_000;
        const due = fold(bare(base, changes.filter(isDue)));
        const all = fold({ base, from: due, later: changes.filter((one) => !isDue(one)) });
        expect({ ...all, spoilt: new Map([...due.spoilt, ...all.spoilt]) }).toEqual(
          fold(bare(base, changes)),
        );
      }),
      runs,
    );
  });

  test('are the environment where nothing was changed', () => {
    expect(fold(bare(base)).config).toBe(base);
    expect(readConfig(environmentOf(base))).toEqual(base);
  });

  test('that are taken back are those of the environment again', () => {
    const { config } = fold(bare(base, [change({ STAKE_MAX: '900' }), change({ STAKE_MAX: null }, 1)]));
    expect(config.STAKE_MAX).toBe('500.00');
  });
});

describe('a change', () => {
  const problems = (settings: Record<string, string | null>, accepted: TimedChange[] = []) =>
    problemsOf(bare(base, accepted), change(settings));

  test.each([
    ['alone out of bounds', { MIN_AGE: '17' }, 'MIN_AGE'],
    ['no amount', { STAKE_MAX: '1e3' }, 'STAKE_MAX'],
    ['no stake at all', { STAKE_MIN: '0.00' }, 'STAKE_MIN'],
    ['wrong together', { STAKE_MIN: '600' }, 'STAKE_MAX'],
    ['a window that ends before it begins', { WITHDRAW_FROM: '20:00', WITHDRAW_TO: '08:00' }, 'WITHDRAW_TO'],
    ['channels that are none', { CHANNELS: '[{"id":"paypal"}]' }, 'CHANNELS'],
    ['a cap that was counted, away', { EXPOSURE_CAP_EVENT: '0' }, 'EXPOSURE_CAP_EVENT'],
    ['nothing where something must be', { SITE_NAME: '' }, 'SITE_NAME'],
  ])('%s is reported with its name', (_what, settings, name) => {
    expect(problems(settings).map((problem) => problem.name)).toContain(name);
  });

  test.each([
    [{ MIN_AGE: '17' }, 'minimum', { limit: '18' }],
    [{ MIN_AGE: 'old' }, 'form', { kind: 'integer' }],
    [{ CASH_OUT_FEE_BP: '5001' }, 'maximum', { limit: '5000' }],
    [{ SITE_OPERATOR: 'x'.repeat(301) }, 'too_long', { limit: '300' }],
    [{ STAKE_MAX: '1e3' }, 'form', { kind: 'amount' }],
    [{ STAKE_MIN: '600' }, 'below', { other: 'STAKE_MIN' }],
    [{ PAYOUT_MAX: '1.00' }, 'not_above', { other: 'STAKE_MIN' }],
    [{ WITHDRAW_FROM: '20:00', WITHDRAW_TO: '08:00' }, 'before', { other: 'WITHDRAW_FROM' }],
    [{ EXPOSURE_CAP_EVENT: '0' }, 'cap_fixed', {}],
    [{ SITE_NAME: '' }, 'empty', {}],
    [{ CHANNELS: '[{' }, 'channels_form', {}],
    [
      { CHANNELS: '[{"id":"cash-card","feeBp":9000}]' },
      'channel_field',
      { channel: 'cash-card', field: 'feeBp' },
    ],
    [{ CHANNELS: '[{"id":"cash-card","min":"6000"}]' }, 'channel_bounds', { channel: 'cash-card' }],
    [{ CHANNELS: '[{"id":"usdt-trc20","rate":"0"}]' }, 'channel_rate', { channel: 'usdt-trc20' }],
  ])('%j is reported with a code and its values', (settings, code, values) => {
    expect(problems(settings)).toContainEqual(expect.objectContaining({ code, values }));
  });

  test('that would make a VIP level worse than the one below says which and in what', () => {
    const fixed = readConfig({ VIP_LEVELS: '[{"level":1,"withdrawFee":"0.90"}]' });
    expect(problemsOf(bare(fixed), change({ WITHDRAW_FEE_BP: '80' }))).toEqual([
      { code: 'level_worse', values: { level: '1', than: '0', field: 'withdrawFee' } },
    ]);
  });

  test('never has a problem that only the start of the server has words for', () => {
    fc.assert(
      fc.property(someChanges, (changes) => {
        for (const one of changes) {
          for (const { code } of problemsOf(bare(base), one)) expect(code).not.toBe('environment');
        }
      }),
      runs,
    );
  });

  test('can be right only together with another', () => {
    expect(problems({ STAKE_MIN: '600' })).not.toEqual([]);
    expect(problems({ STAKE_MIN: '600', STAKE_MAX: '700' })).toEqual([]);
  });

  test('that would make a later one invalid is refused for it', () => {
    const later = change({ STAKE_MIN: '400' }, 60);
    expect(problems({ STAKE_MAX: '300' }, [later]).map(({ name }) => name)).toEqual(['STAKE_MAX']);
    expect(problems({ STAKE_MAX: '450' }, [later])).toEqual([]);
  });

  test('is judged by its place in the order, not by when it was made', () => {
    const later = change({ STAKE_MAX: '900' }, 60);
    expect(problemsOf(bare(base, [later]), change({ STAKE_MIN: '600' }, 30))).not.toEqual([]);
    expect(problemsOf(bare(base, [later]), change({ STAKE_MIN: '600' }, 90))).toEqual([]);
  });

  test('cannot name what is not offered: the list has no secrets, connections or mode', () => {
    for (const name of settingNames) {
      expect(name).not.toMatch(
        /SECRET|TOKEN|KEY|URL|XPUB|RPC|^MODE$|^DATABASE|^DATA_DIR|MARGINS|TEAM_LEVELS|VIP_LEVELS/,
      );
    }
    expect(() => readConfig({ ...environmentOf(base), MODE: 'real' })).toThrow(ConfigError);
  });
});
