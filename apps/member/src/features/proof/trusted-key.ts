import { get, set } from 'idb-keyval';

/** The key of the log that this device saw first. */
const pinKey = 'log key';

/**
 * The key of the log that this device trusts: the one that it saw first.
 * @param given by the house now; it is taken where the device knows none
 */
export const trustedKey = async (given: string): Promise<string> => {
  const pinned = await get<string>(pinKey).catch(() => undefined);
  if (pinned !== undefined) return pinned;
  // Where the browser keeps nothing, the key of the house is all there is.
  if (given !== '') await set(pinKey, given).catch(() => undefined);
  return given;
};
