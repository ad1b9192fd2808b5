import type { Setting } from '@touchline/contract/shapes/office-settings';
import { useMemo } from 'react';
import { useT } from '../../lib/i18n.ts';
import type { PageSearch } from '@touchline/kit/search';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { SettingsDraft } from './draft.ts';
import styles from './settings.module.css';
import { useValueText } from './value-text.ts';

const keyOf = ({ name }: Setting): string => name;

const useColumns = (draft: SettingsDraft): Column<Setting>[] => {
  const t = useT();
  const { brief } = useValueText();
  return [
    { id: 'name', header: t('settings.setting'), cell: ({ name }) => t(`setting.${name}`) },
    {
      id: 'value',
      header: t('settings.value'),
      align: 'end',
      cell: (of) => <span className={styles.value}>{brief(of, of.value)}</span>,
    },
    {
      id: 'draft',
      header: t('settings.edit'),
      align: 'end',
      cell: (of) => {
        const text = draft.of(of.name);
        if (text === undefined) return null;
        return (
          <span className={`${styles.value} ${styles.after}`}>
            {brief(of, (text ?? of.environment) || undefined)}
          </span>
        );
      },
    },
    {
      id: 'default',
      header: t('settings.default'),
      wide: true,
      align: 'end',
      cell: (of) => <span className={styles.quiet}>{brief(of, of.default)}</span>,
    },
    {
      id: 'source',
      header: t('settings.source'),
      // What is as it came stays quiet, so that what was changed is seen.
      cell: ({ source }) =>
        source === 'default' ? (
          <span className={styles.quiet}>{t(`settingSource.${source}`)}</span>
        ) : (
          <Tag tone={source === 'office' ? 'good' : 'plain'}>{t(`settingSource.${source}`)}</Tag>
        ),
    },
    {
      id: 'who',
      header: t('settings.who'),
      wide: true,
      cell: ({ needsOther }) => t(needsOther ? 'settings.two' : 'settings.one'),
    },
  ];
};

/** The settings under their groups: what each is, what it is to be, and where it comes from. */
export const SettingTable = ({
  rows,
  draft,
  ...props
}: {
  rows: readonly Setting[] | undefined;
  draft: SettingsDraft;
  searchOf: (row: Setting) => PageSearch;
  openKey: string | undefined;
  error: unknown;
  onRetry: () => void;
  isNarrow: boolean;
}) => {
  const t = useT();
  const all = useColumns(draft);
  const columns = useMemo(
    () => all.filter(({ id }) => id !== 'draft' || draft.settings.length > 0),
    [all, draft.settings.length],
  );
  return (
    <DataTable
      {...props}
      rows={rows}
      columns={columns}
      keyOf={keyOf}
      label={t('place.settings')}
      groupOf={({ group }) => t(`settingGroup.${group}`)}
      empty={{ title: t('settings.empty'), hint: t('settings.emptyHint') }}
    />
  );
};
