import { ConfigError, type Config } from '../../core/config/config.ts';
import type { Network } from '../../core/config/payments.ts';
import { createDeriver, parseAddress, type Hex } from './address.ts';
import type { ViemNodeOptions } from './viem-node.ts';

/** Where a network is read: from a node, or from the sandbox of play mode. */
export type RailSettings =
  | ({ kind: 'node'; xpub: string; tokens: ReadonlyMap<Hex, number> } & Omit<ViemNodeOptions, 'tokens'>)
  | { kind: 'sandbox' };

export type ChainSettings = {
  rails: Record<Network, RailSettings>;
  /** Play money: nodes of chains where money is real are refused. */
  isPlay: boolean;
  /** How long an address is watched after its allocation. */
  watchDays: number;
  sandboxBlockMs: number;
};

/**
 * The settings of the chains.
 * @throws ConfigError when a contract is no address, or a key no public one
 */
export const chainSettings = (config: Config): ChainSettings => ({
  rails: {
    'usdt-trc20': rail('usdt-trc20', config.CHAIN_TIMEOUT_MS, {
      RPC: config.CHAIN_TRC20_RPC,
      TOKENS: config.CHAIN_TRC20_TOKENS,
      XPUB: config.CHAIN_TRC20_XPUB,
      FINALITY: config.CHAIN_TRC20_FINALITY,
      CONFIRMATIONS: config.CHAIN_TRC20_CONFIRMATIONS,
      RANGE: config.CHAIN_TRC20_RANGE,
    }),
    'usdt-erc20': rail('usdt-erc20', config.CHAIN_TIMEOUT_MS, {
      RPC: config.CHAIN_ERC20_RPC,
      TOKENS: config.CHAIN_ERC20_TOKENS,
      XPUB: config.CHAIN_ERC20_XPUB,
      FINALITY: config.CHAIN_ERC20_FINALITY,
      CONFIRMATIONS: config.CHAIN_ERC20_CONFIRMATIONS,
      RANGE: config.CHAIN_ERC20_RANGE,
    }),
  },
  isPlay: config.MODE === 'play',
  watchDays: config.CHAIN_WATCH_DAYS,
  sandboxBlockMs: config.CHAIN_SANDBOX_BLOCK_MS,
});

type RailConfig = {
  RPC: string | undefined;
  TOKENS: string;
  XPUB: string | undefined;
  FINALITY: 'tag' | 'depth';
  CONFIRMATIONS: number;
  RANGE: number;
};

const rail = (network: Network, timeoutMs: number, config: RailConfig): RailSettings => {
  const { RPC: url, XPUB: xpub, RANGE: range } = config;
  if (url === undefined || xpub === undefined) return { kind: 'sandbox' };
  const prefix = network === 'usdt-trc20' ? 'CHAIN_TRC20' : 'CHAIN_ERC20';
  try {
    createDeriver(xpub);
  } catch (error) {
    throw new ConfigError([`${prefix}_XPUB: ${error instanceof Error ? error.message : 'not a key'}`]);
  }
  return {
    kind: 'node',
    url,
    xpub,
    range,
    timeoutMs,
    callsAtBlock: network === 'usdt-erc20',
    tokens: new Map(config.TOKENS.split(',').map((text) => readToken(network, `${prefix}_TOKENS`, text))),
    finality: config.FINALITY === 'tag' ? { by: 'tag' } : { by: 'depth', blocks: config.CONFIRMATIONS },
  };
};

const readToken = (network: Network, name: string, text: string): [Hex, number] => {
  const [address = '', decimals = '6'] = text.split(':');
  const contract = parseAddress(network, address);
  if (contract === undefined) throw new ConfigError([`${name}: "${address}" is no address of the network`]);
  return [contract, Number(decimals)];
};
