import { useCall } from '../../lib/query.ts';
import { LoadFailure } from '../load-failure/load-failure.tsx';
import { BetCard } from './bet-card.tsx';
import { BetCardSkeleton } from './bet-pages.tsx';

/** The bet that a message is about, opened. */
export const OneBet = ({ id }: { id: string }) => {
  const { data, error, refetch } = useCall('orderDetail', { id });
  if (data !== undefined) return <BetCard bet={data} opened />;
  return error === null ? <BetCardSkeleton /> : <LoadFailure error={error} onRetry={refetch} />;
};
