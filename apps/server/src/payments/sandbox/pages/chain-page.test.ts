import type { FastifyInstance } from 'fastify';
import { beforeAll, afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxActs } from '../service.ts';
import { createOrderTokens } from '../token.ts';
import { createPayPages, type SandboxPayment } from '../../chain/pay-page.ts';
import { ask, hidden, send } from '../../providers/testing/rails.ts';
import { testHttp } from '../../../core/http/testing/test-http.ts';
import type { ChainDesk } from './chain-page.ts';
import { registerSandboxPages } from './pages.ts';

const own = `0x${'ab'.repeat(20)}` as const;
const sent: unknown[] = [];
let isAway = false;
let replaced = 3;
const hashOf = (n: number): string => `0x${String(n).padStart(64, '0')}`;
const pages = createPayPages(Buffer.alloc(32, 7));

/** Here an address of TRON is the same with a T in front. */
const chain: ChainDesk = {
  chain: {
    send: async (o) => {
      if (isAway) throw new Error('away');
      sent.push(o);
      return { txHash: hashOf(sent.length) };
    },
    reorganise: async (o) => {
      sent.push(o);
      return { replaced };
    },
  },
  open: (reference) => pages.open(reference),
  showAddress: (network, address) => (network === 'usdt-trc20' ? `T${address.slice(2)}` : address),
};
const nobody: SandboxActs = {
  order: async () => undefined,
  payByCard: async () => ({ kind: 'closed' }),
  answerChallenge: async () => 'closed',
  leaveChallenge: async () => undefined,
  giveUp: async () => undefined,
  scan: async () => undefined,
};

const site = { desk: nobody, payee: () => 'Touchline' };

let app: FastifyInstance;
beforeAll(async () => {
  app = await testHttp(
    {},
    { routes: [(to, tools) => registerSandboxPages(to, { ...site, chain, ...tools })] },
  );
});
afterAll(() => app.close());
beforeEach(() => {
  sent.length = 0;
  isAway = false;
  replaced = 3;
});

const payment: SandboxPayment = { network: 'usdt-erc20', address: own, micro: 12_345_678n };
const tokenOf = (of: SandboxPayment): string => pages.pathOf(of).split('?o=')[1] ?? '';
const urlOf = (fields: Record<string, string>): string =>
  `/sandbox/chain?${new URLSearchParams(fields).toString()}`;
const press = async (act: string, of = payment) => {
  const o = tokenOf(of);
  const once = hidden((await ask(app, urlOf({ o }))).payload, 'once');
  return send(app, '/sandbox/chain', { o, act, once });
};

/** A token that another server signed. */
function foreign(): string {
  return createPayPages(Buffer.alloc(32, 8)).pathOf(payment).split('?o=')[1] ?? '';
}

/** Signed by this server, for an order of a card. */
function otherPurpose(): string {
  return createOrderTokens(Buffer.alloc(32, 7)).of({
    shard: 7,
    rechargeId: '0190f3a0-0000-7000-8000-000000000000',
  });
}

