import { readFileSync } from 'node:fs';
import { routes } from '@touchline/contract/routes';
import { BetDetail } from '@touchline/contract/shapes/bet';
import { EventDetail } from '@touchline/contract/shapes/football';
import { Home } from '@touchline/contract/shapes/site';
import type { Lan } from '@touchline/locales/locales';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';

// What a server answered once, its times moved to the time of the samples.

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`answers/${name}.json`, import.meta.url), 'utf8'));

/** Reads an answer that was kept. @throws when it is no longer of its shape */
const kept = <T extends TSchema>(name: string, shape: T): Static<T> => Value.Parse(shape, read(name));

export const home = kept('home', Home);
export const eventDetail = kept('event-detail', EventDetail);
/** Bets in several states, each with its time line. */
export const bets = kept('bets', Type.Array(BetDetail));

const pages = Value.Parse(Type.Record(Type.String(), Type.Unknown()), read('pages'));

/** The answer of a page to a call, by the name it is kept under. */
const page = <T extends TSchema>(name: string, { output }: { output: T }): Static<T> =>
  Value.Parse(output, pages[name]);

/** An answer that is kept in two languages; the others get the English one. */
const texts = <T extends TSchema>(
  name: string,
  { output }: { output: T },
): ((query: URLSearchParams, lan: Lan) => Static<T>) => {
  const { en, ar } = Value.Parse(Type.Object({ en: Type.Unknown(), ar: Type.Unknown() }), pages[name]);
  const [english, arabic] = [Value.Parse(output, en), Value.Parse(output, ar)];
  return (_query, lan) => (lan === 'ar' ? arabic : english);
};

export const finishedMatches = page('finished', routes.eventList);
export const competitionDetail = page('competitionDetail', routes.competitionDetail);
export const playedOfCompetition = page('playedOfCompetition', routes.playedList);
export const playedOfTeam = page('playedOfTeam', routes.playedList);
export const germany = page('teamDetail', routes.teamDetail);
export const search = page('search', routes.search);
export const moneyLogList = page('moneyLogList', routes.moneyLogList);
export const betStatistics = page('betStatistics', routes.betStatistics);
export const securityInfo = page('securityInfo', routes.securityInfo);
export const sessionList = page('sessionList', routes.sessionList);
export const pushInfo = page('pushInfo', routes.pushInfo);
export const activityList = page('activityList', routes.activityList);
export const levelList = texts('levelList', routes.levelList);
export const rules = texts('rules', routes.rules);
export const terms = texts('terms', routes.terms);
export const helpList = texts('helpList', routes.helpList);
export const supportList = texts('supportList', routes.supportList);
export const companyProfile = texts('companyProfile', routes.companyProfile);
