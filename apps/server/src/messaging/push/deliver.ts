import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import webPush from 'web-push';
import { isEndpoint, publicLookup } from './endpoint.ts';
import type { PushKeys } from './keys.ts';

/** A browser as it subscribed. */
export type Subscription = { endpoint: string; p256dh: string; auth: string };

/** What the browser shows. */
export type PushMessage = {
  title: string;
  body: string;
  link?: string;
  /** A later message with the same id replaces an earlier one. */
  id?: string;
};

/** `gone`: the subscription has ended. `refused`: the service will never accept the message. */
type Delivered = 'sent' | 'gone' | 'refused' | 'failed';

export type Deliver = (
  to: Subscription,
  message: PushMessage,
  /** For how long a push service keeps it, unless a day. */
  options?: { keptSeconds?: number | undefined },
) => Promise<Delivered>;

/** Length of the secret that a browser shares with the senders of its pushes. */
const authBytes = 16;

/** Seconds for which a push service keeps a message for a browser that is offline. */
const daySeconds = 24 * 60 * 60;

const outcomes = new Map<number, Delivered>([
  ...([404, 410] as const).map((status) => [status, 'gone'] as const),
  ...([400, 401, 403, 413] as const).map((status) => [status, 'refused'] as const),
]);

/**
 * Sends a message to one browser, encrypted for it alone. Redirects are not followed, and the body of the answer is not read.
 * @param contact the contact of the site for push services: mailto: or https:
 * @param loopback also sends to 127.0.0.1, for tests
 */
export const createDeliver = ({
  keys,
  contact,
  timeoutMs,
  loopback,
}: {
  keys: PushKeys;
  contact: string;
  timeoutMs: number;
  loopback: boolean;
}): Deliver => {
  const post = (to: Subscription, message: PushMessage, TTL: number): Promise<Delivered> => {
    const details = webPush.generateRequestDetails(
      { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
      JSON.stringify(message),
      { vapidDetails: { subject: contact, ...keys }, TTL, urgency: 'normal' },
    );
    const url = new URL(details.endpoint);
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const request = open(
        url,
        {
          method: details.method,
          headers: { ...details.headers },
          agent: false,
          signal: AbortSignal.timeout(timeoutMs),
          lookup: loopback ? undefined : publicLookup,
        },
        (response) => {
          const status = response.statusCode ?? 0;
          response.destroy();
          resolve(status >= 200 && status < 300 ? 'sent' : (outcomes.get(status) ?? 'failed'));
        },
      );
      request.on('error', reject);
      request.end(details.body);
    });
  };

  return async (to, message, { keptSeconds = daySeconds } = {}) => {
    // Checked again, because the endpoint may have been stored under older rules.
    if (!isEndpoint(to.endpoint, { loopback })) return 'refused';
    try {
      return await post(to, message, keptSeconds);
    } catch {
      return 'failed';
    }
  };
};

/** Whether a message can be encrypted with the keys of a browser. */
export const areKeys = (given: { p256dh: string; auth: string }): boolean => {
  if (Buffer.from(given.auth, 'base64url').length !== authBytes) return false;
  try {
    webPush.encrypt(given.p256dh, given.auth, 'x', 'aes128gcm');
    return true;
  } catch {
    return false;
  }
};
