import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Hex } from './address.ts';
import { ChainUnavailable, type Header, type TransactionReceipt, type TransferLog } from './node.ts';

const Quantity = Type.String({ pattern: '^0x[0-9a-fA-F]{1,16}$' });
const Bytes20 = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' });
const Bytes32 = Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' });

const Block = Type.Object({ number: Quantity, hash: Bytes32, parentHash: Bytes32 });
const Log = Type.Object({
  address: Bytes20,
  topics: Type.Array(Bytes32, { maxItems: 4 }),
  data: Type.String({ pattern: '^0x[0-9a-fA-F]*$' }),
  blockNumber: Quantity,
  blockHash: Bytes32,
  transactionHash: Bytes32,
  logIndex: Quantity,
  removed: Type.Optional(Type.Boolean()),
});
const Logs = Type.Array(Log);
const TransactionReceipt = Type.Object({
  status: Type.Union([Type.Literal('0x1'), Type.Literal('0x0')]),
  transactionHash: Bytes32,
  blockNumber: Quantity,
  blockHash: Bytes32,
  logs: Logs,
});

/** keccak256 of Transfer(address,address,uint256) */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/**
 * The header in an answer.
 * @param number the requested number; absent when it was requested by a name
 */
export const readHeader = (answer: unknown, number?: bigint): Header | undefined => {
  if (answer === null) return undefined;
  const block = parse(Block, answer, 'a block');
  const told = BigInt(block.number);
  if (number !== undefined && told !== number)
    throw new ChainUnavailable(`Block ${told} instead of ${number}`);
  return { number: told, hash: small(block.hash), parentHash: small(block.parentHash) };
};

/** Transfers in an answer, of these tokens and blocks alone: an answer with others is refused. */
export const readTransfers = (
  answer: unknown,
  { tokens, from, to }: { tokens: ReadonlySet<Hex>; from: bigint; to: bigint },
): TransferLog[] => {
  const logs = parse(Logs, answer, 'logs').flatMap(readTransfer);
  for (const { blockNumber, token } of logs) {
    if (blockNumber < from || blockNumber > to || !tokens.has(token)) {
      throw new ChainUnavailable(`Logs that were not asked for: block ${blockNumber}, contract ${token}`);
    }
  }
  return logs;
};

/** The number in the answer of a call. */
export const readAmount = (answer: unknown): bigint => BigInt(parse(Bytes32, answer, 'a number'));

export const readReceipt = (answer: unknown, txHash: Hex): TransactionReceipt | undefined => {
  if (answer === null) return undefined;
  const receipt = parse(TransactionReceipt, answer, 'a receipt');
  if (small(receipt.transactionHash) !== txHash)
    throw new ChainUnavailable('The receipt of another transaction');
  return {
    status: receipt.status === '0x1' ? 'ok' : 'failed',
    blockNumber: BigInt(receipt.blockNumber),
    blockHash: small(receipt.blockHash),
    transfers: receipt.logs.flatMap(readTransfer),
  };
};

/** A log that is a transfer; tokens of single pieces have a fourth topic and no amount. */
const readTransfer = (log: Static<typeof Log>): TransferLog[] => {
  const [topic, , to] = log.topics;
  if (topic?.toLowerCase() !== transferTopic || to === undefined || log.topics.length !== 3) return [];
  if (log.removed === true || log.data.length !== 66) return [];
  return [
    {
      blockNumber: BigInt(log.blockNumber),
      blockHash: small(log.blockHash),
      txHash: small(log.transactionHash),
      logIndex: Number(log.logIndex),
      token: small(log.address),
      to: small(`0x${to.slice(26)}`),
      value: BigInt(log.data),
    },
  ];
};

const parse = <S extends TSchema>(shape: S, answer: unknown, what: string): Static<S> => {
  if (Value.Check(shape, answer)) return answer;
  throw new ChainUnavailable(`Not ${what}: ${JSON.stringify(answer)?.slice(0, 120)}`);
};

const small = (hex: string): Hex => `0x${hex.slice(2).toLowerCase()}`;
