import { describe, expect, it } from 'vitest';
import { languageOf, parseConfig } from './config.ts';
import { parseUser } from './user.ts';

describe('the stored config', () => {
  it.each([undefined, null, 7, 'text', [], { language: 3, site: 'x', telephone: [] }])(
    'is whole even where %j was stored',
    (stored) => {
      expect(parseConfig(stored)).toEqual({
        language: { chosen: undefined, default: 'en', fallback: 'en', list: [] },
        currency: { default: '', list: [] },
        site: undefined,
        telephone: { code: '', country: undefined },
        icode: undefined,
        acode: undefined,
        screenHeight: 0,
        theme: 'system',
      });
    },
  );

  it('comes back from storage as it was', () => {
    const country = {
      iso: 'BR',
      en: 'Brazil',
      zh: '巴西',
      code: '55',
      flag: '/flags/br.svg',
      allowed: false,
    };
    const config = {
      language: {
        chosen: 'ar',
        default: 'de',
        fallback: 'en',
        list: [{ lan: 'ar', name: 'العربية', dir: 'rtl' }],
      },
      currency: { default: 'PLAY', list: [{ code: 'PLAY', name: 'Play', symbol: 'P', scale: 2 }] },
      site: {
        name: 'Touchline',
        mode: 'real',
        contry_code: '55',
        timeZone: 'UTC',
        minAge: 21,
        countries: [country],
        support: null,
        licence: { holder: 'Holder', number: '12' },
        version: '1.0.0',
        versionCode: 100,
        replay: { name: 'World Cup 2026', speed: 6 },
        rulesVersion: '1',
        termsVersion: '2',
        registerCode: true,
        invitationNeeded: false,
        publicPages: true,
        receiptKey: 'key',
        stakeMin: '1.00',
        stakeMax: '500.00',
      },
      telephone: { code: '55', country },
      icode: 'I7',
      acode: 'A7',
      screenHeight: 812,
      theme: 'light',
    };
    expect(parseConfig(structuredClone(config))).toEqual(config);
  });
});

describe('the stored user', () => {
  it('is empty without a token', () => {
    expect(parseUser({ id: 'u1', refreshToken: 'r' })).toBeUndefined();
    expect(parseUser('x')).toBeUndefined();
  });

  it('keeps what it can read', () => {
    expect(
      parseUser({ id: 'u1', token: 't', refreshToken: 'r', balance: 12, email: 'a@b.cd' }),
    ).toMatchObject({
      id: 'u1',
      token: 't',
      balance: '0',
      email: 'a@b.cd',
    });
  });
});

describe('the language to show', () => {
  const one = (lan: string) => ({ lan, name: lan, dir: 'ltr' as const });
  const site = { default: 'en', fallback: 'en', list: [one('en'), one('de')] };

  it('is what was chosen while the site offers it', () => {
    expect(languageOf({ ...site, chosen: 'de' })).toBe('de');
    expect(languageOf({ ...site, chosen: 'fr' })).toBe('en');
    expect(languageOf({ ...site, chosen: undefined })).toBe('en');
  });

  it('is the chosen one until the site’s languages are known', () => {
    expect(languageOf({ ...site, list: [], chosen: 'fr' })).toBe('fr');
  });
});
