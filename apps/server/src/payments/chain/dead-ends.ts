import type pg from 'pg';
import { statement } from '../../core/database/database.ts';
import { toBytes, type Hex } from './address.ts';

/** Contracts of stablecoins: what is sent to a token's contract is lost. Those that count for deposits are settings. */
const tokenContracts: ReadonlySet<string> = new Set<Hex>([
  // USDT and USDC of TRON.
  '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
  '0x3487b63d30b5b2c87fb7ffa8bcfade38eaac1abe',
  // USDT, USDC and DAI of Ethereum.
  '0xdac17f958d2ee523a2206206994597c13d831ec7',
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  '0x6b175474e89094c44da98b954eedeac495271d0f',
]);

/**
 * Addresses without a key: precompiled contracts and burn addresses are small numbers, one digit repeated, or "dead" with
 * zeros.
 */
const burnt =
  /^0x(?:0{24}[0-9a-f]{16}|(?<digit>[0-9a-f])\k<digit>{39}|dead0{8}[0-9a-f]{28}|(?:dead|beef){10})$/;

const ownSelect = statement('chain-own-address', 'select from chain_address where address = $1');

/**
 * Whether money sent to an address would be lost or would come back to the house: contracts of tokens, burn addresses
 * and the addresses of deposits, of any network, as one key has the same bytes on both.
 * @param tokens the contracts that count for deposits
 */
export const createIsDeadEnd = (
  pool: pg.Pool,
  tokens: Iterable<Hex>,
): ((address: Hex) => Promise<boolean>) => {
  const contracts = new Set<string>([...tokenContracts, ...tokens]);
  return async (address) => {
    if (contracts.has(address) || burnt.test(address)) return true;
    return (await pool.query(ownSelect([toBytes(address)]))).rowCount === 1;
  };
};
