import { type Lan, localeOf } from '@touchline/locales/locales';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.ts';
import { isWritten, type WordsByLan } from './texts.ts';
import styles from './words.module.css';

/** What members read, in a frame as wide as their telephone, in one language and its direction. */
export const Phone = ({ texts, lan, children }: { texts: WordsByLan; lan: Lan; children: ReactNode }) => {
  const t = useT();
  const { name } = localeOf(lan);
  const shown = isWritten(texts, lan) ? lan : 'en';
  return (
    <section className={styles.preview} aria-label={t('words.preview', { language: name })}>
      <p className={styles.caption}>
        {t('words.preview', { language: name })}
        {shown !== lan && isWritten(texts, 'en') && (
          <span className={styles.fallback}>{t('words.fallback')}</span>
        )}
      </p>
      <article className={styles.phone} lang={shown} dir={localeOf(lan).dir}>
        {children}
      </article>
    </section>
  );
};

/** Words as the member app shows them: text, a paragraph for each line, never read as markup. */
export const Paragraphs = ({ text }: { text: string }) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, at) => (
      <p key={`${at} ${line}`} className={styles.paragraph} dir="auto">
        {line}
      </p>
    ));

/** A section of a page of words. */
export const Section = ({ title, body }: { title: string; body: string }) => (
  <div className={styles.card}>
    <h3 dir="auto">{title}</h3>
    <Paragraphs text={body} />
  </div>
);
