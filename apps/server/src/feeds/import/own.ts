import type { GoalMeans } from '@touchline/football/scoring-rates';
import { newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import type { KnownNames } from '../../catalogue/index.ts';
import type { MappedMatch } from './plan-match.ts';

/** The operators' own feed: matches they make by hand, and those of their files. */
export const OWN_FEED = 'office';

/** An operator's input for a match. */
export type OwnMatch = {
  competitionId: string;
  homeId: string;
  awayId: string;
  neutral: boolean;
  stage?: string | undefined;
  kickOff: Date;
  means?: GoalMeans | undefined;
};

/** No match is made further ahead than this. */
const AHEAD_MS = 400 * 86_400_000;

/**
 * An operator's match in the form of a feed's.
 * @throws Refused `not_found` for an unknown team or competition, `validation`
 */
export const mapOwn = (of: OwnMatch, { names, now }: { names: KnownNames; now: Date }): MappedMatch => {
  const { competitionId, homeId, awayId, neutral, stage, kickOff, means } = of;
  const [home, away] = [homeId, awayId].map((id) => names.teams.find((team) => team.id === id));
  if (!home || !away || !names.competitions.some(({ id }) => id === competitionId)) {
    throw new Refused('not_found');
  }
  if (homeId === awayId) throw new Refused('validation', { rules: { away: 'choice' } });
  const aheadMs = kickOff.getTime() - now.getTime();
  if (!(aheadMs > 0 && aheadMs < AHEAD_MS)) throw new Refused('validation', { rules: { kickOff: 'range' } });
  const isPlayable = (mean: number) => mean >= 0.05 && mean <= 6;
  if (means && !(isPlayable(means.homeMean) && isPlayable(means.awayMean))) {
    throw new Refused('validation', { rules: { goals: 'range' } });
  }
  return {
    // The same match made twice at once has the same reference, and is made once.
    ref: `own|${competitionId}|${homeId}|${awayId}|${kickOff.toISOString()}`,
    names: `${home.name} – ${away.name}, ${kickOff.toISOString().slice(0, 10)}`,
    competitionId,
    homeId,
    awayId,
    neutral,
    stage,
    kickOff,
    isTimeKnown: true,
    feedStatus: { status: 'scheduled' },
    prices: means && { means, basis: { kind: 'trader' } },
  };
};

/** The reference of a match whose usual one belongs to a match that has moved away since. */
export const otherRef = ({ ref }: MappedMatch): string => `${ref}|${newId()}`;

/** A kick-off that moves by more makes another match of it: earlier bets are void by the published rules. */
const FAR_MS = 48 * 3_600_000;

/**
 * Whether an operator may move a kick-off.
 * @throws Refused `forbidden` for another feed's match, `outdated`, `closed`, `validation`
 */
export const checkMove = (
  event: { feed: string; state: string; kickOff: Date },
  { from, to, now }: { from: Date; to: Date; now: Date },
): void => {
  if (event.feed !== OWN_FEED) throw new Refused('forbidden');
  if (event.kickOff.getTime() !== from.getTime()) throw new Refused('outdated');
  if (event.state !== 'scheduled' || event.kickOff <= now) throw new Refused('closed');
  const byMs = Math.abs(to.getTime() - from.getTime());
  if (!(byMs > 0 && byMs <= FAR_MS && to > now)) throw new Refused('validation', { rules: { to: 'range' } });
};
