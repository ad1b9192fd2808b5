import { lans } from '@touchline/locales/locales';
import { describe, expect, test } from 'vitest';
import { letterTemplates } from '../../core/events.ts';
import { letterWords } from './words.ts';

const site = { name: 'Touchline', timeZone: 'Europe/Berlin', currency: 'PLAY' };

describe.each(lans)('letters in %s', (lan) => {
  test.each(letterTemplates)('%s has words, with and without what it speaks of', (template) => {
    for (const fields of [{}, { amount: '12.50', until: '2026-12-01T10:00:00.000Z', limit: 'stake' }]) {
      const { title, body } = letterWords(template, fields, lan, site);
      for (const text of [title, body]) {
        expect(text).not.toBe('');
        expect(text).not.toMatch(/[{}]|undefined|letter\./);
      }
    }
  });

  test.each(letterTemplates)('%s has no time without the name of its zone', (template) => {
    const at = '2026-12-01T10:00:00.000Z';
    const { body } = letterWords(template, { at, until: at, ends: 'at' }, lan, site);
    expect(body.match(/GMT\+1/g) ?? []).toHaveLength(body.match(/11[:.]00/g)?.length ?? 0);
  });
});

test('amounts, times, reasons and states are written as the reader writes them', () => {
  const rejected = { amount: '1000.00', reference: 'TL-1', reason: 'not_received' };
  expect(letterWords('recharge_rejected', rejected, 'de', site).body).toBe(
    'Deine Einzahlung über 1.000,00\u00A0PLAY wurde nicht gutgeschrieben. Es ist keine Zahlung eingegangen. Referenz: TL-1.',
  );
  expect(letterWords('time_out', { until: '2026-12-31T23:30:00.000Z' }, 'en', site).body).toContain(
    'Until 1\u00A0Jan\u00A02027, 00:30\u00A0(GMT+1) you',
  );
  expect(letterWords('adjusted', { amountSigned: '-5.00' }, 'en', site).title).toBe(
    'Your balance was corrected: −5.00\u00A0PLAY',
  );
  const signIn = { browser: 'Firefox', system: '', address: '10.0.x.x' };
  expect(letterWords('sign_in_new', signIn, 'en', site).body).toContain('device: Firefox, address 10.0.x.x.');
  expect(letterWords('contact_changed', { kind: 'email' }, 'de', site).body).toContain(
    'Die E-Mail-Adresse deines',
  );
  const limit = { limit: 'loss', period: 'week' };
  expect(letterWords('limit_raised', limit, 'en', site).body).toContain('per week no longer applies,');
  expect(letterWords('limit_raised', { ...limit, amount: '50.00' }, 'de', site).body).toContain(
    'Dein Verlustlimit pro Woche beträgt jetzt 50,00\u00A0PLAY,',
  );
  expect(letterWords('excluded', {}, 'en', site).body).toContain('for good');
  expect(letterWords('commission_paid', { day: '2026-06-11', amount: '3.21' }, 'en', site).body).toContain(
    'for 11\u00A0Jun\u00A02026, 3.21\u00A0PLAY,',
  );
});

test('a corrected bet names its match in the reader’s language, and what was booked', () => {
  const fields = {
    home: 'Germany',
    homeFlag: 'de',
    away: 'Spain',
    awayFlag: 'es',
    more: '2',
    state: 'lose',
    outcome: 'taken',
    amount: '7.00',
    lost: 'some',
    amountLost: '3.00',
    at: '2026-06-11T18:00:00.000Z',
  };
  expect(letterWords('bet_corrected', fields, 'de', site).body).toBe(
    'Was deine Wette auf Deutschland – Spanien und 2 weitere entschieden hatte, wurde am 11.\u00A0Juni\u00A02026, 20:00\u00A0(GMT+2) berichtigt. ' +
      'Sie gilt jetzt als verloren. Von deinem Guthaben wurde 7,00\u00A0PLAY zurückgenommen. ' +
      'Weitere 3,00\u00A0PLAY werden nicht zurückverlangt: Die trägt das Haus.',
  );
});

test('what a field holds is inserted and not read as a message', () => {
  const name = '{amount} <b>’{name, plural, other {x}}';
  expect(letterWords('passkey_added', { name, at: '' }, 'en', site).body).toContain(name);
});
