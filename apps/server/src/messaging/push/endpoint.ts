import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks outside the public internet. No input of a client may make the server call them. */
const hiddenNets = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  // Includes the IPv6 forms of IPv4 addresses: mapped, translated, tunnelled.
  ipv6: [
    '::/96',
    '::ffff:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ],
} as const;

const listOf = (family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const net of hiddenNets[family]) {
    const [address = '', prefix = ''] = net.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
};
// Two lists, because one list of both would match every IPv4 address as a mapped one.
const hidden = { ipv4: listOf('ipv4'), ipv6: listOf('ipv6') };

/** Whether an address is public, so that the server may call it. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  return !hidden[family].check(address, family);
};

/** Names of the machine itself or of local networks. */
const nearby = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|localdomain|home\.arpa)$/;

/**
 * Whether the server may call a browser's endpoint: https at the default port, by a public name.
 * @param loopback also takes http and any port of 127.0.0.1, for tests
 */
export const isEndpoint = (text: string, { loopback }: { loopback: boolean }): boolean => {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (loopback && url.hostname === '127.0.0.1') return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  const host = url.hostname.replace(/\.$/, '').toLowerCase();
  // An address instead of a name is no push service; brackets are IPv6.
  if (host.startsWith('[') || isIP(host) !== 0) return false;
  return host.includes('.') && !nearby.test(host);
};

/**
 * Resolves a name and refuses one with an address that is not public. The connection itself uses this look-up, because a
 * second one could give another address.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) {
      callback(error, '', 0);
      return;
    }
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new Error('the push service is at no public address'), '', 0);
    } else if (options.all === true) {
      callback(null, addresses);
    } else {
      callback(null, first.address, first.family);
    }
  });
};
