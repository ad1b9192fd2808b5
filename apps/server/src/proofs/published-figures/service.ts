import type { HousePage } from '@touchline/contract/shapes/house';
import type { MatchTotals } from '../../betting/index.ts';
import type { PublicLog } from '../log/service.ts';
import type { DayFacts } from './day-facts.ts';
import type { HouseDesk } from './desk.ts';
import type { FoldService } from './fold-service.ts';

/** What the house publishes of itself: the facts, the figures they lead to, and what is behind them. */
export class House {
  readonly page: () => Promise<HousePage>;
  /** For operators. */
  readonly desk: Pick<HouseDesk, 'days' | 'matches'>;
  readonly #days: DayFacts;
  readonly #fold: FoldService;
  readonly #matchTotals: MatchTotals;
  readonly #publicLog: Pick<PublicLog, 'indexOf'>;

  constructor(of: {
    page: () => Promise<HousePage>;
    desk: Pick<HouseDesk, 'days' | 'matches'>;
    days: DayFacts;
    fold: FoldService;
    matchTotals: MatchTotals;
    publicLog: Pick<PublicLog, 'indexOf'>;
  }) {
    this.page = of.page;
    this.desk = of.desk;
    this.#days = of.days;
    this.#fold = of.fold;
    this.#matchTotals = of.matchTotals;
    this.#publicLog = of.publicLog;
  }

  /** Puts the totals of matches that were paid into the log, each behind its ruling. */
  async addMatches(): Promise<void> {
    for (const run of await this.#matchTotals.due()) {
      // An auditor grades by what the log has said before.
      const ruling = await this.#publicLog.indexOf({ kind: 'ruling', id: `${run.eventId}:${run.version}` });
      if (ruling !== undefined) await this.#matchTotals.add(run);
    }
  }

  /** Puts the sums of days that are over into the log. @returns these days */
  addDays(): Promise<string[]> {
    return this.#days.addDue();
  }

  /** Takes new entries of the log into the figures. @returns how many */
  fold(): Promise<number> {
    return this.#fold.turn();
  }
}
