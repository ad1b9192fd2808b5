import { useRouter } from '@tanstack/react-router';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { limits } from '@touchline/contract/limits';
import { noFilters } from '../../features/filters/match-filters.ts';
import styles from '../../features/filters/search-field.module.css';
import { useT } from '../../state/i18n.tsx';
import { presetTab } from '../../lib/page-memory.ts';
import { Icon } from '../../ui/icon.tsx';

/** Searches all matches: what was typed goes on to the list of them. */
export const HomeSearch = () => {
  const t = useT();
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const search = (event: SubmitEvent): void => {
    event.preventDefault();
    const q = input.current?.value.trim() ?? '';
    if (q === '') return;
    presetTab('/pages/invest/invest', 'filters', { ...noFilters, q });
    void router.navigate({ to: '/pages/invest/invest', search: {} });
  };
  return (
    <search>
      <form className={styles.field} onSubmit={search}>
        <Icon name="search" size="small" />
        <input
          ref={input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          className={styles.input}
          aria-label={t('common.search')}
          placeholder={t('home.search')}
          maxLength={limits.searchMaxLength}
        />
      </form>
    </search>
  );
};
