import { describe, expect, it } from 'vitest';
import { exposureProblems, isExposed, offersDemoOperators } from './betting.ts';

const trial = { MODE: 'play', OFFICE_DEMO: true, HOST: '127.0.0.1', TRUST_PROXY: '' };

describe('operators to try the office with', () => {
  it.each(['127.0.0.1', '127.8.0.1', 'localhost', '::1'])('are offered on %s', (HOST) => {
    expect(offersDemoOperators({ ...trial, HOST })).toBe(true);
  });

  it.each(['0.0.0.0', '::', '192.168.1.20', 'touchline.example', ''])('are not on %j', (HOST) => {
    expect(isExposed({ ...trial, HOST })).toBe(true);
    expect(offersDemoOperators({ ...trial, HOST })).toBe(false);
    expect(offersDemoOperators({ ...trial, HOST, OFFICE_DEMO_PUBLIC: 'yes' })).toBe(false);
  });

  it('are absent behind a proxy, which lets others reach a server on loopback', () => {
    expect(offersDemoOperators({ ...trial, TRUST_PROXY: '127.0.0.1' })).toBe(false);
  });

  it('are present where the setting says so explicitly, in play mode only', () => {
    const said = { ...trial, HOST: '0.0.0.0', OFFICE_DEMO_PUBLIC: 'yes-anyone-may-sign-in' };
    expect(offersDemoOperators(said)).toBe(true);
    expect(offersDemoOperators({ ...said, MODE: 'real' })).toBe(false);
    expect(offersDemoOperators({ ...said, OFFICE_DEMO: false })).toBe(false);
  });
});

describe('proxies and addresses of the site', () => {
  it.each([
    { TRUST_PROXY: '127.0.0.1' },
    { TRUST_PROXY: '10.0.0.0/8, 192.168.1.7,fd00::/8' },
    { TRUST_PROXY: 'loopback' },
    { SITE_ADDRESS: 'https://touchline.example' },
    { SITE_ADDRESS: 'https://touchline.example/,http://localhost:3000' },
  ])('%j is taken', (env) => {
    expect(exposureProblems(env)).toEqual([]);
  });

  it.each([
    { TRUST_PROXY: 'true' },
    { TRUST_PROXY: '*' },
    { TRUST_PROXY: '0.0.0.0/0' },
    { TRUST_PROXY: '::/0' },
    { TRUST_PROXY: '10.0.0.0/33' },
    { TRUST_PROXY: '127.0.0.1,proxy.example' },
    { SITE_ADDRESS: 'touchline.example' },
    { SITE_ADDRESS: 'ftp://touchline.example' },
    { SITE_ADDRESS: 'https://touchline.example/app' },
    { SITE_ADDRESS: 'https://user@touchline.example' },
  ])('%j is refused', (env) => {
    expect(exposureProblems(env)).toHaveLength(1);
  });
});
