import { createHmac } from 'node:crypto';
import {
  defineRail,
  RailAway,
  type AcceptedOrder,
  type Rail,
  type RailGround,
  type RailOrder,
} from '../providers/rail.ts';
import { checkSignature } from '../providers/signature.ts';
import { readSandboxNotice } from './notice.ts';
import { insertOrder, moveOrder, whenever } from './queries.ts';
import { createOrderTokens, readRef, refOf, type OrderTokens } from './token.ts';

/** A rail that moves no real money, in play mode only; its pages are served by this server. */
const openSandbox = (
  id: string,
  { pool, secret, mode }: RailGround,
  pay: (order: RailOrder, token: string) => Omit<AcceptedOrder, 'providerRef'>,
): Rail | undefined => {
  if (mode !== 'play') return undefined;
  const { tokens, noticeSecret } = sandboxKeys(secret);
  return {
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
  };
};

/** The sandbox's keys, derived from the server's signing secret. */
export const sandboxKeys = (secret: Uint8Array): { tokens: OrderTokens; noticeSecret: Uint8Array } => ({
  tokens: createOrderTokens(secret),
  noticeSecret: createHmac('sha256', secret).update('sandbox-notice').digest(),
});

/** A hosted card page. */
export const sandboxCard = defineRail({
  method: 'card',
  settings: {},
  open: (_settings, ground) =>
    openSandbox('sandbox-card', ground, (_order, token) => ({ payUrl: `/sandbox/card?o=${token}` })),
});

/** A QR code that a phone scans and pays. */
export const sandboxScan = defineRail({
  method: 'scan',
  settings: {},
  open: (_settings, ground) =>
    openSandbox('sandbox-scan', ground, ({ origin }, token) => ({
      qr: `${origin}/sandbox/scan?o=${token}`,
      payUrl: `/sandbox/scan?o=${token}`,
    })),
});
