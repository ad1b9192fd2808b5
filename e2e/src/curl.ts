/** An answer as it came over the wire. */
export type Answer = {
  status: number;
  type: string;
  text: string;
  code: unknown;
  msg: unknown;
  data: unknown;
};

/** What a person would type: one request, nothing kept between two of them. */
export type Curl = (
  method: string,
  path: string,
  options?: { token?: string; body?: unknown; lan?: string },
) => Promise<Answer>;

const envelopeOf = (text: string, type: string): { code: unknown; msg: unknown; data: unknown } => {
  const value: unknown = type.startsWith('application/json') ? JSON.parse(text) : undefined;
  const fields: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {};
  return { code: fields.code, msg: fields.msg, data: fields.data };
};

/** Plain requests to a server. @param url where it listens, without a slash at the end */
export const curlAt =
  (url: string): Curl =>
  async (method, path, { token, body, lan = 'en' } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        'accept-language': lan,
        ...(token === undefined ? {} : { 'ba-user-token': token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, text, ...envelopeOf(text, type) };
  };
