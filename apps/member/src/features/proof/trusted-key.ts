import { deviceStorage } from '../../lib/device-storage.ts';

/** The key of the log that this device saw first. */
const pinKey = 'log key';
const storage = deviceStorage<string>();

/**
 * The key of the log that this device trusts: the one that it saw first.
 * @param given by the house now; it is taken where the device knows none
 */
export const trustedKey = async (given: string): Promise<string> => {
  const pinned = await storage.get(pinKey);
  if (pinned !== undefined) return pinned;
  if (given !== '') await storage.set(pinKey, given);
  return given;
};
