import Bowser from 'bowser';

/** As much of a user agent as is kept with a session. */
export const userAgentMax = 300;

/** Browser and system of a user agent; nothing is guessed where it does not name them. */
export const deviceOf = (
  userAgent: string,
): { browser?: string | undefined; system?: string | undefined } => {
  if (userAgent === '') return {};
  // As much as is kept with a session: the same browser reads the same before and after.
  const { browser, os } = Bowser.parse(userAgent.slice(0, userAgentMax));
  return {
    browser: browser.name === undefined || browser.name === '' ? undefined : browser.name,
    system: os.name === undefined || os.name === '' ? undefined : os.name,
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
