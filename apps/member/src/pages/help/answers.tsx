import { useEffect, useRef } from 'react';
import type { HelpEntry } from '@touchline/contract/shapes/inbox';
import { formatLongDate } from '@touchline/locales/format-time';
import { MatchSection } from '../../features/match-card/match-section.tsx';
import { holdsAll, wordsOf } from '../../features/text-page/find.ts';
import { Marked, Paragraphs } from '../../features/text-page/text-section.tsx';
import { currentLan, useT } from '../../state/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './answers.module.css';

type Props = {
  entries: readonly HelpEntry[];
  query: string;
  /** The entry that was linked to. */
  wanted: string | undefined;
};

/** The answers by section; while one searches, those that hold all the words, opened. */
export const Answers = ({ entries, query, wanted }: Props) => {
  const t = useT();
  const words = wordsOf(query);
  const found = entries.filter(({ sectionTitle, title, body }) =>
    holdsAll([sectionTitle, title, body], words),
  );
  const isSearching = words.length > 0;
  if (found.length === 0) {
    return isSearching ? (
      <EmptyState icon="search" title={t('help.none')} hint={t('help.noneHint')} />
    ) : (
      <EmptyState icon="question" title={t('common.noData')} />
    );
  }
  return (
    <>
      <output className={isSearching ? styles.found : 'visually-hidden'}>
        {isSearching && t('help.found', { count: found.length })}
      </output>
      {[...Map.groupBy(found, ({ section }) => section)].map(([section, list]) => (
        <MatchSection key={section} title={list[0]?.sectionTitle ?? section}>
          <Card flush>
            {list.map((entry) => (
              <Answer
                key={`${entry.id} ${isSearching}`}
                entry={entry}
                words={words}
                isWanted={entry.id === wanted}
              />
            ))}
          </Card>
        </MatchSection>
      ))}
    </>
  );
};

type AnswerProps = { entry: HelpEntry; words: readonly string[]; isWanted: boolean };

const Answer = ({ entry, words, isWanted }: AnswerProps) => {
  const t = useT();
  const place = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isWanted) place.current?.scrollIntoView({ block: 'start' });
  }, [isWanted]);
  const date = formatLongDate(entry.updatedAt, { lan: currentLan(), timeZone: 'UTC' });
  return (
    <details ref={place} className={styles.answer} open={isWanted || words.length > 0} data-help={entry.id}>
      <summary className={styles.question}>
        <span className={styles.title} dir="auto">
          <Marked text={entry.title} words={words} />
        </span>
        <span className={styles.arrow}>
          <Icon name="down" size="small" />
        </span>
      </summary>
      <div className={styles.body}>
        <Paragraphs text={entry.body} words={words} />
        <p className={styles.version}>{t('help.version', { version: entry.version, date })}</p>
      </div>
    </details>
  );
};
