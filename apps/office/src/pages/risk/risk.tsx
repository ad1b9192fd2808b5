import { usePageSearch } from '../../lib/search.ts';
import { EventRisk } from './event-risk.tsx';
import { Overview } from './overview.tsx';

/** What the house can still lose: over all matches, or on the one the address names. */
export const RiskPage = () => {
  const { event, ht } = usePageSearch();
  return event === undefined ? <Overview /> : <EventRisk key={event} id={event} ht={ht} />;
};
