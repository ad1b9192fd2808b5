import { parseAmount } from '@touchline/money/amount';
import type { Config } from '../../platform/config.ts';

/** The most the house may lose, in minor units; Infinity where there is no cap. */
export type Caps = {
  site: number;
  competition: number;
  event: number;
  market: number;
  selection: number;
  /** To one member on one event. */
  member: number;
};

const settings = {
  site: 'EXPOSURE_CAP_SITE',
  competition: 'EXPOSURE_CAP_COMPETITION',
  event: 'EXPOSURE_CAP_EVENT',
  market: 'EXPOSURE_CAP_MARKET',
  selection: 'EXPOSURE_CAP_SELECTION',
  member: 'EXPOSURE_CAP_MEMBER',
} as const satisfies Record<keyof Caps, keyof Config>;

/** Reads the caps from the settings; 0 is none. @param scale decimals of the currency */
export const capsOf = (config: Config, scale: number): Caps => {
  const cap = (of: keyof Caps): number => {
    const minor = parseAmount(config[settings[of]], scale);
    if (minor === undefined) throw new Error(`${settings[of]} "${config[settings[of]]}" is no amount`);
    return minor === 0n ? Infinity : Number(minor);
  };
  return {
    ...{ site: cap('site'), competition: cap('competition'), event: cap('event') },
    ...{ market: cap('market'), selection: cap('selection'), member: cap('member') },
  };
};

export const noCaps: Caps = {
  ...{ site: Infinity, competition: Infinity, event: Infinity },
  ...{ market: Infinity, selection: Infinity, member: Infinity },
};
