import { useQuery } from '@tanstack/react-query';
import { limits } from '@touchline/contract/limits';
import type { HelpEntry } from '@touchline/contract/shapes/inbox';
import { call } from '../../api/call.ts';

const limit = limits.listLimitMax;

/** All questions and answers: they are few enough to be searched where they are read. */
const wholeHelp = async (signal: AbortSignal): Promise<HelpEntry[]> => {
  const entries: HelpEntry[] = [];
  for (let page = 1; ; page += 1) {
    // Each page says whether there is another.
    // oxlint-disable-next-line no-await-in-loop
    const { list, total } = await call('helpList', { page, limit }, { mask: false, quiet: true, signal });
    entries.push(...list);
    if (list.length === 0 || page * limit >= total) return entries;
  }
};

export const useHelp = () =>
  useQuery({ queryKey: ['helpList'], queryFn: ({ signal }) => wholeHelp(signal), staleTime: 5 * 60_000 });
