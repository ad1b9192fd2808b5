import { TextInput } from '@mantine/core';
import { type Setting, settingGroups } from '@touchline/contract/shapes/office-settings';
import { useMemo, useRef } from 'react';
import { useT } from '../../lib/i18n.ts';
import { choiceOf } from '../../lib/search.ts';
import { searchFold } from '@touchline/kit/fold';
import type { PageSearch } from '@touchline/kit/search';
import { useShortcut } from '../../lib/shortcuts.ts';
import { Choice } from '../../ui/fields.tsx';

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
