import { createHash, randomBytes } from 'node:crypto';
import { isLan, type Lan } from '@touchline/locales/locales';
import type pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import { challengeCode, challengeTriesMax, readCard, type CardField, type CardFields } from './cards.ts';
import type { Courier } from './courier.ts';
import { paymentIn, type SandboxNotice } from './notice.ts';
import {
  countWrongCode,
  moveOrder,
  resolveOrder,
  selectNotices,
  selectOrder,
  whenever,
  type OrderState,
} from './queries.ts';
import type { OrderTokens } from './token.ts';

/** An order as its pages show it. An order past its time is `expired` unless it ended before. */
export type SandboxOrder = {
  rechargeId: string;
  rail: string;
  reference: string;
  amountMinor: bigint;
  currency: string;
  scale: number;
  lan: Lan;
  status: OrderState | 'expired';
  /** Payments made so far. */
  payments: { reference: string; amountMinor: bigint }[];
};

/** The result of a card: `closed` when the order takes none (any more). */
export type CardAnswer =
  | { kind: 'paid' | 'challenge' | 'declined' | 'unknown' | 'failed' | 'closed' }
  | { kind: 'wrong'; fields: readonly CardField[] };

/** The acts of the page of the QR code. */
export const scanActs = ['pay', 'less', 'more', 'twice', 'refuse'] as const;
type ScanAct = (typeof scanActs)[number];

/** The acts of the sandbox pages; an invalid token leads nowhere. */
export type SandboxDesk = {
  order(rail: 'sandbox-card' | 'sandbox-scan', token: string): Promise<SandboxOrder | undefined>;
  payByCard(token: string, card: CardFields): Promise<CardAnswer>;
  answerChallenge(token: string, code: string): Promise<'paid' | 'wrong' | 'failed' | 'closed'>;
  /** Back to the card form. */
  leaveChallenge(token: string): Promise<void>;
  /** The member gives up the card payment: it has failed. */
  giveUp(token: string): Promise<void>;
  /** @param once the form's own id: the same form sent twice acts once */
  scan(token: string, act: ScanAct, once: string): Promise<void>;
};

