import type pg from 'pg';
import { RailAway, type Begun, type Rail, type RailOrder } from '../rail.ts';
import { checkSignature, type NoticeSecret } from '../signature.ts';
import { readSandboxNotice } from './notice.ts';
import { insertOrder, moveOrder, whenever } from './queries.ts';
import { readRef, refOf, type OrderTokens } from './token.ts';

export type SandboxRailOptions = { pool: pg.Pool; tokens: OrderTokens; noticeSecret: NoticeSecret };

/** A rail that moves no real money; its pages are served by this server. */
const createSandboxRail = (
  { pool, tokens, noticeSecret }: SandboxRailOptions,
  id: string,
  pay: (order: RailOrder, token: string) => Omit<Begun, 'providerRef'>,
): Rail => ({
  id,
  sandbox: true,
  async begin(order) {
    await insertOrder(pool, id, order);
    return { providerRef: refOf(order), ...pay(order, tokens.of(order)) };
  },
  async cancel(providerRef) {
    const key = readRef(providerRef);
    if (key === undefined) throw new RailAway('reference');
    await moveOrder(pool, key, { from: ['open', 'challenge'], to: 'cancelled', openAt: whenever });
  },
  async readNotice(raw, headers, now) {
    checkSignature(headers['sandbox-signature'], raw, { secrets: [noticeSecret], now });
    return readSandboxNotice(raw);
  },
});

/** A hosted card page. */
export const createSandboxCard = (options: SandboxRailOptions): Rail =>
  createSandboxRail(options, 'sandbox-card', (_order, token) => ({ payUrl: `/sandbox/card?o=${token}` }));

/** A QR code that a phone scans and pays. */
export const createSandboxScan = (options: SandboxRailOptions): Rail =>
  createSandboxRail(options, 'sandbox-scan', ({ origin }, token) => ({
    qr: `${origin}/sandbox/scan?o=${token}`,
    payUrl: `/sandbox/scan?o=${token}`,
  }));
