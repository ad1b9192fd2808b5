import type { CallInput } from '@touchline/contract/routes';

/**
 * The bytes of a key as browsers take it.
 * @param text base64url, as the server sends it
 */
export const keyBytes = (text: string): Uint8Array<ArrayBuffer> => {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
};

/** Bytes in base64url without padding, as the server takes them. */
export const keyText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Whether this browser can be pushed to at all. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** Whether the member, or the browser's own settings, forbid this site to show messages. */
export const isBlocked = (): boolean => Notification.permission === 'denied';

// The worker that keeps the app shows what is pushed as well (`public/push-sw.js`).
const script = (): URL => new URL('sw.js', document.baseURI);

const registered = async (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration(new URL('.', script()));

/** Where messages to this browser are sent now; undefined while push is off. */
export const currentEndpoint = async (): Promise<string | undefined> => {
  const subscription = await (await registered())?.pushManager.getSubscription();
  return subscription?.endpoint;
};

/**
 * Asks the member for permission and the browser for an address to push to.
 * @returns what the server needs; undefined when permission was not given
 * @throws when the browser cannot
 */
export const subscribe = async (publicKey: string): Promise<CallInput<'pushSave'> | undefined> => {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  await navigator.serviceWorker.register(script());
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: keyBytes(publicKey),
  });
  const [p256dh, auth] = [subscription.getKey('p256dh'), subscription.getKey('auth')];
  if (p256dh === null || auth === null) throw new Error('the browser gave no keys');
  return { endpoint: subscription.endpoint, p256dh: keyText(p256dh), auth: keyText(auth) };
};

/** Unsubscribes this browser: nothing reaches it any more, even if the server still lists it. */
export const unsubscribe = async (): Promise<void> => {
  const registration = await registered();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
};
