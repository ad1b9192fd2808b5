import { dayMs } from '@touchline/contract/durations';
import { expect } from 'vitest';
import { newId } from '../../core/ids.ts';
import type { OwnedData } from '../scenarios/owned-data.ts';
import { nothing, type Fields, type OfficeCases } from './kinds.ts';

const reason = 'The list of the league';
let days = 2;
const later = (): Date => new Date(Math.floor(Date.now() / dayMs) * dayMs + (days += 6) * dayMs + 66_600_000);
const head = 'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG';
const clubs = ['Bayern Munich', 'RB Leipzig', 'Dortmund', 'Mainz', 'Freiburg', 'Augsburg', 'Wolfsburg'];
let files = 0;
/** Clubs that no file has had in this order. */
const pairing = (): string => {
  const nth = files++ % (clubs.length * (clubs.length - 1));
  const home = nth % clubs.length;
  return `${clubs[home]},${clubs[(home + 1 + Math.floor(nth / clubs.length)) % clubs.length]}`;
};
const fileOf = (at: Date, of = pairing(), score = ',,,') => {
  const row = `D1,${at.toISOString().slice(0, 10)},18:30,${of},${score}`;
  return { kind: 'results', name: 'league.csv', zone: 'UTC', text: `${head}\n${row}\n` };
};
const changesNothing = { not: 'it changes nothing' };

