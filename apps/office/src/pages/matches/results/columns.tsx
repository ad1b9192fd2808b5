import { useMemo } from 'react';
import { useFormats } from '../../../api/site.ts';
import { useT } from '../../../shell/i18n.ts';
import type { Column } from '../../../table/data-table.tsx';
import { type Sized, useIsTight, useRoom } from '../use-room.ts';
import type { OnRecord } from './record.ts';
import { RecordState } from './record-state.tsx';
import { proposalText, resultText, scopeText } from './texts.ts';

/** What the record of a match shows of each line. */
export const useColumns = (isOpen: boolean): readonly Column<OnRecord>[] => {
  const isTight = useIsTight(isOpen);
  const t = useT();
  const { when } = useFormats();
  const columns = useMemo<Sized<OnRecord>[]>(
    () => [
      {
        id: 'what',
        header: t('result.what'),
        cell: (one) =>
          one.kind === 'result' ? t('result.version', { version: one.result.version }) : t('void.title'),
      },
      {
        id: 'says',
        header: t('result.says'),
        cell: (one) => {
          if (one.kind === 'result') return resultText(one.result);
          return one.proposal ? proposalText(one.proposal, when) : one.ruled && scopeText(one.ruled, when);
        },
      },
      {
        id: 'state',
        header: t('column.state'),
        cell: (one) => <RecordState of={one} isShort={isTight} />,
      },
      {
        id: 'by',
        from: 1,
        header: t('result.source'),
        cell: (one) =>
          one.kind === 'result' ? one.result.source.name : (one.proposal?.by ?? one.ruled?.by)?.name,
      },
      { id: 'at', header: t('result.proposedAt'), wide: true, cell: ({ at }) => when(at) },
    ],
    [t, when, isTight],
  );
  return useRoom(columns, isTight ? 0 : 2);
};
