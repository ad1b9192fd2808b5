import { describe, expect, it } from 'vitest';
import { relyingPartyOf } from '../../accounts/factors/relying-party.ts';
import { Refused } from '../refusal.ts';
import { inviteLink } from '../../growth/teams/domain.ts';
import { testHttp } from './testing/test-http.ts';

/** The host of a call, as its handler gets it. */
const placeOf = async (env: Record<string, string>, headers: Record<string, string>) => {
  const heard: { host: string; protocol: string }[] = [];
  const app = await testHttp(
    {
      systemConfig: (_input, { host, protocol }) => {
        heard.push({ host, protocol });
        return Promise.reject(new Refused('not_found'));
      },
    },
    {},
    env,
  );
  await app.inject({ url: '/api/index/systemConfig', headers });
  await app.close();
  return heard[0];
};

const site = 'https://touchline.example';
const forged = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'http',
};

describe('the host of a call', () => {
  it.each([
    ['no proxy', {}],
    ['a proxy that lets the header through', { TRUST_PROXY: '127.0.0.1' }],
  ])('is one of the addresses of the site for any forwarded header, with %s', async (_what, env) => {
    const place = await placeOf({ ...env, SITE_ADDRESS: `${site},https://bets.example` }, forged);
    expect(place).toEqual({ host: 'touchline.example', protocol: 'https' });
    expect(inviteLink(place ?? { host: '', protocol: '' }, 'ABC')).toMatch(/^https:\/\/touchline\.example\//);
    expect(relyingPartyOf(place?.host ?? '', undefined)).toEqual({
      rpId: 'touchline.example',
      origins: [site],
    });
  });

  it('is the forwarded one behind a trusted proxy, and the named one otherwise', async () => {
    const env = { SITE_ADDRESS: `${site},https://bets.example` };
    const headers = { host: '10.0.0.7:3000', 'x-forwarded-host': 'bets.example' };
    const proxied = await placeOf({ ...env, TRUST_PROXY: '127.0.0.1' }, headers);
    expect(proxied).toEqual({ host: 'bets.example', protocol: 'https' });
    // The same headers from a caller that is no proxy.
    expect((await placeOf(env, headers))?.host).toBe('touchline.example');
    expect((await placeOf({ ...env, TRUST_PROXY: '10.0.0.0/8' }, headers))?.host).toBe('touchline.example');
    expect((await placeOf(env, { host: 'API.bets.example' }))?.host).toBe('api.bets.example');
  });

  it('is the Host header where no address is set; a forwarded host never counts', async () => {
    const headers = { ...forged, host: '192.168.1.7:3000', 'x-forwarded-proto': 'https' };
    expect(await placeOf({ TRUST_PROXY: '127.0.0.1' }, headers)).toEqual({
      host: '192.168.1.7:3000',
      protocol: 'https',
    });
    expect(await placeOf({}, headers)).toEqual({ host: '192.168.1.7:3000', protocol: 'http' });
    const odd = { host: 'localhost:3000', 'x-forwarded-proto': 'javascript' };
    expect((await placeOf({ TRUST_PROXY: '127.0.0.1' }, odd))?.protocol).toBe('http');
  });
});
