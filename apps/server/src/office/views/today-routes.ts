import type { OperatorRole } from '@touchline/contract/shapes/office';
import type { Currency } from '@touchline/money/currency';
import { type Board, isInPlay } from '../../pricing/index.ts';
import type { Exposure } from '../../betting/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Handlers } from '../../core/handler.ts';
import type { Clock } from '../../core/clock.ts';
import { localTime } from '../../core/local-time.ts';
import { readAlarms, type AlarmModules } from './alarms.ts';
import { figuresOf } from './figures.ts';
import { readQueues, type QueueModules } from './queues.ts';
import { readRisk } from './risk-read.ts';
import { alertsOf, sumsOf, type AtRisk } from './risk-sums.ts';
import { riskEvent } from './risk-wire.ts';

export type TodayModules = QueueModules &
  AlarmModules & {
    exposure: Exposure;
    board: Board;
    wallet: Wallet;
    clock: Clock;
    currency: Currency;
    timeZone: string;
  };

const moneyReaders: readonly OperatorRole[] = ['owner', 'auditor'];
const riskReaders: readonly OperatorRole[] = ['trader', 'owner', 'auditor'];

/** The first page of the office, with the parts that the operator's roles may see. */
export const officeTodayHandlers = (modules: TodayModules): Pick<Handlers, 'officeToday'> => {
  const { exposure, board, wallet, clock, currency, timeZone } = modules;
  const { caps, capsOf } = exposure;

  const exposureOf = (all: readonly AtRisk[]) => {
    const [worst] = all;
    return {
      site: sumsOf(all, { caps, currency, timeZone }).site,
      events: all.length,
      worst: worst === undefined ? undefined : riskEvent(worst.event),
    };
  };

  return {
    officeToday: async (_input, { operator }) => {
      const may = (roles: readonly OperatorRole[]): boolean =>
        operator.roles.some((role) => roles.includes(role));
      const now = clock.now();
      const day = localTime(now, timeZone).date;
      const [risk, money, queues] = await Promise.all([
        may(riskReaders) ? readRisk(modules) : undefined,
        may(moneyReaders) ? wallet.daySums({ from: day, to: day }, timeZone) : undefined,
        readQueues(modules, may, now),
      ]);
      return {
        day,
        at: now.toISOString(),
        money: money === undefined ? undefined : figuresOf(money, currency),
        exposure: risk === undefined ? undefined : exposureOf(risk),
        live: board
          .events()
          .filter(({ state }) => isInPlay(state))
          .toSorted((a, b) => a.kickOff.getTime() - b.kickOff.getTime())
          .map(riskEvent),
        queues,
        alarms: await readAlarms(
          modules,
          may,
          risk === undefined ? 0 : alertsOf(risk, { caps, capsOf, currency }).length,
        ),
      };
    },
  };
};
