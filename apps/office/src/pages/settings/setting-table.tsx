import { TextInput } from '@mantine/core';
import { settingGroups, type Setting } from '@touchline/contract/shapes/office-settings';
import { searchFold } from '@touchline/kit/fold';
import { useMemo, useRef } from 'react';
import { useT } from '../../lib/i18n.ts';
import type { PageSearch } from '@touchline/kit/search';
import { choiceOf } from '../../lib/search.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { Choice } from '../../ui/fields.tsx';
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

export const views = ['current', 'history'] as const;

/** The settings that fit a group and words of their name, label or meaning. */
export const useShown = (all: readonly Setting[] | undefined, { q = '', group }: PageSearch) => {
  const t = useT();
  return useMemo(() => {
    const words = searchFold(q).split(/\s+/);
    return all?.filter((of) => {
      const text = searchFold(`${of.name} ${t(`setting.${of.name}`)} ${t(`settingMeans.${of.name}`)}`);
      const isOf = choiceOf(group, settingGroups) === undefined || of.group === group;
      return isOf && words.every((word) => text.includes(word));
    });
  }, [all, q, group, t]);
};

/** Settings or their history; of the settings, one group, or those with a word. */
export const Filters = ({
  search,
  onChange,
}: {
  search: PageSearch;
  onChange: (change: PageSearch) => void;
}) => {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const view = choiceOf(search.view, views) ?? 'current';
  const isCurrent = view === 'current';
  useShortcut('/', t('settings.search'), isCurrent ? () => field.current?.focus() : undefined);
  return (
    <>
      <Choice
        label={t('settings.view')}
        value={view}
        choices={views}
        name={(each) => t(`settings.${each}`)}
        onChange={(chosen) => onChange({ view: chosen === 'history' ? chosen : '' })}
      />
      {isCurrent && (
        <>
          <TextInput
            ref={field}
            type="search"
            aria-label={t('settings.search')}
            placeholder={t('settings.search')}
            value={search.q ?? ''}
            onChange={({ currentTarget }) => onChange({ q: currentTarget.value })}
          />
          <Choice
            label={t('settings.allGroups')}
            value={choiceOf(search.group, settingGroups)}
            choices={settingGroups}
            all={t('settings.allGroups')}
            name={(group) => t(`settingGroup.${group}`)}
            onChange={(group) => onChange({ group: group ?? '' })}
          />
        </>
      )}
    </>
  );
};
