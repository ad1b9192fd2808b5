import { parseAmount } from '@touchline/money/amount';
import type { Config } from '../../core/config/config.ts';

/** The most the house may lose, in minor units; Infinity where there is no cap. */
export type Caps = {
  readonly site: number;
  readonly competition: number;
  readonly event: number;
  readonly market: number;
  readonly selection: number;
  /** To one member on one event. */
  readonly member: number;
};

const settings = {
  site: 'EXPOSURE_CAP_SITE',
  competition: 'EXPOSURE_CAP_COMPETITION',
  event: 'EXPOSURE_CAP_EVENT',
  market: 'EXPOSURE_CAP_MARKET',
  selection: 'EXPOSURE_CAP_SELECTION',
  member: 'EXPOSURE_CAP_MEMBER',
} as const satisfies Record<keyof Caps, keyof Config>;

/**
 * The caps, read from the settings each time; 0 is none. Whether there is a cap at all is decided at the
 * start, since the counting depends on it.
 * @param scale decimals of the currency
 */
export const capsOf = (config: Config, scale: number): Caps => {
  const cap = (of: keyof Caps): number => {
    const minor = parseAmount(config[settings[of]], scale);
    if (minor === undefined) throw new Error(`${settings[of]} "${config[settings[of]]}" is no amount`);
    return minor === 0n ? Infinity : Number(minor);
  };
  return {
    get site() {
      return cap('site');
    },
    get competition() {
      return cap('competition');
    },
    get event() {
      return cap('event');
    },
    get market() {
      return cap('market');
    },
    get selection() {
      return cap('selection');
    },
    get member() {
      return cap('member');
    },
  };
};

/**
 * The caps of a match: those of the match itself, its markets and selections are a share of the site's. What one member
 * may win is not: the statement that writes bets has it once for all of them.
 */
export const capsAt = (caps: Caps, shareBp: number): Caps => {
  const part = (minor: number): number =>
    minor === Infinity ? minor : Math.floor((minor * shareBp) / 10_000);
  return {
    site: caps.site,
    competition: caps.competition,
    event: part(caps.event),
    market: part(caps.market),
    selection: part(caps.selection),
    member: caps.member,
  };
};

export const noCaps: Caps = {
  site: Infinity,
  competition: Infinity,
  event: Infinity,
  market: Infinity,
  selection: Infinity,
  member: Infinity,
};
