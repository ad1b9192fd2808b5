import { privateKeyToAccount, sign } from 'viem/accounts';
import { expect, test } from 'vitest';
import type { Network } from '../../core/config/payments.ts';
import { parseAddress } from '../../payments/chain/address.ts';
import { challengeOf, isSignedBy, signedHash } from './signed-challenge.ts';

const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const account = privateKeyToAccount(key);
const address = parseAddress('usdt-erc20', account.address) ?? '0x';
const challenge = (network: Network, day = '2026-11-24') =>
  challengeOf({ site: 'touchline.example/log', day, network, address });

test('a challenge names the house, the day and the address as its network writes it', () => {
  expect(challenge('usdt-erc20')).toBe(
    `Reserves of\ntouchline.example/log\nDay: 2026-11-24\nNetwork: usdt-erc20\nAddress: ${account.address}`,
  );
  expect(challenge('usdt-trc20')).toContain('Address: TYBNgWfhGuNzdLtjKtxXTfskAhTbMcqbaG');
});

test('the signature of a wallet of Ethereum is that of the address', async () => {
  const text = challenge('usdt-erc20');
  const signature = await account.signMessage({ message: text });
  const of = { network: 'usdt-erc20', address } as const;
  expect(await isSignedBy(of, text, signature)).toBe(true);
  expect(await isSignedBy(of, text, ` ${signature.slice(2).toUpperCase()}\n`)).toBe(true);
  expect(await isSignedBy(of, challenge('usdt-erc20', '2026-11-25'), signature)).toBe(false);
  expect(await isSignedBy({ ...of, address: `0x${'1'.repeat(40)}` }, text, signature)).toBe(false);
  expect(await isSignedBy({ ...of, network: 'usdt-trc20' }, text, signature)).toBe(false);
  for (const wrong of ['', '0x', `${signature}00`, signature.replace(/..$/, 'ff'), `0x${'0'.repeat(130)}`])
    expect(await isSignedBy(of, text, wrong)).toBe(false);
});

test('the signature of a wallet of TRON is that of the address', async () => {
  const text = challenge('usdt-trc20');
  const signature = await sign({ hash: signedHash('usdt-trc20', text), privateKey: key, to: 'hex' });
  expect(await isSignedBy({ network: 'usdt-trc20', address }, text, signature)).toBe(true);
  expect(await isSignedBy({ network: 'usdt-erc20', address }, text, signature)).toBe(false);
});
