import fc from 'fast-check';
import { HDKey } from '@scure/bip32';
import { privateKeyToAddress } from 'viem/accounts';
import { describe, expect, it, test } from 'vitest';
import { createDeriver, networks, parseAddress, showAddress, toHex } from './address.ts';

// m/44'/60'/0' of "test test test test test test test test test test test junk", whose first addresses every test chain shows.
const knownXpub =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';

describe('addresses of an extended public key', () => {
  it('equal those of other wallets at 0/index', () => {
    const deriver = createDeriver(knownXpub);
    expect([0, 1, 2].map((i) => showAddress('usdt-erc20', deriver.derive(i)))).toEqual([
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    ]);
  });

  it('follow the second test vector of BIP-32', () => {
    const seed = `fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542`;
    const master = HDKey.fromMasterSeed(Buffer.from(seed, 'hex'));
    expect(master.publicExtendedKey).toBe(
      'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB',
    );
    const external =
      'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH';
    expect(master.derive('m/0').publicExtendedKey).toBe(external);
    const { privateKey } = master.derive('m/0/7');
    const address = privateKeyToAddress(toHex(privateKey ?? new Uint8Array()));
    expect(showAddress('usdt-erc20', createDeriver(master.publicExtendedKey).derive(7))).toBe(address);
  });

  it('need a public key', () => {
    const { privateExtendedKey } = HDKey.fromMasterSeed(Buffer.alloc(32, 1));
    expect(() => createDeriver(privateExtendedKey)).toThrow('private key');
    expect(() => createDeriver(`${knownXpub.slice(0, -1)}q`)).toThrow('checksum');
    expect(() => createDeriver('')).toThrow('checksum');
  });

  it('are named after their key without revealing it', () => {
    const { id } = createDeriver(knownXpub);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(knownXpub).not.toContain(id);
  });
});

describe('addresses of TRON', () => {
  test.each([
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['TYBNgWfhGuNzdLtjKtxXTfskAhTbMcqbaG', '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'],
  ])('%s is %s', (text, address) => {
    expect(parseAddress('usdt-trc20', text)).toBe(address);
    expect(parseAddress('usdt-erc20', text)).toBeUndefined();
  });

  test.each([
    ['a letter changed', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6s'],
    ['two letters changed about', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjjL6t'],
    ['one letter more', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6tt'],
    ['a space', ' TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['hexadecimal', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['an address of Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['nobody', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
    ['nothing', ''],
  ])('%s is none', (_, text) => expect(parseAddress('usdt-trc20', text)).toBeUndefined());
});

describe('addresses of Ethereum', () => {
  // The vectors of EIP-55.
  test.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('%s', (text) => {
    expect(parseAddress('usdt-erc20', text)).toBe(text.toLowerCase());
    expect(parseAddress('usdt-trc20', text)).toBeUndefined();
  });

  it('may be written in small letters', () =>
    expect(parseAddress('usdt-erc20', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')).toBeDefined());

  test.each([
    ['one letter of another size', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed'],
    ['capitals that are no checksum', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED'],
    ['a capital X', '0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['no 0x', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['one digit less', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
    ['a line behind', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\n'],
    ['a name', 'vitalik.eth'],
    ['nobody', `0x${'0'.repeat(40)}`],
  ])('%s is none', (_, text) => expect(parseAddress('usdt-erc20', text)).toBeUndefined());
});

test('a shown address is read as the same twenty bytes, and by its own network alone', () => {
  const twenty = fc.uint8Array({ minLength: 20, maxLength: 20 }).filter((bytes) => bytes.some((b) => b > 0));
  fc.assert(
    fc.property(twenty, fc.constantFrom(...networks), (bytes, network) => {
      const shown = showAddress(network, toHex(bytes));
      expect(networks.map((n) => parseAddress(n, shown))).toEqual(
        networks.map((n) => (n === network ? toHex(bytes) : undefined)),
      );
    }),
  );
});

test('any single changed letter makes no address', () => {
  const shown = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.split('');
  fc.assert(
    fc.property(fc.nat(33), fc.constantFrom(...letters), (at, letter) => {
      fc.pre(shown[at] !== letter);
      expect(parseAddress('usdt-trc20', shown.slice(0, at) + letter + shown.slice(at + 1))).toBeUndefined();
    }),
  );
});
