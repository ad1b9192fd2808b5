import { formatCount } from '@touchline/locales/format';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { ChipRow } from './chip-row.tsx';
import { useCompetitionOptions } from './competition-options.ts';
import type { MatchFilters } from './match-filters.ts';

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
