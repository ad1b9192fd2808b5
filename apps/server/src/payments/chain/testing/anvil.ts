import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient, encodeFunctionData, http, numberToHex, parseAbi, type Hex } from 'viem';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { mnemonicToAccount } from 'viem/accounts';

const abi = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value)',
  'function twice(address a, uint256 x, address b, uint256 y)',
]);
const payer = mnemonicToAccount('test test test test test test test test test test test junk');
const chainId = 31_337;

/** The program of this machine's own package. */
const findAnvil = (): string => {
  const system = platform() === 'win32' ? 'win32' : platform();
  const name = `@foundry-rs/anvil-${system}-${arch() === 'x64' ? 'amd64' : arch()}`;
  try {
    const root = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    return join(root, 'bin', platform() === 'win32' ? 'anvil.exe' : 'anvil');
  } catch {
    throw new Error(`No anvil for this machine: the package ${name} is not installed`);
  }
};

/**
 * A real node of Ethereum with a new chain, whose blocks are made on request; two on top make one
 * final.
 */
export const startAnvil = async () => {
  const child = spawn(findAnvil(), ['--port', '0', '--no-mining', '--slots-in-an-epoch', '1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`anvil ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, address] = /^Listening on (\S+)/.exec(line) ?? [];
      if (address !== undefined) resolve(`http://${address}`);
    });
  });
  const { request } = createClient({ transport: http(url, { retryCount: 0 }) });
  const rpc = (method: string, ...params: unknown[]): Promise<unknown> =>
    request<{ Method: string; Parameters: unknown[]; ReturnType: unknown }>({ method, params });
  const hexOf = (answer: unknown): Hex => {
    if (typeof answer === 'string' && answer.startsWith('0x')) return `0x${answer.slice(2)}`;
    throw new Error(`anvil said ${JSON.stringify(answer)}`);
  };

  let nonce = 0;
  /** Signs here, so that the very same transaction can be sent again after a reorganisation. */
  const sign = (to: Hex | undefined, data: Hex): Promise<Hex> =>
    payer.signTransaction({
      chainId,
      data,
      nonce: nonce++,
      gas: 1_000_000n,
      type: 'eip1559',
      maxFeePerGas: 100_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
      to,
    });
  const mine = (blocks = 1) => rpc('anvil_mine', numberToHex(blocks));
  const sendRaw = async (raw: Hex): Promise<Hex> => hexOf(await rpc('eth_sendRawTransaction', raw));

  const compiled: unknown = JSON.parse(readFileSync(new URL('test-token.json', import.meta.url), 'utf8'));
  const { bytecode } = Value.Parse(Type.Object({ bytecode: Type.String() }), compiled);
  /** A new token, of which the payer has plenty. */
  const deploy = async (): Promise<Hex> => {
    const hash = await sendRaw(await sign(undefined, hexOf(bytecode)));
    await mine();
    const receipt = await rpc('eth_getTransactionReceipt', hash);
    if (typeof receipt !== 'object' || receipt === null || !('contractAddress' in receipt)) {
      throw new Error('the token was not deployed');
    }
    const token = hexOf(receipt.contractAddress);
    await sendRaw(
      await sign(token, encodeFunctionData({ abi, functionName: 'mint', args: [payer.address, 10n ** 15n] })),
    );
    await mine();
    return token;
  };
  const token = await deploy();
  const other = await deploy();

  return {
    url,
    token,
    other,
    rpc,
    mine,
    sendRaw,
    /** A signed transfer that was not sent yet. */
    signTransfer: (to: Hex, value: bigint, of: Hex = token) =>
      sign(of, encodeFunctionData({ abi, functionName: 'transfer', args: [to, value] })),
    /** Waits for the next block. */
    transfer: async (to: Hex, value: bigint, of: Hex = token): Promise<Hex> =>
      sendRaw(await sign(of, encodeFunctionData({ abi, functionName: 'transfer', args: [to, value] }))),
    twice: async (a: Hex, x: bigint, b: Hex, y: bigint): Promise<Hex> =>
      sendRaw(await sign(token, encodeFunctionData({ abi, functionName: 'twice', args: [a, x, b, y] }))),
    /** Replaces the newest blocks by empty ones; the payer's count goes back by the transactions in them. */
    reorganise: async (depth: number, transactions: number) => {
      await rpc('anvil_reorg', depth, []);
      nonce -= transactions;
    },
    stop: async () => {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
};
