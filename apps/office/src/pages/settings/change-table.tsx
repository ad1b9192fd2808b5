import type { SettingChange } from '@touchline/contract/shapes/office-settings';
import { useMemo } from 'react';
import { useFormats } from '../../api/site.ts';
import { useProposalColumns } from '../../queue/proposal.tsx';
import { useT } from '../../shell/i18n.ts';
import type { PageSearch } from '@touchline/kit/search';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { ChangeState } from './change-state.tsx';

const keyOf = ({ id }: SettingChange): string => id;

const useColumns = (): Column<SettingChange>[] => {
  const t = useT();
  const { when } = useFormats();
  const { state, people } = useProposalColumns<SettingChange>(ChangeState);
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
      state,
      {
        id: 'from',
        header: t('settings.effective'),
        cell: ({ effectiveFrom }) =>
          effectiveFrom === undefined ? t('settings.atOnce') : when(effectiveFrom),
      },
      ...people,
    ],
    [t, when, state, people],
  );
};

/** Changes, each with its state, when it takes effect, and who proposed and decided it. */
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
