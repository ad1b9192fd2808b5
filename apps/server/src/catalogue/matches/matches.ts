import { type Event, EventState } from '@touchline/contract/shapes/football';
import { scoreGrid, type Grid } from '@touchline/football/grid';
import type { GoalMeans } from '@touchline/football/scoring-rates';
import type { Score } from '@touchline/football/score';
import { Value } from 'typebox/value';
import type { Queryable } from '../../core/database/database.ts';
import { isId } from '../../core/ids.ts';
import type { Reading } from '../../core/database/standby.ts';
import {
  type Board,
  type BoardEvent,
  fairGrid,
  isInPlay,
  type DatedBasis,
  shifted,
  toWireEvent,
} from '../../pricing/index.ts';
import {
  selectLastReplayed,
  selectMatchIdsOf,
  selectMatchesOfCompetition,
  selectMatchesOfTeams,
  type MatchRow,
} from './match-queries.ts';

/** The latest matches of a search that bets are looked for on. */
const idsMax = 2_000;

/** A match of this site. Its scores are there once it is over here and its result is in force. */
export type SiteMatch = {
  id: string;
  competition: string;
  stage?: string | undefined;
  home: string;
  away: string;
  neutral: boolean;
  kickOff: Date;
  state: EventState;
  replay: boolean;
  feedRef: string;
  awarded: boolean;
  ft?: Score | undefined;
  ht?: Score | undefined;
};

/** The fair expectation behind the prices of a match. */
export type Expectation = {
  means: GoalMeans;
  /** Before kick-off. */
  before: Grid;
  /** From the score and minute of now; undefined unless it is in play. */
  now?: Grid | undefined;
  basis?: DatedBasis | undefined;
};

const toSiteMatch = (row: MatchRow): SiteMatch => {
  const { ft_home: home, ft_away: away, ht_home: htHome, ht_away: htAway } = row;
  const isOver = row.state === 'finished' && home !== null && away !== null;
  return {
    id: row.id,
    competition: row.competition_id,
    stage: row.stage ?? undefined,
    home: row.home_id,
    away: row.away_id,
    neutral: row.neutral,
    kickOff: row.kick_off,
    state: Value.Parse(EventState, row.state),
    replay: row.replay,
    feedRef: row.feed_ref,
    awarded: row.kind === 'awarded',
    ft: isOver ? { home, away } : undefined,
    ht: isOver && htHome !== null && htAway !== null ? { home: htHome, away: htAway } : undefined,
  };
};

const byKickOff = (a: BoardEvent, b: BoardEvent): number =>
  a.kickOff.getTime() - b.kickOff.getTime() || (a.id < b.id ? -1 : 1);

/** Matches for the pages of football: played ones, coming ones, and their expected goals. */
export class SiteMatches {
  readonly #pool: Queryable;
  readonly #board: Board;
  readonly #reading: Reading;

  constructor({ pool, board, reading }: { pool: Queryable; board: Board; reading: Reading }) {
    this.#pool = pool;
    this.#board = board;
    this.#reading = reading;
  }

  /** All matches of a competition, by kick-off. */
  async ofCompetition(id: string): Promise<SiteMatch[]> {
    const rows = await this.#reading.read(this.#pool, (on) => selectMatchesOfCompetition(on, id));
    return rows.map(toSiteMatch);
  }

  /** All matches of some teams, by kick-off. */
  async ofTeams(ids: readonly string[]): Promise<SiteMatch[]> {
    return (await this.#reading.read(this.#pool, (on) => selectMatchesOfTeams(on, ids))).map(toSiteMatch);
  }

  /** What the replay calls the match that kicked off last; undefined before the first. */
  lastReplayed(): Promise<string | undefined> {
    return selectLastReplayed(this.#pool);
  }

  /** The matches of a competition or a team that are on or come next, with their prices. */
  next(of: { competition: string } | { team: string }, limit: number): Event[] {
    return this.#board
      .events()
      .filter(({ withheld = false, state }) => !withheld && (state === 'scheduled' || isInPlay(state)))
      .filter(({ competition, home, away }) =>
        'team' in of ? home.id === of.team || away.id === of.team : competition.id === of.competition,
      )
      .toSorted(byKickOff)
      .slice(0, limit)
      .map(toWireEvent);
  }

  /** Changes whenever a match of the last day ended or its result changed, in any process. */
  stamp(): string {
    const over = this.#board.events().filter(({ state }) => state !== 'scheduled' && !isInPlay(state));
    return `${over.length} ${over.reduce((last, { updatedAt }) => Math.max(last, updatedAt.getTime()), 0)}`;
  }

  /** Ids of the latest matches of some teams or competitions. */
  idsOf(of: { teams: readonly string[]; competitions: readonly string[] }): Promise<string[]> {
    return selectMatchIdsOf(this.#pool, of, idsMax);
  }

  /** A match by id; undefined when there is none. */
  async find(id: string): Promise<BoardEvent | undefined> {
    return isId(id) ? (await this.#board.lookup([id])).get(id) : undefined;
  }
}

/** What the prices of a match rest on; undefined while it has none. */
export const expectationOf = (event: BoardEvent): Expectation | undefined => {
  const means = shifted(event.means, event.rule?.shift);
  if (means === undefined) return undefined;
  return {
    means,
    before: scoreGrid(means),
    now: isInPlay(event.state) ? fairGrid(event) : undefined,
    basis: event.basis,
  };
};
