import type { MoneyKind } from '@touchline/contract/kinds';
import type { MoneyEntry } from '@touchline/contract/shapes/money';
import { limits } from '@touchline/contract/limits';
import { call } from '../../lib/call.ts';
import { allOf } from '../endless/endless.tsx';
import type { daysOf } from './period.ts';

/** Which entries are shown: of one kind or all, and of some days or all. */
export type MoneyFilter = { kind?: MoneyKind | undefined } & ReturnType<typeof daysOf>;

export const moneyPagesKey = (filter: MoneyFilter) => ['moneyPages', filter] as const;

/** Every entry of a filter, however many pages there are. */
export const wholeLog = async (filter: MoneyFilter): Promise<MoneyEntry[]> => {
  const pages: { list: MoneyEntry[] }[] = [];
  const limit = limits.listLimitMax;
  for (let page = 1; page <= limits.pageMax; page++) {
    const answer = await call('moneyLogList', { ...filter, page, limit });
    pages.push(answer);
    if (page * limit >= answer.total) break;
  }
  return allOf(pages);
};
