import { expect, test } from 'vitest';
import { readDate, readTime, readZone } from './dates.ts';
import { Unreadable } from './imported-match.ts';

test.each([
  ['2016-08-13', '2016-08-13'],
  ['2024-02-29', '2024-02-29'],
  ['13/08/2016', '2016-08-13'],
  ['1/8/2016', '2016-08-01'],
  ['31/12/99', '1999-12-31'],
  ['01/01/70', '1970-01-01'],
  ['01/01/69', '2069-01-01'],
  ['05/08/00', '2000-08-05'],
  ['13.08.2016', '2016-08-13'],
  ['1.8.16', '2016-08-01'],
  ['13-08-2016', '2016-08-13'],
])('%s is %s', (text, date) => {
  expect(readDate(text)).toBe(date);
});

test.each([
  ['', 'no date'],
  ['2016-8-13', '"2016-8-13" is no date'],
  ['2016-08-13T12:00', '"2016-08-13T12:00" is no date'],
  [' 2016-08-13', '" 2016-08-13" is no date'],
  ['20160813', '"20160813" is no date'],
  ['13/08/016', '"13/08/016" is no date'],
  ['113/08/2016', '"113/08/2016" is no date'],
  ['13/08/20165', '"13/08/20165" is no date'],
  ['13.08/2016', '"13.08/2016" is no date'],
  ['13 08 2016', '"13 08 2016" is no date'],
  ['29/02/2023', 'there is no "29/02/2023"'],
  ['00/08/2016', 'there is no "00/08/2016"'],
  ['2016-13-01', 'there is no "2016-13-01"'],
])('%j is none', (text, detail) => {
  expect(() => readDate(text)).toThrow(Unreadable);
  expect(() => readDate(text)).toThrow(expect.objectContaining({ reason: 'date', message: detail }));
});

test.each([
  ['15:00', { time: '15:00' }],
  ['9:05', { time: '09:05' }],
  ['00:00', { time: '00:00' }],
  ['23:59', { time: '23:59' }],
  ['20:00 UTC+1', { time: '20:00', utcOffsetMinutes: 60 }],
  ['20:00  UTC-11', { time: '20:00', utcOffsetMinutes: -660 }],
  ['20:00 UTC+5:45', { time: '20:00', utcOffsetMinutes: 345 }],
  ['20:00 UTC-3:30', { time: '20:00', utcOffsetMinutes: -210 }],
  ['20:00:00', { time: '20:00' }],
  ['20:00 UTC', { time: '20:00', utcOffsetMinutes: 0 }],
  ['20:00 GMT+1', { time: '20:00', utcOffsetMinutes: 60 }],
  ['20:00Z', { time: '20:00', utcOffsetMinutes: 0 }],
  ['20:00-03:00', { time: '20:00', utcOffsetMinutes: -180 }],
  ['20:00 +0530', { time: '20:00', utcOffsetMinutes: 330 }],
])('%s', (text, time) => {
  expect(readTime(text)).toEqual(time);
});

test.each([
  '',
  '24:00',
  '12:60',
  '1500',
  '15:00x',
  'x15:00',
  '20:00 UTC+15',
  '20:00:30',
  '15:00 UTC5',
  '15:00 CET',
  '15:0',
  '20:00 UTC+5:60',
])('%j is no time', (text) => {
  expect(() => readTime(text)).toThrow(
    expect.objectContaining({ reason: 'time', message: `${JSON.stringify(text)} is no time` }),
  );
});

test.each([
  ['Europe/Vienna', { zone: 'Europe/Vienna' }],
  ['Asia/Kolkata', { zone: 'Asia/Kolkata' }],
  ['America/Argentina/Buenos_Aires', { zone: 'America/Argentina/Buenos_Aires' }],
  ['UTC', { utcOffsetMinutes: 0 }],
  ['UTC+2', { utcOffsetMinutes: 120 }],
  ['+05:30', { utcOffsetMinutes: 330 }],
])('the zone %s', (text, zone) => {
  expect(readZone(text)).toEqual(zone);
});

test.each(['', 'CET', 'IST', 'CST', 'EST', 'Vienna', 'Mars/Olympus', 'local', 'UTC+15'])(
  '%j is no zone',
  (text) => {
    expect(() => readZone(text)).toThrow(expect.objectContaining({ reason: 'time', fault: 'zone_form' }));
  },
);
