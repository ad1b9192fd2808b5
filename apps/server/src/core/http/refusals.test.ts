import { reasons, type Reason } from '@touchline/contract/reasons';
import { lans } from '@touchline/locales/locales';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Refused } from '../refusal.ts';
import { renderRefusal } from './errors.ts';

const site = { minAge: 18, currency: 'PLAY' };
const said = (refused: Refused, lan: (typeof lans)[number] = 'en'): string =>
  JSON.parse(renderRefusal(refused, lan, site).body).msg.replaceAll('\u00A0', ' ');

const nowMs = Date.parse('2026-11-27T21:09:33.500Z');
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: nowMs }));
afterAll(() => void vi.useRealTimers());

const waits = [27, 150, 5 * 3_600, 3 * 86_400].map((seconds) =>
  new Date(nowMs + seconds * 1_000 - 1).toISOString(),
);
const isReason = (name: string): name is Reason => Object.hasOwn(reasons, name);
const withTime = ['excluded', 'limit_reached'] as const;

describe.each(lans)('a refusal in %s', (lan) => {
  test('never has a time of day or a date, whose zone its reader cannot know', () => {
    for (const reason of Object.keys(reasons).filter(isReason)) {
      for (const until of waits) {
        for (const restriction of ['time_out', 'excluded'] as const) {
          const detail = { until, restriction, limit: 'stake', period: 'week' } as const;
          expect(said(new Refused(reason, detail), lan)).not.toMatch(/\d[:.٫]\d|\b20\d\d\b|GMT|UTC/);
        }
      }
    }
  });

  test.each(withTime)('%s gives the length of it', (reason) => {
    const detail = { restriction: 'excluded', limit: 'loss', period: 'day' } as const;
    const text = (until: string): string => said(new Refused(reason, { ...detail, until }), lan);
    expect(new Set(waits.map(text)).size).toBe(waits.length);
  });
});

test('a wait is a length', () => {
  const [soon = '', minutes = '', hours = '', days = ''] = waits;
  expect(said(new Refused('locked', { until: soon }))).toBe(
    'Too many failed attempts. Try again in 27 seconds.',
  );
  expect(said(new Refused('too_many', { until: minutes }), 'de')).toBe(
    'Zu viele Anfragen. Versuche es in 3 Minuten noch einmal.',
  );
  expect(said(new Refused('address_cooling', { until: hours }), 'zh-CN')).toContain('5小时后');
  expect(said(new Refused('withdraw_window', { until: days }))).toBe(
    'Withdrawals are not accepted now. They open again in 3 days.',
  );
});