describe('the wallet page', () => {
  it('shows amount, network and address, in the language of the browser', async () => {
    const page = await ask(app, pages.pathOf(payment), 'ar-EG,ar;q=0.9');
    expect(page.statusCode).toBe(200);
    for (const text of ['dir="rtl"', '12.345678\u00A0USDT', 'ERC20', own])
      expect(page.payload).toContain(text);
  });

  const usual = { network: 'usdt-erc20', to: own, micro: 12_345_678n, token: 'usdt' };
  it.each([
    ['exact', [usual]],
    ['less', [{ ...usual, micro: 11_111_111n }]],
    ['more', [{ ...usual, micro: 13_580_245n }]],
    ['twice', [usual, usual]],
    ['other_network', [{ ...usual, network: 'usdt-trc20', to: `T${own.slice(2)}` }]],
    ['other_token', [{ ...usual, token: 'other' }]],
    ['reorganise', [{ network: 'usdt-erc20', to: own }]],
  ])('plays "%s"', async (act, expected) => {
    const answer = await press(act);
    expect(answer.statusCode).toBe(303);
    expect(sent).toEqual(expected);
    const page = await ask(app, String(answer.headers.location));
    expect(page.payload).toContain(
      act === 'reorganise' ? 'The newest blocks were replaced.' : hashOf(sent.length),
    );
  });

  it('sends from TRON to the same address on the other network', async () => {
    await press('other_network', { ...payment, network: 'usdt-trc20' });
    expect(sent).toEqual([{ ...usual, network: 'usdt-erc20' }]);
  });

  it('sends once for one form', async () => {
    const o = tokenOf(payment);
    const once = hidden((await ask(app, urlOf({ o }))).payload, 'once');
    for (let i = 0; i < 3; i++) {
      expect((await send(app, '/sandbox/chain', { o, act: 'exact', once })).statusCode).toBe(303);
    }
    expect(sent).toHaveLength(1);
  });

  it('says when the chain does not answer', async () => {
    isAway = true;
    const answer = await press('exact');
    expect(answer.statusCode).toBe(503);
    expect(answer.payload).toContain('The sandbox chain is not responding.');
  });

  it('says when the blocks contain payments of others, and leaves them', async () => {
    replaced = 0;
    const answer = await press('reorganise');
    const page = await ask(app, String(answer.headers.location));
    expect(page.payload).toContain('The newest blocks contain other payments');
  });

  it.each([
    ['no token', {}],
    ['a token that is none', { o: 'x' }],
    ['a token that was changed', { o: `${tokenOf(payment)}x` }],
    ['a token signed with another secret', { o: foreign() }],
    ['what was signed for something else', { o: otherPurpose() }],
    [
      'the address of a payment without its token',
      { network: 'usdt-erc20', address: own, amount: '12.345678' },
    ],
    ['script', { o: '"><script>alert(1)</script>' }],
  ])('does nothing for %s', async (_what, fields) => {
    const page = await ask(app, urlOf(fields));
    expect(page.statusCode).toBe(400);
    expect(page.payload).not.toContain('<script');
    for (const act of ['exact', 'reorganise']) {
      const answer = await send(app, '/sandbox/chain', { ...fields, act, once: '0'.repeat(32) });
      expect(answer.statusCode).toBe(400);
    }
    expect(sent).toEqual([]);
  });

  it('ignores an unknown act or form, or one from elsewhere', async () => {
    const once = '1'.repeat(32);
    const o = tokenOf(payment);
    expect((await send(app, '/sandbox/chain', { o, act: 'mint', once })).statusCode).toBe(400);
    expect((await send(app, '/sandbox/chain', { o, act: 'exact' })).statusCode).toBe(400);
    const elsewhere = { origin: 'https://evil.example' };
    expect((await send(app, '/sandbox/chain', { o, act: 'exact', once }, elsewhere)).statusCode).toBe(400);
    expect(sent).toEqual([]);
  });

  it('shows only hashes as sent transactions', async () => {
    const page = await ask(app, urlOf({ o: tokenOf(payment), sent: '<script>,javascript:1' }));
    expect(page.payload).not.toMatch(/<script|javascript/);
  });
});

it('is absent without a chain, as are all pages without a sandbox', async () => {
  const without = await testHttp(
    {},
    { routes: [(to, tools) => registerSandboxPages(to, { ...site, ...tools })] },
  );
  expect((await ask(without, pages.pathOf(payment))).statusCode).toBe(404);
  await without.close();
  const plain = await testHttp({});
  for (const path of ['card', 'scan', 'chain'])
    expect((await ask(plain, `/sandbox/${path}`)).statusCode).toBe(404);
  expect((await plain.inject({ method: 'POST', url: '/api/payment/notify/stripe' })).statusCode).toBe(404);
  await plain.close();
});
