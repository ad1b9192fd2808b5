import { describe, expect, test } from 'vitest';
import {
  dayIn,
  formatClock,
  formatDate,
  formatDateTime,
  formatLongDate,
  formatDuration,
  formatMonth,
  formatRelative,
  formatShortDate,
  formatTime,
  formatWait,
  formatZonedDateTime,
  nearDayName,
  weekdayName,
} from './format-time.ts';
import { locales } from './locales.ts';

const kickOff = '2026-06-11T18:30:05.000Z';
const at = Date.parse(kickOff);

describe('waits', () => {
  test.each([
    [-5_000, 'in 1 second'],
    [26_001, 'in 27 seconds'],
    [119_000, 'in 119 seconds'],
    [120_001, 'in 3 minutes'],
    [47 * 3_600_000, 'in 47 hours'],
    [48 * 3_600_000 + 1, 'in 3 days'],
  ])('of %i ms are %s: never too short', (waitMs, text) => {
    expect(formatWait(waitMs, 'en').replaceAll('\u00A0', ' ')).toBe(text);
  });

  test('are what people call them', () => {
    expect(formatWait(180_000, 'ar')).toBe('بعد\u00A03\u00A0دقائق');
    expect(formatWait(180_000, 'hi')).toBe('3\u00A0मिनट\u00A0बाद');
    expect(formatWait(180_000, 'id')).toBe('3\u00A0menit\u00A0lagi');
    expect(formatWait(180_000, 'ja')).toBe('3分後');
    expect(formatWait(180_000, 'th')).toBe('ในอีก\u00A03\u00A0นาที');
  });
});

describe('times', () => {
  test('are shown in the time zone asked for', () => {
    expect(formatTime(kickOff, { lan: 'en', timeZone: 'UTC' })).toBe('18:30');
    expect(formatTime(kickOff, { lan: 'en', timeZone: 'Asia/Shanghai' })).toBe('02:30');
    expect(formatClock(kickOff, { lan: 'de', timeZone: 'UTC' })).toBe('18:30:05');
    expect(dayIn(kickOff, 'UTC')).toBe('2026-06-11');
    expect(dayIn(kickOff, 'Asia/Shanghai')).toBe('2026-06-12');
  });

  test('that anyone may read have the name of their zone', () => {
    expect(formatZonedDateTime(kickOff, { lan: 'en', timeZone: 'Europe/Berlin' })).toBe(
      '11\u00A0Jun\u00A02026, 20:30\u00A0(GMT+2)',
    );
    expect(formatZonedDateTime(kickOff, { lan: 'zh-CN', timeZone: 'UTC' })).toBe(
      '2026年6月11日\u00A018:30\u00A0(UTC)',
    );
    expect(formatZonedDateTime('soon', { lan: 'en', timeZone: 'UTC' })).toBe('soon');
  });

  test('read as the language writes days', () => {
    expect(formatDate(kickOff, { lan: 'en', timeZone: 'UTC' })).toBe('Thu\u00A011\u00A0Jun');
    expect(formatDate(kickOff, { lan: 'de', timeZone: 'UTC' })).toBe('Do., 11.\u00A0Juni');
    expect(formatDate(kickOff, { lan: 'zh-CN', timeZone: 'UTC' })).toBe('6月11日周四');
    expect(formatShortDate(kickOff, { lan: 'zh-CN', timeZone: 'UTC' })).toBe('6月11日');
    const first = '2026-06-01T18:30:05.000Z';
    expect(formatLongDate(first, { lan: 'fr', timeZone: 'UTC' })).toBe('1er\u00A0juin\u00A02026');
    expect(formatLongDate(kickOff, { lan: 'fr', timeZone: 'UTC' })).toBe('11\u00A0juin\u00A02026');
    expect(formatDateTime('2026-06-11T01:01:00Z', { lan: 'fr', timeZone: 'UTC' })).toBe(
      '11\u00A0juin, 01:01',
    );
    expect(formatLongDate(kickOff, { lan: 'vi', timeZone: 'UTC' })).toBe('11/6/2026');
    expect(formatLongDate(kickOff, { lan: 'ar', timeZone: 'UTC' })).toBe('11\u00A0يونيو\u00A02026');
    expect(formatDateTime(kickOff, { lan: 'en', timeZone: 'UTC' })).toBe('11\u00A0Jun, 18:30');
  });

  test('are in Latin digits, on the 24-hour clock and of the Gregorian year in all languages', () => {
    for (const { lan } of locales) {
      // Indonesian parts the hour with a dot.
      expect(formatTime('2026-06-11T00:05:00Z', { lan, timeZone: 'UTC' })).toMatch(/^00[:.]05$/);
      expect(formatLongDate(kickOff, { lan, timeZone: 'UTC' })).toContain('2026');
    }
  });

  test('a text that is no time comes back unchanged', () => {
    expect(formatTime('soon', { lan: 'en', timeZone: 'UTC' })).toBe('soon');
    expect(formatRelative('soon', { lan: 'en', now: at })).toBe('soon');
  });
});

