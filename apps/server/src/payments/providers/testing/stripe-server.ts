import { createServer } from 'node:http';

type StripeCall = {
  method: string;
  path: string;
  fields: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
};
/** How the next answer goes wrong. */
export type Trouble = {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  text?: string;
  isSilent?: boolean;
  /** Does the work, then loses the answer. */
  isLost?: boolean;
};

type Session = { id: string; status: 'open' | 'complete' | 'expired'; [field: string]: unknown };

export type StripeServer = {
  url: string;
  calls: StripeCall[];
  sessions: Map<string, Session>;
  /** The faults of the next answers, one each; later answers are good. */
  trouble(...next: Trouble[]): void;
  close(): Promise<void>;
};

const key = 'sk_test_1234567890abcdef';
const refusal = (type: string, code?: string) => ({ error: { type, code, message: 'No.', param: 'x' } });

/**
 * A server with the documented part of Stripe's API that Checkout needs: form-encoded calls under a key,
 * answers kept by idempotency key, sessions that can be made, read and ended.
 */
export const startStripeServer = async (now: () => Date): Promise<StripeServer> => {
  const calls: StripeCall[] = [];
  const sessions = new Map<string, Session>();
  const kept = new Map<string, { asked: string; status: number; body: unknown }>();
  const troubles: Trouble[] = [];

  const create = (fields: URLSearchParams): { status: number; body: unknown } => {
    const seconds = Number(fields.get('expires_at')) - now().getTime() / 1_000;
    if (seconds < 30 * 60 || seconds > 24 * 3_600)
      return { status: 400, body: refusal('invalid_request_error') };
    const id = `cs_test_${sessions.size + 1}`;
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      livemode: false,
      payment_status: 'unpaid',
      client_reference_id: fields.get('client_reference_id'),
      amount_total: Number(fields.get('line_items[0][price_data][unit_amount]')),
      url: `https://checkout.stripe.com/c/pay/${id}`,
    };
    sessions.set(id, session);
    return { status: 200, body: session };
  };
  const work = ({ method, path, fields }: StripeCall): { status: number; body: unknown } => {
    if (method === 'POST' && path === '/v1/checkout/sessions') return create(fields);
    const [, id = '', act] = /^\/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(path) ?? [];
    const session = sessions.get(id);
    if (session === undefined) {
      return { status: 404, body: refusal('invalid_request_error', 'resource_missing') };
    }
    if (method === 'GET') return { status: 200, body: session };
    if (act === undefined || session.status !== 'open') {
      return { status: 400, body: refusal('invalid_request_error') };
    }
    session.status = 'expired';
    return { status: 200, body: session };
  };
  const answer = (call: StripeCall): { status: number; body: unknown } => {
    if (call.headers['authorization'] !== `Bearer ${key}`) {
      return { status: 401, body: refusal('invalid_request_error') };
    }
    const name = call.headers['idempotency-key'];
    if (call.method !== 'POST' || typeof name !== 'string') return work(call);
    const asked = `${call.path} ${call.fields.toString()}`;
    const known = kept.get(name);
    if (known) return known.asked === asked ? known : { status: 400, body: refusal('idempotency_error') };
    const done = work(call);
    kept.set(name, { asked, ...done });
    return done;
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const fields = new URLSearchParams(Buffer.concat(chunks).toString());
      const call = { method, path: url, fields, headers };
      calls.push(call);
      const { status, headers: more = {}, body, text, isSilent, isLost } = troubles.shift() ?? {};
      if (isSilent) return;
      if (isLost) {
        answer(call);
        response.destroy();
        return;
      }
      const right =
        status === undefined && body === undefined && text === undefined ? answer(call) : undefined;
      response.writeHead(right?.status ?? status ?? 200, { 'content-type': 'application/json', ...more });
      response.end(text ?? JSON.stringify(right?.body ?? body ?? refusal('api_error')));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    calls,
    sessions,
    trouble: (...next) => void troubles.push(...next),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

/** The key the server knows. */
export const stripeKey = key;
