import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../core/config/config.ts';
import { chainSettings } from './settings.ts';

const xpub =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';
const given = {
  CHAIN_TRC20_RPC: 'https://example.org/jsonrpc',
  CHAIN_TRC20_TOKENS: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  CHAIN_TRC20_XPUB: xpub,
};
const railOf = (env: Record<string, string>) => chainSettings(readConfig(env)).rails['usdt-trc20'];

describe('the settings of a network', () => {
  it('are those of a sandbox without a node', () => expect(railOf({})).toEqual({ kind: 'sandbox' }));

  it('name the contracts that count, with their decimals', () => {
    const CHAIN_TRC20_TOKENS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t,TYBNgWfhGuNzdLtjKtxXTfskAhTbMcqbaG:18';
    expect(railOf({ ...given, CHAIN_TRC20_TOKENS })).toMatchObject({
      kind: 'node',
      finality: { by: 'depth', blocks: 19 },
      tokens: new Map([
        ['0xa614f803b6fd780986a42c78ec9c7f77e6ded13c', 6],
        ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266', 18],
      ]),
    });
  });

  it.each([
    ['without contracts', { CHAIN_TRC20_TOKENS: '' }],
    ['without a key', { CHAIN_TRC20_XPUB: '' }],
    ['with a private key', { CHAIN_TRC20_XPUB: `xprv${xpub.slice(4)}` }],
    ['with a key that was mistyped', { CHAIN_TRC20_XPUB: `${xpub.slice(0, -1)}q` }],
    ['with a contract that was mistyped', { CHAIN_TRC20_TOKENS: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6s' }],
    ['asking for too many blocks', { CHAIN_TRC20_RANGE: '5001' }],
    ['with an address of no service', { CHAIN_TRC20_RPC: 'example.org' }],
  ])('%s are refused', (_, env) => expect(() => railOf({ ...given, ...env })).toThrow(ConfigError));
});
