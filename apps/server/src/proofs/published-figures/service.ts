import type { HousePage } from '@touchline/contract/shapes/house';
import type { MatchTotals } from '../../betting/index.ts';
import type { PublicLog } from '../log/service.ts';
import type { DayFacts } from './day-facts.ts';
import type { HouseDesk } from './desk.ts';
import type { FoldService } from './fold-service.ts';

/** What the house publishes of itself: the facts, the figures they lead to, and what is behind them. */
export type House = HouseDesk & {
  page: () => Promise<HousePage>;
  /** Puts the totals of matches that were paid into the log, each behind its ruling. */
  addMatches: () => Promise<void>;
  addDays: DayFacts['addDue'];
  fold: FoldService['turn'];
};

export const createHouse = ({
  desk,
  page,
  days,
  fold,
  matchTotals,
  publicLog,
}: {
  desk: HouseDesk;
  page: () => Promise<HousePage>;
  days: DayFacts;
  fold: FoldService;
  matchTotals: MatchTotals;
  publicLog: Pick<PublicLog, 'indexOf'>;
}): House => ({
  ...desk,
  page,
  addMatches: async () => {
    for (const run of await matchTotals.due()) {
      // An auditor grades by what the log has said before.
      const ruling = await publicLog.indexOf({ kind: 'ruling', id: `${run.eventId}:${run.version}` });
      if (ruling !== undefined) await matchTotals.add(run);
    }
  },
  addDays: days.addDue,
  fold: fold.turn,
});
