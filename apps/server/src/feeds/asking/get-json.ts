/** The result of a call. `at` is when the answer was made, by its own headers where possible. */
export type JsonAnswer =
  | { ok: true; body: unknown; at: Date; headers: Headers }
  | {
      ok: false;
      why: Failure;
      status?: number | undefined;
      retryAfterMs?: number | undefined;
      headers?: Headers | undefined;
    };
type Failure = 'timeout' | 'unreachable' | 'status' | 'too_large' | 'not_json';

export type JsonClientOptions = {
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  /** Limit for the whole answer. */
  timeoutMs: number;
  bytesMax: number;
  now: () => Date;
};

/** Answers kept for requests with their ETag. */
const KEPT_MAX = 64;

/**
 * Requests JSON from an HTTP service. Never throws for a failure of the service: silence, and an answer that
 * is truncated, too large or malformed, are failures with a name. An answer with an ETag is requested again
 * by it.
 */
export class JsonClient {
  readonly #options: JsonClientOptions;
  readonly #kept = new Map<string, { etag: string; body: unknown }>();

  constructor(options: JsonClientOptions) {
    this.#options = options;
  }

  /** Requests a path. @returns the answer, or the failure by its name */
  async get(path: string, query: Readonly<Record<string, string>>): Promise<JsonAnswer> {
    const { baseUrl, timeoutMs } = this.#options;
    const url = new URL(path, baseUrl);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const known = this.#kept.get(url.href);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url, {
        headers: { ...this.#options.headers, ...(known !== undefined && { 'if-none-match': known.etag }) },
        // A redirect would carry the key to another host.
        redirect: 'error',
        signal,
      });
      return await this.#read(url.href, response, known?.body);
    } catch {
      return { ok: false, why: signal.aborted ? 'timeout' : 'unreachable' };
    }
  }

  async #read(url: string, response: Response, known: unknown): Promise<JsonAnswer> {
    const { bytesMax, now } = this.#options;
    const { status, headers } = response;
    if (status === 304 && known !== undefined) {
      await response.body?.cancel();
      return { ok: true, body: known, at: madeAt(headers, now()), headers };
    }
    if (status !== 200) {
      await response.body?.cancel();
      const retryAfterMs = readRetryAfter(headers.get('retry-after'), now());
      return { ok: false, why: 'status', status, headers, retryAfterMs };
    }
    const text = await readText(response, bytesMax);
    if (text === undefined) return { ok: false, why: 'too_large', headers };
    const body = parse(text);
    if (body === undefined) return { ok: false, why: 'not_json', headers };
    this.#keep(url, headers.get('etag'), body);
    return { ok: true, body, at: madeAt(headers, now()), headers };
  }

  #keep(url: string, etag: string | null, body: unknown): void {
    this.#kept.delete(url);
    if (etag === null) return;
    this.#kept.set(url, { etag, body });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** How long to wait by a Retry-After header: seconds, or the time of day. Undefined without a usable one. */
export const readRetryAfter = (text: string | null, now: Date): number | undefined => {
  if (text === null) return undefined;
  if (/^\d{1,6}$/.test(text.trim())) return Number(text) * 1_000;
  const at = /^[A-Za-z]{3}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
};

/** When an answer was made. A clock that is ahead of ours is ignored. */
const madeAt = (headers: Headers, now: Date): Date => {
  const at = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(at) || at > now.getTime() ? now : new Date(at);
};

const parse = (text: string): unknown => {
  try {
    const body: unknown = JSON.parse(text);
    return body;
  } catch {
    return undefined;
  }
};

/** The text of an answer, undefined when there is more than `bytesMax` of it. */
const readText = async (response: Response, bytesMax: number): Promise<string | undefined> => {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
};
