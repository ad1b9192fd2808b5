import { deep, exposureMs, read, type Read } from './read.ts';

type Ids = { event: string; over: string; competition: string };

/** What traders read. @param ids of a match to come, of one that is over, and of a competition */
export const tradingReads = ({ event, over, competition }: Ids): Read[] => [
  read('the day', 'officeToday'),
  read('matches', 'officeEventList'),
  read('matches over', 'officeEventList', { state: 'finished', page: 5 }),
  read('matches of a team', 'officeEventList', { q: 'load' }),
  read('a match to come', 'officeEventDetail', { id: event }),
  read('a match that is over', 'officeEventDetail', { id: over }),
  read('history of prices', 'officePriceHistory', { event, market: '1x2', line: '' }),
  read('stops', 'officeStopList'),
  read('stops taken back', 'officeStopList', { past: true }),
  read('exposure by match', 'officeExposureList', {}, exposureMs),
  read('exposure of a match', 'officeExposureEvent', { id: event }, exposureMs),
  read('exposure after a half', 'officeExposureEvent', { id: event, ht: '1-0' }, exposureMs),
  read('biggest bets', 'officeBigBets'),
  read(`biggest bets, page ${deep}`, 'officeBigBets', { page: deep }),
  read('competitions', 'officeCompetitionList'),
  read('teams there are', 'officeClubList', { q: 'town' }),
  read('margins', 'officeOfferList'),
  read('margins of the site', 'officeOfferDetail', { scope: 'site' }),
  read('margins of a competition', 'officeOfferDetail', { scope: 'competition', id: competition }),
  read('margins of a match', 'officeOfferDetail', { scope: 'event', id: event }),
  read('earlier margins', 'officeOfferHistory', { scope: 'site' }),
];
