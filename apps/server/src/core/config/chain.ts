import { Type } from 'typebox';

/** Contracts with their decimals, in each network's form of addresses. */
const tokens = (address: string): string => `^(${address}(:[0-9]{1,2})?(,${address}(:[0-9]{1,2})?)*)?$`;
const range = { minimum: 1, maximum: 5_000, default: 500, description: 'blocks asked for at once' };
const xpub = {
  pattern: '^xpub[1-9A-HJ-NP-Za-km-z]{107}$',
  description: 'extended public key of the account that deposit addresses are made from, at 0/n',
};
const rpc = { pattern: '^https?://', description: 'JSON-RPC of a node; without it the chain is a sandbox' };

/** How deposits of USDT are found: one node for each network. */
export const chainProperties = {
  CHAIN_TRC20_RPC: Type.Optional(Type.String(rpc)),
  CHAIN_TRC20_TOKENS: Type.String({
    pattern: tokens('T[1-9A-HJ-NP-Za-km-z]{33}'),
    default: '',
    description: 'contracts that count, with their decimals where these are not 6: T…:6,T…:18',
  }),
  CHAIN_TRC20_XPUB: Type.Optional(Type.String(xpub)),
  CHAIN_TRC20_FINALITY: Type.Enum(['tag', 'depth'], {
    default: 'depth',
    description: 'what is final: what the node calls so, or what has enough blocks on top',
  }),
  CHAIN_TRC20_CONFIRMATIONS: Type.Integer({ minimum: 1, maximum: 10_000, default: 19 }),
  CHAIN_TRC20_RANGE: Type.Integer(range),
  CHAIN_ERC20_RPC: Type.Optional(Type.String(rpc)),
  CHAIN_ERC20_TOKENS: Type.String({ pattern: tokens('0x[0-9a-fA-F]{40}'), default: '' }),
  CHAIN_ERC20_XPUB: Type.Optional(Type.String(xpub)),
  CHAIN_ERC20_FINALITY: Type.Enum(['tag', 'depth'], { default: 'tag' }),
  CHAIN_ERC20_CONFIRMATIONS: Type.Integer({ minimum: 1, maximum: 10_000, default: 64 }),
  CHAIN_ERC20_RANGE: Type.Integer(range),
  CHAIN_TIMEOUT_MS: Type.Integer({ minimum: 500, maximum: 60_000, default: 10_000 }),
  CHAIN_POLL_SECONDS: Type.Integer({ minimum: 1, maximum: 300, default: 5 }),
  CHAIN_WATCH_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3_650,
    default: 365,
    description: 'how long after it was given an address is watched',
  }),
  CHAIN_SANDBOX_BLOCK_MS: Type.Integer({ minimum: 100, maximum: 60_000, default: 3_000 }),
};

/** A node needs the contracts that count, and the key of the addresses. */
export const chainProblems = (env: Record<string, string | undefined>): string[] =>
  ['CHAIN_TRC20', 'CHAIN_ERC20']
    .filter((network) => (env[`${network}_RPC`] ?? '') !== '')
    .flatMap((network) => [`${network}_TOKENS`, `${network}_XPUB`])
    .filter((name) => (env[name] ?? '') === '')
    .map((name) => `${name} is missing; it goes with ${name.replace(/_[A-Z]+$/, '_RPC')}`);
