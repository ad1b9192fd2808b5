import { useQuery } from '@tanstack/react-query';
import { competitionName } from '@touchline/locales/competition-names';
import { dayIn } from '@touchline/locales/format-time';
import { formatCount } from '@touchline/locales/format';
import { callQuery } from '../../lib/query.ts';
import { configStore } from '../../lib/config.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { useStore } from '../../lib/use-store.ts';
import { useNow } from '../labels/time.tsx';
import { countOf, type MatchFilters } from './match-filters.ts';
import { ChipRow } from './chip-row.tsx';

/** How often the counts of competitions are asked for again, milliseconds. */
const countsEveryMs = 30_000;

type CompetitionOption = { value: string; label: string; count?: number | undefined; disabled?: boolean };

/**
 * All competitions, and those with matches to bet on, the one that is played next first; those without a match of this state
 * cannot be chosen.
 */
export const useCompetitionOptions = (filters: MatchFilters): CompetitionOption[] => {
  const t = useT();
  const lan = currentLan();
  const timeZone = useStore(configStore).site?.timeZone ?? 'UTC';
  const today = dayIn(new Date(useNow()), timeZone);
  const { data } = useQuery({ ...callQuery('competitionList', {}), refetchInterval: countsEveryMs });
  return [
    { value: '', label: t('invest.allCompetitions') },
    ...(data?.list ?? []).map(({ competition, ...counts }) => {
      const count = countOf(counts, filters, today);
      return {
        value: competition.id,
        label: competitionName(competition, lan),
        count,
        disabled: count === 0,
      };
    }),
  ];
};

type Props = { filters: MatchFilters; onChange: (competition: string) => void };

/** All competitions, or one of them; nothing while there are not two to choose from. */
export const CompetitionChips = ({ filters, onChange }: Props) => {
  const t = useT();
  const lan = currentLan();
  const options = useCompetitionOptions(filters);
  if (options.length < 3 && filters.competition === '') return null;
  return (
    <ChipRow
      label={t('invest.competitions')}
      options={options.map(({ count, ...option }) => ({
        ...option,
        count: count === undefined ? undefined : formatCount(count, { lan }),
      }))}
      value={filters.competition}
      onChange={onChange}
    />
  );
};
