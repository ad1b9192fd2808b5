import type { FastifyInstance } from 'fastify';
import { beforeAll, afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxDesk } from '../../cashier/rails/sandbox/service.ts';
import { ask, hidden, send } from '../../cashier/rails/testing/rails-app.ts';
import { testApp } from '../testing/test-app.ts';
import type { ChainDesk } from './chain-page.ts';

const own = `0x${'ab'.repeat(20)}`;
const sent: unknown[] = [];
let isAway = false;
const hashOf = (n: number): string => `0x${String(n).padStart(64, '0')}`;

/** Addresses of TRON stand in for themselves here, with a T in front. */
const chain: ChainDesk = {
  chain: {
    send: async (o) => {
      if (isAway) throw new Error('away');
      sent.push(o);
      return { txHash: hashOf(sent.length) };
    },
    reorganise: async (network) => {
      sent.push(network);
    },
  },
  parseAddress: (network, text) => {
    const hex = (network === 'usdt-trc20' ? /^T([0-9a-f]{40})$/ : /^0x([0-9a-f]{40})$/).exec(text)?.[1];
    return hex === undefined ? undefined : `0x${hex}`;
  },
  showAddress: (network, address) => (network === 'usdt-trc20' ? `T${address.slice(2)}` : address),
};
const nobody: SandboxDesk = {
  order: async () => undefined,
  payByCard: async () => ({ kind: 'closed' }),
  answerChallenge: async () => 'closed',
  leaveChallenge: async () => undefined,
  giveUp: async () => undefined,
  scan: async () => undefined,
};

let app: FastifyInstance;
beforeAll(async () => {
  app = await testApp({}, { sandbox: { desk: nobody, payee: () => 'Touchline', chain } });
});
afterAll(() => app.close());
beforeEach(() => {
  sent.length = 0;
  isAway = false;
});

const asked = { network: 'usdt-erc20', address: own, amount: '12.345678' };
const urlOf = (fields: Record<string, string>): string =>
  `/sandbox/chain?${new URLSearchParams(fields).toString()}`;
const press = async (act: string, fields = asked) => {
  const once = hidden((await ask(app, urlOf(fields))).payload, 'once');
  return send(app, '/sandbox/chain', { ...fields, act, once });
};

describe('the wallet page', () => {
  it('shows amount, network and address, in the language of the browser', async () => {
    const page = await ask(app, urlOf(asked), 'ar-EG,ar;q=0.9');
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
    ['reorganise', ['usdt-erc20']],
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
    await press('other_network', { ...asked, network: 'usdt-trc20', address: `T${own.slice(2)}` });
    expect(sent).toEqual([{ ...usual, network: 'usdt-erc20' }]);
  });

  it('sends once what one form says', async () => {
    const once = hidden((await ask(app, urlOf(asked))).payload, 'once');
    for (let i = 0; i < 3; i++) {
      expect((await send(app, '/sandbox/chain', { ...asked, act: 'exact', once })).statusCode).toBe(303);
    }
    expect(sent).toHaveLength(1);
  });

  it('says when the chain does not answer', async () => {
    isAway = true;
    const answer = await press('exact');
    expect(answer.statusCode).toBe(503);
    expect(answer.payload).toContain('The sandbox chain does not answer.');
  });

  it.each([
    [{ network: 'bitcoin' }],
    [{ network: '' }],
    [{ address: 'T123' }],
    [{ address: '"><script>alert(1)</script>' }],
    [{ network: 'usdt-trc20' }],
    [{ amount: '0' }],
    [{ amount: '-1' }],
    [{ amount: '1.0000001' }],
    [{ amount: '1e3' }],
    [{ amount: '' }],
  ])('does nothing for %j', async (wrong) => {
    const fields = { ...asked, ...wrong };
    const page = await ask(app, urlOf(fields));
    expect(page.statusCode).toBe(400);
    expect(page.payload).not.toContain('<script');
    const answer = await send(app, '/sandbox/chain', { ...fields, act: 'exact', once: '0'.repeat(32) });
    expect(answer.statusCode).toBe(400);
    expect(sent).toEqual([]);
  });

  it('does nothing for an act or a form it does not know, or one from elsewhere', async () => {
    const once = '1'.repeat(32);
    expect((await send(app, '/sandbox/chain', { ...asked, act: 'mint', once })).statusCode).toBe(400);
    expect((await send(app, '/sandbox/chain', { ...asked, act: 'exact' })).statusCode).toBe(400);
    const foreign = { origin: 'https://evil.example' };
    expect((await send(app, '/sandbox/chain', { ...asked, act: 'exact', once }, foreign)).statusCode).toBe(
      400,
    );
    expect(sent).toEqual([]);
  });

  it('shows only hashes as what was sent', async () => {
    const page = await ask(app, urlOf({ ...asked, sent: '<script>,javascript:1' }));
    expect(page.payload).not.toMatch(/<script|javascript/);
  });
});

it('there is none without a chain, and no page at all without a sandbox', async () => {
  const without = await testApp({}, { sandbox: { desk: nobody, payee: () => 'Touchline' } });
  expect((await ask(without, urlOf(asked))).statusCode).toBe(404);
  await without.close();
  const plain = await testApp({});
  for (const path of ['card', 'scan', 'chain'])
    expect((await ask(plain, `/sandbox/${path}`)).statusCode).toBe(404);
  expect((await plain.inject({ method: 'POST', url: '/api/payment/notify/stripe' })).statusCode).toBe(404);
  await plain.close();
});
