import { BlockList, isIP, isIPv6 } from 'node:net';
import { parseAmount } from '@touchline/money/amount';
import { currencies } from '@touchline/money/currency';
import { Type } from 'typebox';
import { between, type Problem } from './basis.ts';
import { isLoopback } from './messaging.ts';

/**
 * Must be written out before anybody who reaches the server may use the accounts that play mode made for
 * trying.
 */
export const anyoneMaySignIn = 'yes-anyone-may-sign-in';

/** Settings about who reaches the server, and under which address. */
export const exposureSettings = {
  TRUST_PROXY: Type.String({
    default: '',
    description:
      'addresses or networks of proxies in front, comma separated: only their headers name the caller and the scheme',
  }),
  SITE_ADDRESS: Type.String({
    default: '',
    description:
      'addresses of the member app, as https://example.org, comma separated: links and passkeys belong to one of them, to the first where a call names another',
  }),
  OFFICE_DEMO_PUBLIC: Type.Optional(
    Type.Literal(anyoneMaySignIn, {
      description: `"${anyoneMaySignIn}" keeps the demo operators where others than this machine reach the server`,
    }),
  ),
  METRICS_PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 0, description: '0: no metrics port' }),
  METRICS_HOST: Type.String({
    default: '127.0.0.1',
    description: 'address the metrics port listens on; figures of the house are open to all who reach it',
  }),
  METRICS_SECONDS: Type.Integer({
    minimum: 5,
    maximum: 300,
    default: 15,
    description: 'how often a process with a metrics port reads figures from the database',
  }),
};

type Reach = { HOST: string; TRUST_PROXY: string };

/** Whether others than this machine reach the server: it listens beyond loopback, or behind a proxy. */
export const isExposed = ({ HOST, TRUST_PROXY }: Reach): boolean => !isLoopback(HOST) || TRUST_PROXY !== '';

/** Whether play mode offers operators to try the office with. */
export const offersDemoOperators = (
  config: Reach & { MODE: string; OFFICE_DEMO: boolean; OFFICE_DEMO_PUBLIC?: string },
): boolean =>
  config.MODE === 'play' &&
  config.OFFICE_DEMO &&
  (!isExposed(config) || config.OFFICE_DEMO_PUBLIC === anyoneMaySignIn);

const partsOf = (text = ''): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The addresses of the member app, the main one first. */
export const siteAddresses = (text: string): URL[] => partsOf(text).map((part) => new URL(part));

const isOrigin = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (
    url !== undefined && /^https?:$/.test(url.protocol) && `${url.origin}/` === text.replace(/\/?$/, '/')
  );
};

/** Proxies as Fastify reads them: an address, a network with the length of its prefix, or a name. */
const isProxy = (text: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', prefix] = text.split('/');
  if (isIP(address) === 0) return false;
  if (prefix === undefined) return true;
  // A prefix of length 0 would trust everybody.
  if (!/^[1-9][0-9]{0,2}$/.test(prefix)) return false;
  try {
    new BlockList().addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
    return true;
  } catch {
    return false;
  }
};

/** Problems of these settings, as sentences. */
export const exposureProblems = (env: Record<string, string | undefined>): string[] => [
  ...partsOf(env['TRUST_PROXY'])
    .filter((part) => !isProxy(part))
    .map((part) => `TRUST_PROXY: "${part}" is no address and no network such as 10.0.0.0/8`),
  ...partsOf(env['SITE_ADDRESS'])
    .filter((part) => !isOrigin(part))
    .map((part) => `SITE_ADDRESS: "${part}" is no address such as https://example.org`),
];

const amount = '^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,2})?$';

/** Limits of corrections by operators. Credits and debits count alike, by their size. */
export const correctionSettings = {
  CORRECTION_MAX_CASHIER: Type.String({
    pattern: amount,
    default: '500.00',
    description: 'the largest correction of a balance that a cashier may propose or apply',
  }),
  CORRECTION_DAY_CASHIER: Type.String({
    pattern: amount,
    default: '2000.00',
    description: 'the most a cashier may propose, and the most they may apply, within 24 hours',
  }),
  CORRECTION_MAX_OWNER: Type.String({
    pattern: amount,
    default: '5000.00',
    description: 'the largest correction that an owner may propose or apply: no operator may do more',
  }),
  CORRECTION_DAY_OWNER: Type.String({
    pattern: amount,
    default: '20000.00',
    description: 'the most an owner may propose, and the most they may apply, within 24 hours',
  }),
  CORRECTION_DAY_MEMBER: Type.String({
    pattern: amount,
    default: '10000.00',
    description: 'the most that all operators together correct for one member within 24 hours',
  }),
};

type CorrectionSettings = Record<keyof typeof correctionSettings, string>;

/** Problems of these limits between values that are right alone. */
export const correctionProblems = (given: CorrectionSettings): Problem[] => {
  const isBelow = (name: keyof CorrectionSettings, than: keyof CorrectionSettings): readonly Problem[] => {
    const [value = 0n, bound = 0n] = [given[name], given[than]].map((text) =>
      parseAmount(text, currencies.PLAY.scale),
    );
    return value < bound ? between(name, 'below', than) : [];
  };
  return [
    ...isBelow('CORRECTION_DAY_CASHIER', 'CORRECTION_MAX_CASHIER'),
    ...isBelow('CORRECTION_DAY_OWNER', 'CORRECTION_MAX_OWNER'),
    ...isBelow('CORRECTION_MAX_OWNER', 'CORRECTION_MAX_CASHIER'),
    ...isBelow('CORRECTION_DAY_OWNER', 'CORRECTION_DAY_CASHIER'),
  ];
};
