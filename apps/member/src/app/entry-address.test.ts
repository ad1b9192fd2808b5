import { describe, expect, it } from 'vitest';
import { isBent, readEntry } from './entry-address.ts';
import { straightEntry } from './straight-entry.ts';

const entryOf = (text: string) => {
  const { pathname, search, hash } = new URL(text, 'https://touchline.test');
  const straight = isBent({ search, hash }) ? straightEntry({ search, hash }) : {};
  return readEntry({ pathname, search, hash, ...straight });
};

describe('the address the app is opened with', () => {
  it('stays as it is without a query before the hash', () => {
    expect(entryOf('/#/pages/invest/eventsinfo?id=1').address).toBe('/#/pages/invest/eventsinfo?id=1');
    expect(entryOf('/').address).toBe('/#/');
  });

  it('gives its query to the router behind the hash', () => {
    const { address, codes } = entryOf('/app/?icode=77&acode=1e5#/pages/login/signup?to=x');
    expect(address).toBe('/app/#/pages/login/signup?icode=77&acode=1e5&to=x');
    expect(codes).toStrictEqual({ icode: '77', acode: '1e5' });
  });

  it('prefers the query behind the hash', () => {
    const { address, codes } = entryOf('/?icode=outer#/pages/login/signup?icode=inner');
    expect(address).toBe('/#/pages/login/signup?icode=inner');
    expect(codes).toStrictEqual({ icode: 'inner' });
  });

  it('reads a link that was bent on its way, also before the hash', () => {
    expect(entryOf('/?acode=a1&amp;icode=77?utm_source=x#%2Fpages%2Flogin%2Fsignup.')).toStrictEqual({
      address: '/#/pages/login/signup?acode=a1&icode=77&utm_source=x',
      codes: { icode: '77', acode: 'a1' },
    });
    expect(entryOf('/#/%23/pages/invest/eventsinfo%3Fid=17)').address).toBe(
      '/#/pages/invest/eventsinfo?id=17',
    );
  });

  it('keeps values whole', () => {
    expect(entryOf('/#/x?to=%2Fa%3Fb%3Dc&n=1e5').address).toBe('/#/x?to=%2Fa%3Fb%3Dc&n=1e5');
    expect(entryOf('/#/pages/lang/lang').codes).toStrictEqual({});
    expect(entryOf('/?icode=#/').codes).toStrictEqual({});
  });
});