export const createSandboxDesk = (options: {
  pool: pg.Pool;
  clock: Clock;
  tokens: OrderTokens;
  courier: Courier;
}): SandboxDesk => {
  const { pool, clock, tokens, courier } = options;

  const find = async (rail: string, token: string) => {
    const key = tokens.open(token);
    const row = key === undefined ? undefined : await selectOrder(pool, key);
    return key === undefined || row?.rail !== rail ? undefined : { key, row };
  };
  type Found = NonNullable<Awaited<ReturnType<typeof find>>>;

  const noticeOf = (
    { key, row }: Found,
    notice: Pick<SandboxNotice, 'type'> & { mark: string; amountMinor?: bigint },
  ) => {
    const id = `sbx_${notice.mark}`;
    const said: SandboxNotice = {
      id,
      created: Math.floor(clock.now().getTime() / 1_000),
      type: notice.type,
      recharge: key.rechargeId,
      payment: `pay_${notice.mark}`,
      amount: String(notice.amountMinor ?? row.amount_minor),
      currency: row.currency,
    };
    return { id, body: JSON.stringify(said) };
  };

  /** Ends a card payment that is still in the expected state. */
  const finish = async (
    found: Found,
    from: 'open' | 'challenge',
    to: 'paid' | 'failed',
  ): Promise<boolean> => {
    const at = clock.now();
    const mark = randomBytes(12).toString('hex');
    const { moved } = await resolveOrder(pool, found.key, {
      rail: found.row.rail,
      from: [from],
      to,
      openAt: at,
      at,
      notices: [noticeOf(found, { type: `payment.${to}`, mark })],
    });
    // Also where another submission was first: its notice may still wait.
    await courier.deliver(found.key);
    return moved;
  };

  const statusOf = (state: OrderState, expiresAt: Date): SandboxOrder['status'] =>
    (state === 'open' || state === 'challenge') && expiresAt <= clock.now() ? 'expired' : state;

  return {
    async order(rail, token) {
      const found = await find(rail, token);
      if (found === undefined) return undefined;
      const { key, row } = found;
      const notices = await selectNotices(pool, key, { waitingOnly: false });
      return {
        rechargeId: key.rechargeId,
        rail,
        reference: row.reference,
        amountMinor: row.amount_minor,
        currency: row.currency,
        scale: row.scale,
        lan: isLan(row.lan) ? row.lan : 'en',
        status: statusOf(row.state, row.expires_at),
        payments: notices.flatMap(({ body }) => paymentIn(body) ?? []),
      };
    },

    async payByCard(token, card) {
      const found = await find('sandbox-card', token);
      if (found === undefined) return { kind: 'closed' };
      const now = clock.now();
      if (statusOf(found.row.state, found.row.expires_at) !== 'open') {
        await courier.deliver(found.key);
        return { kind: 'closed' };
      }
      const read = readCard(card, now);
      if ('wrong' in read) return { kind: 'wrong', fields: read.wrong };
      const { outcome } = read;
      if (outcome === 'declined' || outcome === 'unknown') return { kind: outcome };
      if (outcome === 'challenge') {
        const step = { from: ['open'], to: 'challenge', openAt: now } as const;
        return { kind: (await moveOrder(pool, found.key, step)) ? 'challenge' : 'closed' };
      }
      const to = outcome === 'pays' ? 'paid' : 'failed';
      return { kind: (await finish(found, 'open', to)) ? to : 'closed' };
    },

    async answerChallenge(token, code) {
      const found = await find('sandbox-card', token);
      if (found === undefined) return 'closed';
      if (code.trim() === challengeCode) {
        return (await finish(found, 'challenge', 'paid')) ? 'paid' : 'closed';
      }
      const tries = await countWrongCode(pool, found.key, clock.now());
      if (tries === undefined) return 'closed';
      if (tries < challengeTriesMax) return 'wrong';
      return (await finish(found, 'challenge', 'failed')) ? 'failed' : 'closed';
    },

    async leaveChallenge(token) {
      const found = await find('sandbox-card', token);
      if (found === undefined) return;
      await moveOrder(pool, found.key, { from: ['challenge'], to: 'open', openAt: clock.now() });
    },

    async giveUp(token) {
      const found = await find('sandbox-card', token);
      if (found !== undefined) await finish(found, 'open', 'failed');
    },

    async scan(token, act, once) {
      const found = await find('sandbox-scan', token);
      if (found === undefined) return;
      const at = clock.now();
      const amounts = amountsOf(act, found.row.amount_minor);
      // Less than the smallest unit cannot be sent.
      if (amounts.length === 0 && act !== 'refuse') return;
      const marks = (amounts.length === 0 ? [0n] : amounts).map((_, i) =>
        createHash('sha256').update(`${found.key.rechargeId} ${once} ${i}`).digest('hex').slice(0, 24),
      );
      const refusal = { always: false, to: 'failed', openAt: at } as const;
      // Money can be sent to an expired QR code, or twice: the sandbox is for such cases.
      const payment = { always: true, to: 'paid', openAt: whenever } as const;
      await resolveOrder(pool, found.key, {
        rail: found.row.rail,
        from: ['open'],
        at,
        ...(act === 'refuse' ? refusal : payment),
        notices: marks.map((mark, i) => {
          const amountMinor = amounts[i];
          return amountMinor === undefined
            ? noticeOf(found, { type: 'payment.failed', mark })
            : noticeOf(found, { type: 'payment.paid', mark, amountMinor });
        }),
      });
      await courier.deliver(found.key);
    },
  };
};

/** The payments of each act; too little or too much is off by a tenth, at least by the smallest unit. */
const sends: Record<ScanAct, (minor: bigint, off: bigint) => bigint[]> = {
  pay: (minor) => [minor],
  less: (minor, off) => (minor > off ? [minor - off] : []),
  more: (minor, off) => [minor + off],
  twice: (minor) => [minor, minor],
  refuse: () => [],
};
const amountsOf = (act: ScanAct, minor: bigint): bigint[] =>
  sends[act](minor, minor >= 10n ? minor / 10n : 1n);
