import { describe, expect, it } from 'vitest';
import { ruleSections, rulesVersion } from '@touchline/contract/rules';
import { lans, type Lan } from '@touchline/locales/locales';
import { currencies } from '@touchline/money/currency';
import { readConfig } from '../../core/config/config.ts';
import { siteHandlers } from './site.ts';
import { codeOfVersion } from '../../core/process.ts';

const vkey = 'example.org/log+00000000+AA==';
const { rules, systemConfig } = siteHandlers({
  config: readConfig({}),
  currency: currencies.PLAY,
  receiptKey: () => vkey,
});
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

  it.each(lans)('stay readable in %s as they were in version 1', async (lan) => {
    const [old, now] = await Promise.all([rules({ version: '1' }, caller(lan)), rules({}, caller(lan))]);
    expect(old).toMatchObject({ version: '1', publishedAt: '2026-11-21' });
    expect(old.sections.map(({ id }) => id)).toEqual(ruleSections.filter((id) => id !== 'builder'));
    const changed = old.sections.filter(
      ({ id, title, body }) =>
        !now.sections.some((one) => one.id === id && one.title === title && one.body === body),
    );
    expect(changed.map(({ id }) => id)).toEqual(['combined', 'live', 'cash_out', 'prices']);
  });

  it('of an unknown version are not found', async () => {
    await expect(rules({ version: '0' }, caller('en'))).rejects.toMatchObject({ reason: 'not_found' });
  });
});

describe('the first call of clients', () => {
  it('says version 1.0.0 with code 100', async () => {
    expect((await systemConfig({}, caller('en'))).site).toMatchObject({ version: '1.0.0', versionCode: 100 });
  });

  it('counts each later version higher', () => {
    expect(['1.0.0', '1.0.1', '1.1.0', '1.9.9', '2.0.0', '10.2.3'].map(codeOfVersion)).toEqual([
      100, 101, 110, 199, 200, 1023,
    ]);
    expect(() => codeOfVersion('1.10.0')).toThrow('1.10.0');
  });

  it('names the path of each flag', async () => {
    const { countries } = (await systemConfig({}, caller('en'))).site;
    expect(countries.find(({ iso }) => iso === 'BR')).toMatchObject({ code: '55', flag: '/flags/br.svg' });
    expect(countries.filter(({ flag }) => !/^\/flags\/[a-z-]+\.svg$/.test(flag))).toEqual([]);
  });

  it('has a contact on a fresh start: the help of the app, until the settings name one', async () => {
    expect((await systemConfig({}, caller('en'))).site.support).toBe('/pages/help/help');
    const named = siteHandlers({
      config: readConfig({ SITE_SUPPORT: 'help@example.org' }),
      currency: currencies.PLAY,
      receiptKey: () => vkey,
    });
    expect((await named.systemConfig({}, caller('en'))).site.support).toBe('help@example.org');
  });
});
