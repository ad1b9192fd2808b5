import { dayMs } from '@touchline/contract/durations';
import { expect } from 'vitest';
import { newId } from '../../core/ids.ts';
import { officeCases } from '../../testing/access-cases/office-cases.ts';
import type { Fields } from '../../testing/access-cases/kinds.ts';
import type { Rows } from './kinds.ts';
import type { WatchedSite } from './watched-site.ts';

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

/** What is offered, and the matches themselves. */
export const matchesRows = (site: () => WatchedSite): Rows => {
  const cases = officeCases(site);
  const atOnce = { not: 'a trader does it alone and at once; bets are settled by nothing of it' };
  const changesNothing = { not: 'it changes nothing' };
  const noFeed = { not: 'it says nothing a feed could have said otherwise' };

  let told = '';
  const recordOf = async (id: string): Promise<Fields> =>
    site().askAs(await site().one('trader', 7), 'officeEventDetail', { id });
  /** A match of clubs that have none with each other yet. */
  let pairs = 0;
  const fixture = async (): Promise<Fields> => {
    const trader = await site().one('trader', 7);
    const { list } = await site().askAs(trader, 'officeClubList', { limit: 100 });
    const [home, away] = [list[2 * pairs], list[2 * pairs++ + 1]];
    const kickOff = later().toISOString();
    return { competition: 'test', home: home?.id, away: away?.id, kickOff, reason };
  };
  const own = async (): Promise<{ event: string; from: string }> => {
    const given = await fixture();
    const made = await site().askAs(await site().one('trader', 7), 'officeEventAdd', given);
    return {
      event: String(Object(Object(made.event).event).id ?? Object(made.event).id),
      from: String(given.kickOff),
    };
  };
  const move = async (): Promise<Fields> => {
    const of = await own();
    return { ...of, to: new Date(Date.parse(of.from) + 3_600_000).toISOString(), reason };
  };
  const previewed = async (file: Fields): Promise<Fields> => {
    const { hash } = await site().askAs(await site().one('trader', 7), 'officeImportPreview', file);
    return { ...file, hash, reason };
  };

  return {
    officeOfferPreview: {
      role: 'trader',
      own: changesNothing,
      twice: changesNothing,
      stale: changesNothing,
      input: () => cases.officeOfferPreview.input(''),
      forged: { id: { reason: 'not_found' } },
      words: changesNothing,
      against: noFeed,
    },
    officeOfferSave: {
      role: 'trader',
      own: atOnce,
      against: noFeed,
      input: () => cases.officeOfferSave.input(''),
      twice: { losers: ['outdated'] },
      stale: {
        input: async (by) => {
          const given = Object(await cases.officeOfferSave.input(''));
          await site().askAs(by, 'officeOfferSave', given);
          return given;
        },
        reason: 'outdated',
      },
      forged: { id: { reason: 'not_found' } },
      words: ['reason'],
    },
    officeImportPreview: {
      own: changesNothing,
      twice: changesNothing,
      stale: changesNothing,
      input: () => cases.officeImportPreview.input(''),
      forged: { not: 'a competition nobody knows is a question, not a refusal' },
      words: ['name'],
      against: changesNothing,
    },
    officeImportApply: {
      own: { not: 'matches are made at once, and results are proposals that another decides' },
      input: () => previewed(fileOf(later())),
      twice: {
        losers: ['outdated'],
        same: 'each change is done once, and the second call answers which were left',
      },
      stale: {
        input: async (by) => {
          const given = await previewed(fileOf(later()));
          await site().askAs(by, 'officeImportApply', given);
          return given;
        },
        reason: 'outdated',
      },
      forged: { hash: { reason: 'outdated' } },
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
          await site().askAs(await site().one('trader', 7), 'officeResultDecide', confirm);
          told = event;
          const played = new Date(Math.floor(Date.now() / dayMs) * dayMs - 2.5 * dayMs);
          return previewed(fileOf(played, clubsOf, '1,3,1,1'));
        },
        // The import succeeds, and its result is a proposal in addition to what the feed reported.
        judge: async ({ code }) => {
          expect(code).toBe(1);
          expect((await recordOf(told)).results).toMatchObject([
            { version: 2, state: 'proposed', flag: 'contradicts_confirmed' },
            { version: 1, state: 'confirmed', counts: true },
          ]);
        },
      },
    },
    officeNameExplain: {
      own: atOnce,
      against: noFeed,
      input: () => cases.officeNameExplain.input(''),
      twice: { not: 'a name means what was said last, and each is on record' },
      stale: { not: 'a name means what was said last' },
      forged: { means: { reason: 'not_found' } },
      words: ['name'],
    },
    officeEventAdd: {
      own: atOnce,
      against: noFeed,
      input: fixture,
      twice: { losers: ['match_exists'] },
      stale: { not: 'it is made of nothing that was there before' },
      forged: {
        competition: { reason: 'not_found' },
        home: { reason: 'not_found' },
        away: { reason: 'not_found' },
      },
      words: ['stage', 'reason'],
    },
    officeEventMove: {
      own: atOnce,
      against: noFeed,
      input: move,
      twice: { losers: ['outdated'] },
      stale: {
        input: async (by) => {
          const given = await move();
          await site().askAs(by, 'officeEventMove', given);
          return given;
        },
        reason: 'outdated',
      },
      forged: {
        event: { reason: 'not_found', values: async () => [newId(), site().owner.id, 'x', "' or 1=1 --"] },
      },
      words: ['reason'],
    },
  };
};
