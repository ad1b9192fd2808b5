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
  type SandboxOrderKey,
  type OrderRow,
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

/** An order that the token of a page opened. */
type OpenOrder = { key: SandboxOrderKey; row: OrderRow };

/** The acts of the sandbox pages; an invalid token leads nowhere. */
export class SandboxDesk {
  readonly #pool: pg.Pool;
  readonly #clock: Clock;
  readonly #tokens: OrderTokens;
  readonly #courier: Courier;

  constructor(of: { pool: pg.Pool; clock: Clock; tokens: OrderTokens; courier: Courier }) {
    this.#pool = of.pool;
    this.#clock = of.clock;
    this.#tokens = of.tokens;
    this.#courier = of.courier;
  }

  /** The order that a token opens, as its page shows it. */
  async order(rail: 'sandbox-card' | 'sandbox-scan', token: string): Promise<SandboxOrder | undefined> {
    const found = await this.#find(rail, token);
    if (found === undefined) return undefined;
    const { key, row } = found;
    const notices = await selectNotices(this.#pool, key, { waitingOnly: false });
    return {
      rechargeId: key.rechargeId,
      rail,
      reference: row.reference,
      amountMinor: row.amount_minor,
      currency: row.currency,
      scale: row.scale,
      lan: isLan(row.lan) ? row.lan : 'en',
      status: this.#statusOf(row),
      payments: notices.flatMap(({ body }) => paymentIn(body) ?? []),
    };
  }

  /** The card form was sent. */
  async payByCard(token: string, card: CardFields): Promise<CardAnswer> {
    const found = await this.#find('sandbox-card', token);
    if (found === undefined) return { kind: 'closed' };
    const now = this.#clock.now();
    if (this.#statusOf(found.row) !== 'open') {
      await this.#courier.deliver(found.key);
      return { kind: 'closed' };
    }
    const read = readCard(card, now);
    if ('wrong' in read) return { kind: 'wrong', fields: read.wrong };
    const { outcome } = read;
    if (outcome === 'declined' || outcome === 'unknown') return { kind: outcome };
    if (outcome === 'challenge') {
      const step = { from: ['open'], to: 'challenge', openAt: now } as const;
      return { kind: (await moveOrder(this.#pool, found.key, step)) ? 'challenge' : 'closed' };
    }
    const to = outcome === 'pays' ? 'paid' : 'failed';
    return { kind: (await this.#finish(found, 'open', to)) ? to : 'closed' };
  }

  /** The code of the challenge was sent; too many wrong ones end the payment. */
  async answerChallenge(token: string, code: string): Promise<'paid' | 'wrong' | 'failed' | 'closed'> {
    const found = await this.#find('sandbox-card', token);
    if (found === undefined) return 'closed';
    if (code.trim() === challengeCode) {
      return (await this.#finish(found, 'challenge', 'paid')) ? 'paid' : 'closed';
    }
    const tries = await countWrongCode(this.#pool, found.key, this.#clock.now());
    if (tries === undefined) return 'closed';
    if (tries < challengeTriesMax) return 'wrong';
    return (await this.#finish(found, 'challenge', 'failed')) ? 'failed' : 'closed';
  }

  /** Back to the card form. */
  async leaveChallenge(token: string): Promise<void> {
    const found = await this.#find('sandbox-card', token);
    if (found === undefined) return;
    await moveOrder(this.#pool, found.key, { from: ['challenge'], to: 'open', openAt: this.#clock.now() });
  }

  /** The member gives up the card payment: it has failed. */
  async giveUp(token: string): Promise<void> {
    const found = await this.#find('sandbox-card', token);
    if (found !== undefined) await this.#finish(found, 'open', 'failed');
  }

  /**
   * The phone that has read the QR code pays or refuses.
   * @param once the form's own id: the same form sent twice acts once
   */
  async scan(token: string, act: ScanAct, once: string): Promise<void> {
    const found = await this.#find('sandbox-scan', token);
    if (found === undefined) return;
    const at = this.#clock.now();
    const amounts = amountsOf(act, found.row.amount_minor);
    // Less than the smallest unit cannot be sent.
    if (amounts.length === 0 && act !== 'refuse') return;
    const marks = (amounts.length === 0 ? [0n] : amounts).map((_, i) =>
      createHash('sha256').update(`${found.key.rechargeId} ${once} ${i}`).digest('hex').slice(0, 24),
    );
    const refusal = { always: false, to: 'failed', openAt: at } as const;
    // Money can be sent to an expired QR code, or twice: the sandbox is for such cases.
    const payment = { always: true, to: 'paid', openAt: whenever } as const;
    await resolveOrder(this.#pool, found.key, {
      rail: found.row.rail,
      from: ['open'],
      at,
      ...(act === 'refuse' ? refusal : payment),
      notices: marks.map((mark, i) => {
        const amountMinor = amounts[i];
        return amountMinor === undefined
          ? this.#noticeOf(found, { type: 'payment.failed', mark })
          : this.#noticeOf(found, { type: 'payment.paid', mark, amountMinor });
      }),
    });
    await this.#courier.deliver(found.key);
  }

  async #find(rail: string, token: string): Promise<OpenOrder | undefined> {
    const key = this.#tokens.open(token);
    const row = key === undefined ? undefined : await selectOrder(this.#pool, key);
    return key === undefined || row?.rail !== rail ? undefined : { key, row };
  }

  #noticeOf(
    { key, row }: OpenOrder,
    notice: Pick<SandboxNotice, 'type'> & { mark: string; amountMinor?: bigint },
  ): { id: string; body: string } {
    const id = `sbx_${notice.mark}`;
    const content: SandboxNotice = {
      id,
      created: Math.floor(this.#clock.now().getTime() / 1_000),
      type: notice.type,
      recharge: key.rechargeId,
      payment: `pay_${notice.mark}`,
      amount: String(notice.amountMinor ?? row.amount_minor),
      currency: row.currency,
    };
    return { id, body: JSON.stringify(content) };
  }

  /** Ends a card payment that is still in the expected state. */
  async #finish(order: OpenOrder, from: 'open' | 'challenge', to: 'paid' | 'failed'): Promise<boolean> {
    const at = this.#clock.now();
    const mark = randomBytes(12).toString('hex');
    const { moved } = await resolveOrder(this.#pool, order.key, {
      rail: order.row.rail,
      from: [from],
      to,
      openAt: at,
      at,
      notices: [this.#noticeOf(order, { type: `payment.${to}`, mark })],
    });
    // Also where another submission was first: its notice may still wait.
    await this.#courier.deliver(order.key);
    return moved;
  }

  #statusOf({ state, expires_at: expiresAt }: OrderRow): SandboxOrder['status'] {
    return (state === 'open' || state === 'challenge') && expiresAt <= this.#clock.now() ? 'expired' : state;
  }
}

/** The acts alone, which tests of pages play. */
export type SandboxActs = Pick<SandboxDesk, keyof SandboxDesk>;

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
