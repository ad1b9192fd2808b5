import type { OpenDevice } from '@touchline/contract/shapes/account';
import Bowser from 'bowser';
import type { OpenSessionRow } from '../session-queries.ts';

/** As much of a user agent as is kept with a session. */
export const userAgentMax = 300;

/** Browser and system as a user agent tells them; nothing is made up where it does not. */
export const deviceOf = (userAgent: string): Pick<OpenDevice, 'browser' | 'system'> => {
  if (userAgent === '') return {};
  // As much as is kept with a session: the same browser reads the same before and after.
  const { browser, os } = Bowser.parse(userAgent.slice(0, userAgentMax));
  return {
    ...(browser.name === undefined || browser.name === '' ? {} : { browser: browser.name }),
    ...(os.name === undefined || os.name === '' ? {} : { system: os.name }),
  };
};

/**
 * The network of an address without its last part: "203.0.113.x", "2001:db8:1:x".
 * @param address as addressKey writes it
 */
export const networkOf = (address: string): string => {
  const six = /^(.*):[^:]*::\/64$/.exec(address)?.[1];
  if (six !== undefined) return `${six}:x`;
  const four = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address)?.[1];
  return four === undefined ? 'x' : `${four}.x`;
};

/** A session as its member sees it. */
export const toOpenDevice = (row: OpenSessionRow, currentId: string): OpenDevice => ({
  id: row.id,
  current: row.id === currentId,
  ...deviceOf(row.user_agent),
  address: networkOf(row.address),
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at.toISOString(),
});
