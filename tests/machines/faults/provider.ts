import { setTimeout as wait } from 'node:timers/promises';
import { signNotice } from '../../../apps/server/src/payments/providers/signature.ts';
import {
  startStripeServer,
  stripeKey,
} from '../../../apps/server/src/payments/providers/testing/stripe-server.ts';
import type { Random } from '../../fixtures/random.ts';
import type { History } from './history.ts';
import type { Plan } from './plan.ts';
import { createSender, NotAnswered, type RunClock, type Sender } from './sender.ts';

const secret = 'whsec_faults_of_a_run';
const noticePath = '/api/payment/notify/stripe';

/** A notice that is to be sent until it is taken. */
type Notice = {
  type: string;
  id: string;
  session: Record<string, unknown>;
  payment: string;
  isPaid: boolean;
  at: Date;
};

export type Provider = {
  /** Settings of the servers that lead them to it. */
  settings: Record<string, string>;
  /** Pays the orders that come and tells of it, until the run is over. */
  play(over: AbortSignal): Promise<void>;
  /** Sends what was not taken yet. @returns what is never taken */
  settle(): Promise<string[]>;
  close(): Promise<void>;
};

/**
 * A provider of hosted payments. Members pay each order at once, a few pay nothing; its notices come doubled, late and in another order,
 * and are sent again until a server takes them, as Stripe does.
 */
export const startProvider = async ({
  urls,
  notices: { again, later },
  random,
  history,
  now,
}: {
  urls: () => readonly string[];
  notices: Plan['notices'];
  random: Random;
  history: History;
  now: RunClock;
}): Promise<Provider> => {
  // An hour behind, so that a server whose clock was turned back still orders sessions that last long enough.
  const stripe = await startStripeServer(() => new Date(Date.now() - 3_600_000));
  const sender: Sender = createSender('provider', history, now);
  const paid = new Set<string>();
  let count = 0;
  let turn = 0;

  const eventOf = ({ type, id, session, payment, isPaid, at }: Notice): string =>
    JSON.stringify({
      id,
      object: 'event',
      type,
      created: Math.floor(at.getTime() / 1_000),
      livemode: false,
      data: {
        object: {
          ...session,
          mode: 'payment',
          currency: 'usd',
          payment_status: isPaid ? 'paid' : 'unpaid',
          payment_intent: payment,
          metadata: { currency: 'PLAY' },
        },
      },
    });
  const deliver = async (notice: Notice): Promise<void> => {
    const { type, id, session, payment, isPaid } = notice;
    const body = eventOf(notice);
    const amount = (Number(session['amount_total']) / 100).toFixed(2);
    const recharge = String(session['client_reference_id']);
    const send = async () => {
      const list = urls();
      const answer = await fetch(`${list[turn++ % list.length]}${noticePath}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'stripe-signature': signNotice(secret, Buffer.from(body), new Date()),
        },
        body,
      });
      if (!answer.ok) throw new NotAnswered(`status ${answer.status}`);
      return { what: 'done' as const };
    };
    const key = isPaid ? id : `${id} ${type}`;
    await sender.send({
      key,
      asked: { what: 'notice', recharge, payment: isPaid ? payment : '', amount },
      send,
    });
  };
  /** The notices about one payment, in the order in which they come. */
  const noticesOf = (session: Record<string, unknown>): Notice[] => {
    const n = count++;
    const one = (type: string, isPaid: boolean): Notice => ({
      type: `checkout.session.${type}`,
      id: `evt_${n}_${type}`,
      session,
      payment: `pi_${n}`,
      isPaid,
      at: new Date(),
    });
    const list = random.chance(0.3)
      ? [one('completed', false), one('async_payment_succeeded', true)]
      : [one('completed', true)];
    // Nonsense that providers send: the end of an order that is paid.
    if (random.chance(0.2)) list.push(one('expired', false));
    return list.flatMap((notice) => (random.chance(again) ? [notice, notice] : [notice]));
  };
  const waiting: Notice[] = [];

  return {
    settings: {
      STRIPE_SECRET_KEY: stripeKey,
      STRIPE_WEBHOOK_SECRETS: secret,
      STRIPE_API_URL: stripe.url,
    },
    play: async (over) => {
      while (!over.aborted) {
        await wait(150);
        for (const [id, session] of stripe.sessions) {
          if (paid.has(id)) continue;
          paid.add(id);
          if (random.chance(0.9)) waiting.push(...noticesOf(session));
        }
        const next = random.chance(later) ? waiting.pop() : waiting.shift();
        if (next !== undefined) await deliver(next);
      }
    },
    settle: async () => {
      for (const notice of waiting) await deliver(notice);
      return sender.settle();
    },
    close: () => stripe.close(),
  };
};
