import { usePageSearch } from '../../shell/use-page-search.ts';
import { MatchList } from './match-list.tsx';
import { MatchPage } from './match.tsx';

/** Matches, or the one that the address names. */
export const MatchesPage = () => {
  const { id } = usePageSearch();
  return id === undefined ? <MatchList /> : <MatchPage key={id} id={id} />;
};
