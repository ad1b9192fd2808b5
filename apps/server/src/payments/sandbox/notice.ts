import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { BadNotice, type RailNews } from '../providers/rail.ts';
import { idPattern } from '../../core/ids.ts';

/** A notice of a sandbox rail. Amounts in minor units as text, times in seconds since 1970. */
const Notice = Type.Object({
  id: Type.String({ pattern: '^sbx_[A-Za-z0-9_-]{1,100}$' }),
  created: Type.Integer({ minimum: 0, maximum: 99_999_999_999 }),
  type: Type.Enum(['payment.paid', 'payment.failed']),
  recharge: Type.String({ pattern: `^${idPattern}$` }),
  payment: Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' }),
  amount: Type.String({ pattern: '^[1-9][0-9]{0,17}$' }),
  currency: Type.String({ pattern: '^[A-Z]{3,5}$' }),
});
export type SandboxNotice = Static<typeof Notice>;
const Check = Compile(Notice);

/**
 * Reads a notice of a sandbox rail, after its signature.
 * @throws BadNotice `malformed`
 */
export const readSandboxNotice = (raw: Buffer): RailNews => {
  const notice = parse(raw.toString());
  const head = { eventId: notice.id, at: new Date(notice.created * 1_000), rechargeId: notice.recharge };
  return notice.type === 'payment.paid'
    ? {
        ...head,
        kind: 'paid',
        paymentRef: notice.payment,
        amountMinor: BigInt(notice.amount),
        currency: notice.currency,
      }
    : { ...head, kind: 'failed' };
};

const parse = (text: string): SandboxNotice => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadNotice('malformed');
  }
  if (!Check.Check(value)) throw new BadNotice('malformed');
  return value;
};

/** The payment in a sandbox notice, as the pages show it; undefined for a notice of another kind. */
export const paymentIn = (body: string): { reference: string; amountMinor: bigint } | undefined => {
  const notice = parse(body);
  return notice.type === 'payment.paid'
    ? { reference: notice.payment, amountMinor: BigInt(notice.amount) }
    : undefined;
};