test('distances are given in their largest whole unit', () => {
  const before = (ms: number): string => formatRelative(kickOff, { lan: 'en', now: at - ms });
  expect(before(22.9 * 60_000)).toBe('in\u00A022\u00A0min');
  expect(before(45_000)).toBe('in\u00A045\u00A0sec');
  expect(before(400)).toBe('now');
  expect(formatRelative(kickOff, { lan: 'de', now: at })).toBe('jetzt');
  expect(before(-3 * 3_600_000)).toBe('3\u00A0hr\u00A0ago');
  expect(before(2 * 86_400_000)).toBe('in\u00A02\u00A0days');
  expect(formatRelative(kickOff, { lan: 'de', now: at - 22 * 60_000 })).toBe('in\u00A022\u00A0Min.');
  expect(formatRelative(kickOff, { lan: 'ja', now: at - 22 * 60_000 })).toBe('22分後');
  expect(formatRelative(kickOff, { lan: 'th', now: at - 22 * 60_000 })).toBe('อีก\u00A022\u00A0นาที');
  expect(formatRelative(kickOff, { lan: 'id', now: at - 22 * 60_000 })).toBe('22\u00A0menit\u00A0lagi');
  expect(formatRelative(kickOff, { lan: 'id', now: at + 22 * 60_000 })).toBe(
    '22\u00A0menit\u00A0yang\u00A0lalu',
  );
  expect(formatRelative(kickOff, { lan: 'ar', now: at - 22 * 60_000 })).toBe('خلال\u00A022\u00A0دقيقة');
});

test('days near today have names, in the calendar of the time zone', () => {
  const utc = { lan: 'en', timeZone: 'UTC' } as const;
  expect(nearDayName(kickOff, { ...utc, now: at - 3_600_000 })).toBe('Today');
  expect(nearDayName(kickOff, { ...utc, now: at - 86_400_000 })).toBe('Tomorrow');
  expect(nearDayName(kickOff, { ...utc, now: at + 86_400_000 })).toBe('Yesterday');
  expect(nearDayName(kickOff, { ...utc, now: at - 3 * 86_400_000 })).toBeUndefined();
  const shanghai = { lan: 'de', timeZone: 'Asia/Shanghai', now: Date.parse('2026-06-11T15:00:00Z') } as const;
  expect(nearDayName(kickOff, shanghai)).toBe('Morgen');
});

test('names the days of the week from Monday on', () => {
  expect([1, 5, 7].map((day) => weekdayName(day, { lan: 'en' }))).toEqual(['Mon', 'Fri', 'Sun']);
  expect(weekdayName(1, { lan: 'zh-CN' })).toBe('周一');
  expect(weekdayName(3, { lan: 'de', width: 'long' })).toBe('Mittwoch');
  expect(weekdayName(3, { lan: 'en', width: 'narrow' })).toBe('W');
});

test('names months with their year', () => {
  expect(formatMonth(kickOff, { lan: 'en', timeZone: 'UTC' })).toBe('June\u00A02026');
  expect(formatMonth(kickOff, { lan: 'fr', timeZone: 'UTC' })).toBe('Juin\u00A02026');
  expect(formatMonth(kickOff, { lan: 'zh-CN', timeZone: 'UTC' })).toBe('2026年6月');
});

test('writes how long something took in its largest unit', () => {
  expect(formatDuration(30_000, { lan: 'en' })).toBe('30\u00A0seconds');
  expect(formatDuration(1, { lan: 'en' })).toBe('1\u00A0second');
  expect(formatDuration(5_400_000, { lan: 'de' })).toBe('1,5\u00A0Stunden');
  expect(formatDuration(30_000, { lan: 'ja' })).toBe('30秒');
  expect(formatDuration(14 * 86_400_000, { lan: 'ru' })).toBe('14\u00A0дней');
  expect(formatDuration(60_000, { lan: 'en', width: 'short' })).toBe('1\u00A0min');
  expect(formatDuration(120_000, { lan: 'ar' })).toContain('دقيقتان');
});
