import type { OfficeEvent } from '@touchline/contract/shapes/office-trading';
import { useMemo } from 'react';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import type { Column } from '../../table/data-table.tsx';
import { nameOfCompetition, nameOfMatch } from '../../trading/names.ts';
import { Tag } from '../../ui/tag.tsx';
import { BasisTag } from './basis.tsx';
import { FeedAge } from './feed-age.tsx';
import { MatchPhase, MatchScore } from './match-score.tsx';
import { Offer } from './offer.tsx';
import { type Sized, useRoom, useWidth } from './use-room.ts';

/** What the list of matches shows of each. */
export const useColumns = (): readonly Column<OfficeEvent>[] => {
  const t = useT();
  const { moment, money, currency } = useFormats();
  const width = useWidth();
  const columns = useMemo<Sized<OfficeEvent>[]>(
    () => [
      { id: 'match', header: t('match.match'), cell: ({ event }) => nameOfMatch(event) },
      { id: 'phase', header: t('column.state'), cell: ({ event }) => <MatchPhase of={event} /> },
      { id: 'score', header: t('match.score'), cell: ({ event }) => <MatchScore of={event} /> },
      {
        id: 'waiting',
        header: t('match.waiting'),
        cell: ({ waiting }) =>
          waiting === 0 ? '–' : <Tag tone="wait">{t('match.waits', { count: waiting })}</Tag>,
      },
      { id: 'offer', header: t('match.offer'), cell: (row) => <Offer of={row} /> },
      { id: 'basis', header: t('basis.title'), from: 2, cell: (row) => <BasisTag of={row} /> },
      {
        id: 'settlement',
        from: 2,
        header: t('match.settlement'),
        cell: ({ settlement }) => (settlement === 'none' ? '–' : t(`settlementState.${settlement}`)),
      },
      {
        id: 'stakes',
        header: t('match.stakes', { currency }),
        align: 'end',
        from: 2,
        cell: ({ stakes }) => money(stakes.singles),
      },
      { id: 'feed', from: 1, header: t('match.feed'), cell: (row) => <FeedAge of={row} /> },
      {
        id: 'competition',
        header: t('match.competition'),
        from: 2,
        cell: ({ event }) => nameOfCompetition(event.competition),
      },
      { id: 'kickOff', from: 1, header: t('match.kickOff'), cell: ({ event }) => moment(event.kickOff) },
    ],
    [t, moment, money, currency],
  );
  return useRoom(columns, width);
};
