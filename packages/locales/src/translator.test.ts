import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { loadAppCatalogue } from './load-app.ts';
import { locales } from './locales.ts';
import { serverTranslator, type ServerTranslate } from './server-catalogues.ts';
import { createTranslator, type MessageArgs } from './translator.ts';

type Sample = {
  plain: undefined;
  named: { team: string | number };
  counted: { count: number };
};

const messages = {
  plain: compileMessageOrThrow("Don't"),
  named: compileMessageOrThrow('{team} to win'),
  counted: compileMessageOrThrow(
    '{count, plural, zero {zero #} one {one #} two {two #} few {few #} many {many #} other {other #}}',
  ),
};

describe('a translator', () => {
  test('gives texts with their values', () => {
    const t = createTranslator<Sample>('en', messages);
    expect(t('plain')).toBe("Don't");
    expect(t('named', { team: 'Brazil' })).toBe('Brazil to win');
  });

  test('counts by the rules of its language, in Latin digits', () => {
    const t = createTranslator<Sample>('ar', messages);
    const forms = [0, 1, 2, 3, 11, 100, 1234].map((count) => t('counted', { count }));
    expect(forms).toEqual(['zero 0', 'one 1', 'two 2', 'few 3', 'many 11', 'other 100', 'many 1,234']);
  });

  test('takes values exactly when the message has them', () => {
    expectTypeOf<MessageArgs<Sample, 'plain'>>().toEqualTypeOf<[]>();
    expectTypeOf<MessageArgs<Sample, 'counted'>>().toEqualTypeOf<[values: { count: number }]>();
    expectTypeOf<MessageArgs<Sample, 'plain' | 'named'>['length']>().toEqualTypeOf<0 | 1>();
  });
});

describe('the catalogues', () => {
  test('the server has a separate instance for each language', () => {
    expect(serverTranslator('en')('error.stake_min', { min: '1.00 PLAY' })).toBe(
      'The minimum stake is 1.00 PLAY.',
    );
    expect(serverTranslator('de')('success.orderAdd')).toBe('Wette angenommen');
    expect(serverTranslator('de')).toBe(serverTranslator('de'));
    expectTypeOf(serverTranslator).returns.toEqualTypeOf<ServerTranslate>();
  });

  test('every language of the table loads', { timeout: 60_000 }, async () => {
    const catalogues = await Promise.all(locales.map(({ lan }) => loadAppCatalogue(lan)));
    expect(catalogues.every((catalogue) => 'common.cancel' in catalogue)).toBe(true);
  });
});
