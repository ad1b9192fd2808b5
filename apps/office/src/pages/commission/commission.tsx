import { choiceOf, usePageSearch } from '../../lib/search.ts';
import { commissionShows } from '@touchline/contract/shapes/office-growth';
import { RunsView } from './runs.tsx';
import { RunView } from './run.tsx';

/** Closings of days; with `run` in the address, what one of them has for each leader. */
export const CommissionPage = () => {
  const { run, show } = usePageSearch();
  if (run === undefined || run === '') return <RunsView />;
  return <RunView run={run} show={choiceOf(show, commissionShows) ?? 'all'} />;
};
