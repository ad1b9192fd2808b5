import { Link } from '@tanstack/react-router';
import type { RiskEvent } from '@touchline/contract/shapes/office-views';
import { useMemo } from 'react';
import { MatchState } from '../../trading/match-state.tsx';
import { nameOfCompetition, nameOfMatch } from '../../trading/names.ts';
import { useT } from '../../shell/i18n.ts';
import { useMay } from '../../shell/use-rights.ts';
import { type Column, DataTable } from '../../table/data-table.tsx';

const keyOf = ({ id }: RiskEvent): string => id;

const useColumns = (): Column<RiskEvent>[] => {
  const t = useT();
  const mayRisk = useMay()('officeExposureEvent');
  return useMemo(
    () => [
      {
        id: 'match',
        header: t('column.match'),
        cell: (event) =>
          mayRisk ? (
            <Link to="/risk" search={{ event: event.id }}>
              {nameOfMatch(event)}
            </Link>
          ) : (
            nameOfMatch(event)
          ),
      },
      { id: 'state', header: t('column.score'), cell: (event) => <MatchState of={event} /> },
      {
        id: 'competition',
        header: t('column.competition'),
        cell: ({ competition }) => nameOfCompetition(competition),
      },
    ],
    [t, mayRisk],
  );
};

/** The matches in play; who may see what they can cost goes there from here. */
export const LiveMatches = ({ of }: { of: readonly RiskEvent[] }) => {
  const t = useT();
  const columns = useColumns();
  return (
    <DataTable
      label={t('today.live')}
      columns={columns}
      keyOf={keyOf}
      rows={of}
      error={null}
      onRetry={() => undefined}
      empty={{ title: t('today.liveEmpty'), hint: t('today.liveHint') }}
    />
  );
};
