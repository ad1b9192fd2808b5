import { type Lan, localeOf } from '@touchline/locales/locales';
import { useT } from '../../lib/i18n.ts';
import { isWritten, lackOf, type WordsByLan, writtenLans } from './texts.ts';
import styles from './words.module.css';

/** All languages of the site, which of them have words, and which one is being written. */
export const LanguageList = ({
  texts,
  chosen,
  onChoose,
}: {
  texts: WordsByLan;
  chosen: Lan;
  onChoose: (lan: Lan) => void;
}) => {
  const t = useT();
  const written = writtenLans.filter((lan) => isWritten(texts, lan));
  const { titles } = lackOf(texts);
  const markOf = (lan: Lan): 'written' | 'lacking' | 'missing' => {
    if (titles.includes(lan)) return 'lacking';
    return written.includes(lan) ? 'written' : 'missing';
  };
  return (
    <section className={styles.languages} aria-label={t('words.languages')}>
      <p className={styles.count}>{t('words.count', { written: written.length, all: writtenLans.length })}</p>
      <ul>
        {writtenLans.map((lan) => {
          const mark = markOf(lan);
          return (
            <li key={lan}>
              <button
                type="button"
                className={styles.language}
                data-mark={mark}
                aria-pressed={lan === chosen}
                onClick={() => onChoose(lan)}
              >
                <span lang={lan}>{localeOf(lan).name}</span>
                <span className={styles.mark} title={t(`words.mark.${mark}`)}>
                  <span className={styles.hidden}>{t(`words.mark.${mark}`)}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
