import { useEffect, useRef } from 'react';
import type { HelpEntry } from '@touchline/contract/shapes/inbox';
import { formatLongDate } from '@touchline/locales/format-time';
import { MatchSection } from '../../features/match-card/match-list.tsx';
import { holdsAll, wordsOf } from '../../features/text-page/find.ts';
import { Marked, Paragraphs } from '../../features/text-page/text-section.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './help.module.css';

type Props = {
  entries: readonly HelpEntry[];
  query: string;
  /** The entry that was linked to. */
  wanted: string | undefined;
  /** Shows an answer next to the questions; without it each opens below its question. */
  onShow?: ((id: string) => void) | undefined;
};

/** The answers by section; while one searches, those that hold all the words, opened. */
export const Answers = ({ entries, query, wanted, onShow }: Props) => {
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
            {list.map((entry) =>
              onShow === undefined ? (
                <Answer
                  key={`${entry.id} ${isSearching}`}
                  entry={entry}
                  words={words}
                  isWanted={entry.id === wanted}
                />
              ) : (
                <button
                  key={entry.id}
                  type="button"
                  className={styles.question}
                  aria-expanded={entry.id === wanted}
                  aria-controls={answerId}
                  onClick={() => onShow(entry.id)}
                >
                  <span className={styles.title} dir="auto">
                    <Marked text={entry.title} words={words} />
                  </span>
                  <Icon name="forward" size="small" flips />
                </button>
              ),
            )}
          </Card>
        </MatchSection>
      ))}
    </>
  );
};

/** Id of the place next to the questions. */
const answerId = 'answer';

/** One answer next to the questions. */
export const AnswerBeside = ({ entry, query }: { entry: HelpEntry; query: string }) => {
  const words = wordsOf(query);
  return (
    <Card>
      <article id={answerId} data-help={entry.id}>
        <h2 className={styles.besideTitle} dir="auto">
          <Marked text={entry.title} words={words} />
        </h2>
        <Said entry={entry} words={words} />
      </article>
    </Card>
  );
};

const Said = ({ entry, words }: { entry: HelpEntry; words: readonly string[] }) => {
  const t = useT();
  const date = formatLongDate(entry.updatedAt, { lan: currentLan(), timeZone: 'UTC' });
  return (
    <>
      <Paragraphs text={entry.body} words={words} />
      <p className={styles.version}>{t('help.version', { version: entry.version, date })}</p>
    </>
  );
};

type AnswerProps = { entry: HelpEntry; words: readonly string[]; isWanted: boolean };

const Answer = ({ entry, words, isWanted }: AnswerProps) => {
  const place = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isWanted) place.current?.scrollIntoView({ block: 'start' });
  }, [isWanted]);
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
        <Said entry={entry} words={words} />
      </div>
    </details>
  );
};
