import { describe, expect, it } from 'vitest';
import { ruleSections, rulesVersion } from '@touchline/contract/rules';
import { lans, type Lan } from '@touchline/locales/locales';
import { currencies } from '@touchline/money/currency';
import { readConfig } from '../platform/config.ts';
import { siteHandlers } from './site.ts';

const { rules } = siteHandlers({ config: readConfig({}), currency: currencies.PLAY });
const caller = (lan: Lan) => ({
  lan,
  address: '',
  userAgent: '',
  host: '',
  protocol: 'http',
});

describe('the published rules', () => {
  it.each(lans)('are whole in %s', async (lan) => {
    const answer = await rules({}, caller(lan));
    expect(answer.version).toBe(rulesVersion);
    expect(answer.sections.map(({ id }) => id)).toEqual(ruleSections);
    const texts = answer.sections.flatMap(({ title, body }) => [title, body]);
    for (const text of texts) expect(text).not.toMatch(/^rules\./);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('of a version that never was are not found', async () => {
    await expect(rules({ version: '0' }, caller('en'))).rejects.toMatchObject({ reason: 'not_found' });
  });
});