/** Cases of the calls about matches, competitions, clubs, and what is offered on them. */
export const matchCases = (site: () => OwnedData) => {
  const reading = { roles: ['trader', 'owner', 'auditor'], input: nothing } as const;
  const row = { own: { not: 'a trader does it alone and at once; it settles no bet' } };
  const trader = () => site().one('trader', 7);

  let contradicted = '';
  const recordOf = async (id: string) => site().askAs(await trader(), 'officeEventDetail', { id });
  const offer = async (): Promise<Fields> => ({
    scope: 'event',
    id: await site().match(),
    version: 0,
    reason,
    markets: [{ market: '1x2', marginBp: 450 }],
  });
  let pairs = 0;
  /** A match of clubs that have none with each other yet. */
  const fixture = async () => {
    const { list } = await site().askAs(await trader(), 'officeClubList', { limit: 100 });
    const [home, away] = [list[2 * pairs], list[2 * pairs++ + 1]];
    const kickOff = later().toISOString();
    return { competition: 'test', home: home?.id, away: away?.id, kickOff, reason };
  };
  const move = async (): Promise<Fields> => {
    const given = await fixture();
    const { event } = await site().askAs(await trader(), 'officeEventAdd', given);
    const to = new Date(Date.parse(given.kickOff) + 3_600_000).toISOString();
    return { event: event.id, from: given.kickOff, to, reason };
  };
  const previewed = async (file: Fields): Promise<Fields> => {
    const { hash } = await site().askAs(await trader(), 'officeImportPreview', file);
    return { ...file, hash, reason };
  };
  const schedule = () => previewed(fileOf(later()));

  const named = {
    roles: ['trader'],
    own: { not: 'a trader does it alone and at once' },
    twice: { losers: ['name_taken', 'outdated'] },
    forged: {
      id: { reason: 'not_found', values: () => Promise.resolve([newId(), 'no-club', 'no-cup']) },
    },
    words: ['reason'],
  } as const;
  const competition = () => ({ version: 0, name: `Cup ${newId()}`, zone: 'UTC', off: false, reason });
  const club = () => ({
    version: 0,
    name: `Club ${newId()}`,
    short: 'CLB',
    colours: ['#0a5c36', '#ffffff'],
    reason,
  });
  /** A change of one that exists, seen with a version that it does not have. */
  const unseen = async (name: 'officeCompetitionSave' | 'officeClubSave', make: () => Fields) => {
    const { id } = await site().askAs(await trader(), name, make());
    return { ...make(), id, version: 7 };
  };

  return {
    officeOfferList: reading,
    officeOfferDetail: { ...reading, input: () => ({ scope: 'site' }) },
    officeOfferPreview: {
      roles: ['trader', 'owner'],
      own: changesNothing,
      twice: changesNothing,
      stale: changesNothing,
      input: () => ({ scope: 'event', id: site().event, markets: [] }),
      forged: { id: 'not_found' },
      words: changesNothing,
    },
    officeOfferSave: {
      ...row,
      roles: ['trader', 'owner'],
      input: offer,
      twice: { losers: ['outdated'] },
      stale: async (by) => {
        const given = await offer();
        await site().askAs(by, 'officeOfferSave', given);
        return given;
      },
      forged: { id: 'not_found' },
      words: ['reason'],
    },
    officeOfferHistory: { ...reading, input: () => ({ scope: 'site' }) },
    officeCompetitionList: reading,
    officeCompetitionSave: {
      ...named,
      input: competition,
      stale: () => unseen('officeCompetitionSave', competition),
    },
    officeClubList: { ...reading, input: () => ({ q: 'One' }) },
    officeClubSave: { ...named, input: club, stale: () => unseen('officeClubSave', club) },
    officeImportPreview: {
      roles: ['trader'],
      own: changesNothing,
      twice: changesNothing,
      stale: changesNothing,
      input: () => ({ kind: 'results', name: 'test.csv', text: 'Date,HomeTeam,AwayTeam,FTHG,FTAG\n' }),
      forged: { not: 'an unknown competition is a question, not a refusal' },
      words: ['name'],
    },
    officeImportApply: {
      roles: ['trader'],
      own: { not: 'matches are made at once, and results are proposals that another decides' },
      input: schedule,
      twice: {
        losers: ['outdated'],
        same: 'each change is done once, and the second call answers which were left',
      },
      stale: async (by) => {
        const given = await schedule();
        await site().askAs(by, 'officeImportApply', given);
        return given;
      },
      forged: { hash: 'outdated' },
      words: ['reason'],
      against: {
        input: async (by) => {
          const [at, clubsOf] = [later(), pairing()];
          await site().askAs(by, 'officeImportApply', await previewed(fileOf(at, clubsOf)));
          const { pool } = site().database;
          const { rows } = await pool.query<{ id: string }>(
            `update event set kick_off = date_trunc('day', site_now()) - interval '53 hours 30 minutes', version = version + 1
             where kick_off = $1 and feed = 'office' returning id`,
            [at],
          );
          const event = rows[0]?.id ?? '';
          await site().modules.book.service.board.refresh([event]);
          const score = { ht: { home: 1, away: 0 }, ft: { home: 2, away: 1 } };
          await site().modules.book.service.events.rulings.recordResult(event, {
            ...score,
            source: 'feed one',
          });
          const { seen } = await recordOf(event);
          const confirm = { event, seen, version: 1, decision: 'confirm' };
          await site().askAs(await trader(), 'officeResultDecide', confirm);
          contradicted = event;
          const played = new Date(Math.floor(Date.now() / dayMs) * dayMs - 2.5 * dayMs);
          return previewed(fileOf(played, clubsOf, '1,3,1,1'));
        },
        // The import succeeds, and its result is a proposal in addition to what the feed reported.
        judge: async ({ code }) => {
          expect(code).toBe(1);
          expect((await recordOf(contradicted)).results).toMatchObject([
            { version: 2, state: 'proposed', flag: 'contradicts_confirmed' },
            { version: 1, state: 'confirmed', counts: true },
          ]);
        },
      },
    },
    officeNameExplain: {
      ...row,
      roles: ['trader'],
      input: () => ({ kind: 'competition', name: newId(), means: 'test' }),
      twice: { not: 'a name means what was said last, and each is logged' },
      stale: { not: 'a name means what was said last' },
      forged: { means: 'not_found' },
      words: ['name'],
    },
    officeEventAdd: {
      ...row,
      roles: ['trader'],
      input: fixture,
      twice: { losers: ['match_exists'] },
      stale: { not: 'it is made of nothing that was there before' },
      forged: { competition: 'not_found', home: 'not_found', away: 'not_found' },
      words: ['stage', 'reason'],
    },
    officeEventMove: {
      ...row,
      roles: ['trader'],
      input: move,
      twice: { losers: ['outdated'] },
      stale: async (by) => {
        const given = await move();
        await site().askAs(by, 'officeEventMove', given);
        return given;
      },
      forged: {
        event: { reason: 'not_found', values: async () => [newId(), site().owner.id, 'x', "' or 1=1 --"] },
      },
      words: ['reason'],
    },
  } satisfies OfficeCases;
};
