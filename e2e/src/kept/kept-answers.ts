import { readFileSync } from 'node:fs';
import type { RouteName } from '@touchline/contract/paths';
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

/** The answer of a page to a call, kept under the name of the call or another one. */
const keptPage = <N extends RouteName>(name: N, as: string = name): Static<(typeof routes)[N]['output']> =>
  Value.Parse(routes[name].output, pages[as]);

/** An answer that is kept in two languages; the others get the English one. */
const keptTexts = <N extends RouteName>(name: N) => {
  const texts = Value.Parse(Type.Object({ en: Type.Unknown(), ar: Type.Unknown() }), pages[name]);
  const { output } = routes[name];
  const [en, ar] = [Value.Parse(output, texts.en), Value.Parse(output, texts.ar)];
  return (_query: URLSearchParams, lan: Lan): Static<(typeof routes)[N]['output']> =>
    lan === 'ar' ? ar : en;
};

export const finishedMatches = keptPage('eventList', 'finished');
export const competitionDetail = keptPage('competitionDetail');
export const playedOfCompetition = keptPage('playedList', 'playedOfCompetition');
export const playedOfTeam = keptPage('playedList', 'playedOfTeam');
export const germany = keptPage('teamDetail');
export const search = keptPage('search');
export const moneyLogList = keptPage('moneyLogList');
export const betStatistics = keptPage('betStatistics');
export const securityInfo = keptPage('securityInfo');
export const sessionList = keptPage('sessionList');
export const pushInfo = keptPage('pushInfo');
export const activityList = keptPage('activityList');
export const levelList = keptTexts('levelList');
export const rules = keptTexts('rules');
export const terms = keptTexts('terms');
export const helpList = keptTexts('helpList');
export const supportList = keptTexts('supportList');
export const companyProfile = keptTexts('companyProfile');
