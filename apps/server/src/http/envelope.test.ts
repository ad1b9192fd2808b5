import { lans } from '@touchline/locales/locales';
import { describe, expect, test } from 'vitest';
import { Refused } from '../platform/refusal.ts';
import { renderRefusal } from './envelope.ts';

const site = { minAge: 18, timeZone: 'UTC', currency: 'PLAY' };
const said = (refused: Refused, lan: (typeof lans)[number] = 'en'): string =>
  JSON.parse(renderRefusal(refused, lan, site).body).msg;
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();

describe('when something opens again', () => {
  const monday = new Refused('withdraw_window', { until: '2026-06-15T00:00:00.000Z' });

  test('withdrawals have a day and a time without seconds', () => {
    expect(said(monday)).toBe(
      'Withdrawals are accepted Monday to Friday. They open again on Monday at 00:00.',
    );
    expect(said(monday, 'de')).toContain('Montag, 00:00');
    expect(said(monday, 'zh-CN')).toContain('星期一 00:00');
  });

  test.each(lans)('no text says seconds of it in %s', (lan) => {
    expect(said(monday, lan)).not.toMatch(/00[:.]00[:.]00/);
    const closed = new Refused('channel_closed', { until: inMs(3_600_000) });
    expect(said(closed, lan)).not.toMatch(/\d{2}[:.]\d{2}[:.]\d{2}/);
  });

  test('a wait of an hour ends at the next whole minute, one of minutes to the second', () => {
    const hour = inMs(3_600_500);
    const shown = new Date(Math.ceil(Date.parse(hour) / 60_000) * 60_000).toISOString().slice(11, 16);
    expect(said(new Refused('locked', { until: hour }))).toContain(`after ${shown}.`);
    const soon = inMs(30_000);
    expect(said(new Refused('locked', { until: soon }))).toContain(soon.slice(11, 19));
  });
});
