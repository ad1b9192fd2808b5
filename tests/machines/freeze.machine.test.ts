import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { memberApi, password, type MemberApi } from '../fixtures/member-api.ts';
import { startTestServer, type TestServer } from '../fixtures/test-server.ts';

const rounds = 20;
const withdrawals = 11;
const settingsAtOnce = 44;

/** How long a call takes, milliseconds. */
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
};

/** Pays a recharge of the sandbox, as its page does. */
const pay = async (url: string, address: string): Promise<void> => {
  const body = new URLSearchParams({ act: 'pay', once: 'cd'.repeat(16) });
  await fetch(new URL(address, url), { method: 'POST', redirect: 'manual', headers: { origin: url }, body });
};

/**
 * One member who keeps wallet and settings busy. Withdrawals lock the wallet on connections of the cashier and count the
 * turnover there; the others wait for the same wallet on the connections of everybody's calls.
 */
describe('one member who asks for everything at once', () => {
  let server: TestServer;
  let attacker: MemberApi;
  let innocent: MemberApi;
  let wallet: string;

  beforeAll(async () => {
    server = await startTestServer({
      RATE_LIMIT_PER_MINUTE: '1000000',
      SIGNIN_LIMIT_PER_MINUTE: '1000000',
      PAYOUT_COOLING_HOURS: '0',
      WITHDRAW_DAYS: '1,2,3,4,5,6,7',
      WITHDRAW_PASSWORD_ABOVE: '40000',
      WITHDRAW_TWO_ABOVE: '40000',
      PLAY_GRANT: '40000.00',
      REPLAY: 'false',
      // As it runs for members: a second connection would freeze the site instead of failing a call.
      TRANSACTION_GUARD: 'log',
      PATIENCE_FACTOR: '1',
    });
    innocent = memberApi(server.url);
    await innocent.register('innocent');
    attacker = memberApi(server.url);
    await attacker.register('attacker');
    ({ id: wallet } = await attacker.call('walletSave', {
      type: 'usdt-trc20',
      address: 'THVmXun9u721tBiYcT3VfLQKcwYBmoY1xX',
      password,
    }));
    const { qr = '' } = await attacker.call('createRecharge', {
      key: 'attacker-recharges',
      channel: 'scan-code',
      amount: '100',
    });
    await pay(server.url, qr);
    await vi.waitFor(
      async () => {
        const { list } = await attacker.call('rechargeList', {});
        if (list[0]?.state !== 'credited') throw new Error('not credited yet');
      },
      { timeout: 60_000 },
    );
    // An excluded member may withdraw what is not staked yet: the turnover is counted each time.
    await attacker.call('playExclude', { length: '6m', password });
    await attacker.login('attacker');
  });
  afterAll(() => server?.close());

  it('holds up no call of anybody else', async () => {
    const userInfo = (): Promise<unknown> => innocent.call('userInfo', {});
    /** The slowest call of the innocent while others are under way. */
    const slowestBeside = async (others: Promise<unknown>): Promise<number> => {
      const under = { way: true };
      void others.finally(() => {
        under.way = false;
      });
      let slowest = 0;
      do slowest = Math.max(slowest, await timed(userInfo));
      while (under.way);
      await others;
      return slowest;
    };

    // As many calls that hold nothing, in turn with the attack: what this machine needs for them now.
    let harmlessMs = 0;
    let slowestMs = 0;
    let done = 0;
    for (let round = 0; round < rounds; round++) {
      const harmless = Promise.all(
        Array.from({ length: withdrawals + settingsAtOnce }, () => attacker.answer('userInfo', {})),
      );
      harmlessMs = Math.max(harmlessMs, await slowestBeside(harmless));
      const attack = Promise.all([
        ...Array.from({ length: withdrawals }, (_, n) =>
          attacker.answer('createWithdraw', { key: `attack-${round}-${n}`, wallet, amount: '10.00' }),
        ),
        ...Array.from({ length: settingsAtOnce }, (_, n) =>
          attacker.answer('realitySave', { minutes: n % 2 === 0 ? 30 : 60 }),
        ),
      ]);
      slowestMs = Math.max(slowestMs, await slowestBeside(attack));
      done += (await attack).filter(({ code }) => code === 1).length;
    }

    expect(done, 'calls of the attack that went through').toBe(rounds * (withdrawals + settingsAtOnce));
    expect(server.log()).not.toContain('another connection');
    // A second; on a busy machine, five times what the same call took during calls that hold nothing.
    expect(slowestMs).toBeLessThan(Math.max(1_000, 5 * harmlessMs));
  });
});
