import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { BadNotice, type RailNews } from '../providers/rail.ts';
import { isId } from '../../core/ids.ts';

const Event = Compile(
  Type.Object({
    id: Type.String({ pattern: '^evt_[A-Za-z0-9_]{1,100}$' }),
    object: Type.Literal('event'),
    type: Type.String({ maxLength: 200 }),
    created: Type.Integer({ minimum: 0, maximum: 99_999_999_999 }),
    livemode: Type.Boolean(),
    data: Type.Object({ object: Type.Unknown() }),
  }),
);

const CheckoutSession = Type.Object({
  id: Type.String({ pattern: '^cs_[A-Za-z0-9_]{1,250}$' }),
  object: Type.Literal('checkout.session'),
  mode: Type.String(),
  payment_status: Type.String(),
  client_reference_id: Type.Union([Type.String(), Type.Null()]),
  amount_total: Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()]),
  currency: Type.Union([Type.String({ pattern: '^[a-z]{3}$' }), Type.Null()]),
  // An id, or the object when the endpoint is set to expand it.
  payment_intent: Type.Optional(Type.Union([Type.String(), Type.Null(), Type.Object({ id: Type.String() })])),
  metadata: Type.Optional(Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()])),
});
type CheckoutSession = Static<typeof CheckoutSession>;
const Session = Compile(CheckoutSession);

const parse = (raw: Buffer): unknown => {
  try {
    const value: unknown = JSON.parse(raw.toString());
    return value;
  } catch {
    throw new BadNotice('malformed');
  }
};

/**
 * Reads an event whose signature was checked.
 * @param options.live whether our key is one for real money; an event of the other kind is invalid
 * @param options.playCurrency Stripe's currency for play money
 * @throws BadNotice `malformed` or `mode`
 */
export const readEvent = (
  raw: Buffer,
  { live, playCurrency }: { live: boolean; playCurrency: string },
): RailNews => {
  const event = parse(raw);
  if (!Event.Check(event)) throw new BadNotice('malformed');
  if (event.livemode !== live) throw new BadNotice('mode');
  const head = { eventId: event.id, at: new Date(event.created * 1_000) };
  const session = (): CheckoutSession => {
    const value = event.data.object;
    if (!Session.Check(value)) throw new BadNotice('malformed');
    return value;
  };
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return { ...head, ...paid(session(), playCurrency) };
    case 'checkout.session.async_payment_failed':
      return { ...head, ...ended(session(), 'failed') };
    case 'checkout.session.expired':
      return { ...head, ...ended(session(), 'expired') };
    default:
      return { ...head, kind: 'ignored' };
  }
};

/** The recharge of a session, if it is one of ours: the account may serve others too. */
const rechargeOf = ({ client_reference_id: id, mode }: CheckoutSession): string | undefined =>
  id !== null && isId(id) && mode === 'payment' ? id : undefined;

type Ended = { kind: 'failed' | 'expired'; rechargeId: string } | { kind: 'ignored' };

const ended = (session: CheckoutSession, kind: 'failed' | 'expired'): Ended => {
  const rechargeId = rechargeOf(session);
  return rechargeId === undefined ? { kind: 'ignored' } : { kind, rechargeId };
};

type Paid =
  | { kind: 'paid'; rechargeId: string; paymentRef: string; amountMinor: bigint; currency: string }
  | { kind: 'ignored' };

/** A session can be complete before its payment: then another event reports it. */
const paid = (session: CheckoutSession, playCurrency: string): Paid => {
  const rechargeId = rechargeOf(session);
  if (rechargeId === undefined || session.payment_status !== 'paid') return { kind: 'ignored' };
  const { amount_total: amount, currency, payment_intent: intent } = session;
  const paymentRef = typeof intent === 'string' ? intent : intent?.id;
  if (amount === null || currency === null || paymentRef === undefined) throw new BadNotice('malformed');
  const charged = currency.toUpperCase();
  const isPlay = session.metadata?.['currency'] === 'PLAY' && charged === playCurrency;
  return {
    kind: 'paid',
    rechargeId,
    paymentRef,
    amountMinor: BigInt(amount),
    currency: isPlay ? 'PLAY' : charged,
  };
};
