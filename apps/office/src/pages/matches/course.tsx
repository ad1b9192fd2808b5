import type { Incident } from '@touchline/contract/shapes/football';
import type { OfficeEventDetail } from '@touchline/contract/shapes/office-trading';
import { useMemo } from 'react';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { nameOfTeam } from '../../trading/names.ts';
import { goalsText } from './match-score.tsx';

const keyOf = ({ kind, at }: Incident): string => `${kind} ${at}`;

const useColumns = ({ event }: OfficeEventDetail): Column<Incident>[] => {
  const t = useT();
  const { clock } = useFormats();
  return useMemo(
    () => [
      { id: 'minute', header: t('match.minute'), cell: ({ minute }) => (minute ? `${minute}′` : '–') },
      { id: 'kind', header: t('match.incident'), cell: ({ kind }) => t(`incident.${kind}`) },
      {
        id: 'side',
        header: t('match.side'),
        cell: ({ side }) => (side === undefined ? '–' : nameOfTeam(event[side])),
      },
      { id: 'score', header: t('match.score'), cell: ({ score }) => <strong>{goalsText(score)}</strong> },
      { id: 'at', header: t('match.cameIn'), cell: ({ at }) => clock(at) },
    ],
    [t, clock, event],
  );
};

/** What happened in the match so far, the newest first, and when it came in. */
export const Course = ({ of }: { of: OfficeEventDetail }) => {
  const t = useT();
  const columns = useColumns(of);
  return (
    <DataTable
      label={t('match.course')}
      columns={columns}
      keyOf={keyOf}
      rows={of.incidents.toReversed()}
      error={null}
      onRetry={() => undefined}
      empty={{ title: t('match.noCourse'), hint: t('match.noCourseHint') }}
    />
  );
};
