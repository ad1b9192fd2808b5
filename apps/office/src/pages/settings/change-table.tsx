import type { SettingChange } from '@touchline/contract/shapes/office-settings';
import { useMemo } from 'react';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import type { PageSearch } from '@touchline/kit/search';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { stateOf } from './state.ts';

const keyOf = ({ id }: SettingChange): string => id;

const useColumns = (): Column<SettingChange>[] => {
  const t = useT();
  const { when } = useFormats();
  return useMemo(
    () => [
      {
        id: 'what',
        header: t('settings.change'),
        cell: ({ steps: [first, ...rest] }) =>
          first === undefined
            ? '–'
            : [t(`setting.${first.name}`), ...(rest.length > 0 ? [`+ ${rest.length}`] : [])].join(' '),
      },
      {
        id: 'state',
        header: t('column.state'),
        cell: (change) => {
          const { tone, word } = stateOf(change);
          return <Tag tone={tone}>{t(word)}</Tag>;
        },
      },
      {
        id: 'from',
        header: t('settings.effective'),
        cell: ({ effectiveFrom }) =>
          effectiveFrom === undefined ? t('settings.atOnce') : when(effectiveFrom),
      },
      {
        id: 'by',
        header: t('settings.proposedBy'),
        wide: true,
        cell: ({ proposedBy }) => proposedBy.account,
      },
      {
        id: 'decided',
        header: t('settings.decidedBy'),
        wide: true,
        cell: ({ state, decidedBy }) =>
          state === 'proposed' ? t('settings.yesNeeded') : (decidedBy?.account ?? '–'),
      },
    ],
    [t, when],
  );
};

/** Changes, each with its state, when it takes effect, and who proposed and approved it. */
export const ChangeTable = (props: {
  label: string;
  rows: readonly SettingChange[] | undefined;
  searchOf: (row: SettingChange) => PageSearch;
  openKey: string | undefined;
  error: unknown;
  onRetry: () => void;
  isNarrow: boolean;
}) => {
  const t = useT();
  const columns = useColumns();
  return (
    <DataTable
      {...props}
      columns={columns}
      keyOf={keyOf}
      empty={{ title: t('settings.noHistory'), hint: t('settings.noHistoryHint') }}
    />
  );
};
