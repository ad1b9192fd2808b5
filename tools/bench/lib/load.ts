import autocannon, { type Client, type Request } from 'autocannon';

/** What a load asks for: who calls (each connection has its own members) and what it sends. */
export type Load = {
  port: number;
  connections: number;
  /** How much is sent. */
  until: { seconds: number } | { requests: number };
  tokens: readonly string[];
  path: string;
  /** The body of the `n`th request, sent by a member: its place in `tokens`. */
  body: (n: number, member: number) => string;
  /** Headers of the `n`th request in addition to those of every member's call. */
  headers?: (n: number, body: string) => Record<string, string>;
  /** Called for each request that was answered with code 1. */
  onAccepted?: (n: number) => void;
  /** Number of the first request. */
  from: number;
};

/** Results of a load. */
export type Loaded = {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers with code 1. */
  accepted: number;
  /** Answers with any other code or status, time-outs and broken connections. */
  refused: number;
  /** Number of the request that would have come next. */
  next: number;
};

/** Keeps `connections` busy with one request each. Every answer is read, and counted by its code. */
export const runLoad = async (load: Load): Promise<Loaded> => {
  let accepted = 0;
  let refused = 0;
  let connection = 0;
  let next = load.from;
  // autocannon's own histogram counts whole milliseconds.
  const latenciesMs: number[] = [];

  const setupClient = (client: Client): void => {
    const index = connection++;
    const own = load.tokens
      .map((token, member) => ({ token, member }))
      .filter((_, i) => i % load.connections === index);
    let count = 0;
    let sentMs = 0;
    let sent = 0;
    const request: Request = {
      method: 'POST',
      path: load.path,
      setupRequest: (blank) => {
        count += 1;
        sentMs = performance.now();
        const { token, member } = own[count % own.length] ?? { token: '', member: 0 };
        sent = next++;
        const body = load.body(sent, member);
        return {
          ...blank,
          headers: {
            'content-type': 'application/json',
            'accept-language': 'en',
            'ba-user-token': token,
            ...load.headers?.(sent, body),
          },
          body,
        };
      },
      onResponse: (status, body) => {
        latenciesMs.push(performance.now() - sentMs);
        if (status === 200 && body.startsWith('{"code":1,')) {
          accepted += 1;
          load.onAccepted?.(sent);
        } else refused += 1;
      },
    };
    client.setRequests([request]);
  };

  const result = await autocannon({
    url: `http://127.0.0.1:${load.port}`,
    connections: load.connections,
    ...('seconds' in load.until ? { duration: load.until.seconds } : { amount: load.until.requests }),
    timeout: 120,
    setupClient,
  });
  const sorted = Float64Array.from(latenciesMs).toSorted();
  const quantile = (q: number): number =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0).toFixed(2));
  return {
    perSecond: Math.round(accepted / result.duration),
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    accepted,
    refused: refused + result.errors + result.timeouts,
    next,
  };
};
