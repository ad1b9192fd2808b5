import { asText } from '@touchline/client/values';
import { createStore } from '@touchline/kit/store';

const known = /^[A-Za-z0-9_-]{16,64}$/;

const deviceStore = createStore<string | undefined>({
  key: 'device',
  parse: (stored) => {
    const id = asText(stored);
    return id !== undefined && known.test(id) ? id : undefined;
  },
});

/** The name of this browser when a member signs in or registers: drawn once and kept. */
export const deviceId = (): string => {
  const stored = deviceStore.reload();
  if (stored !== undefined) return stored;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  deviceStore.write(id);
  return id;
};
