import { isLan, lans, localeOf } from '@touchline/locales/locales';
import { chooseLanguage, currentLan, useT } from '../../lib/i18n.tsx';
import { Page } from '../../features/frame/page.tsx';
import { configStore } from '../../lib/config.ts';
import { useStore } from '../../lib/use-store.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './lang.module.css';

/** The name of a language in another one, "German" for `de` in English; empty where the browser has none. */
const languageName = (lan: string, inLan: string): string => {
  try {
    return (
      new Intl.DisplayNames(inLan, { type: 'language', fallback: 'none' }).of(
        isLan(lan) ? localeOf(lan).displayCode : lan,
      ) ?? ''
    );
  } catch {
    return '';
  }
};

/** The languages of the site, each under its own name. */
export const LangPage = () => {
  const t = useT();
  const current = currentLan();
  const known = useStore(configStore).language.list;
  const list = known.length > 0 ? known : lans.map(localeOf);
  return (
    <Page title={t('nav.lang')}>
      <Card flush>
        <ul className={styles.list} aria-label={t('nav.lang')} data-arrows="languages">
          {list.map(({ lan, name, dir }) => (
            <li key={lan} className={styles.item}>
              {/* No radio: an arrow key would reload the page in the next language. */}
              <button
                type="button"
                className={styles.language}
                aria-current={lan === current}
                onClick={() => chooseLanguage(lan)}
              >
                <span className={styles.names}>
                  <span className={styles.own} lang={lan} dir={dir}>
                    {name}
                  </span>
                  {lan !== current && <span className={styles.translated}>{languageName(lan, current)}</span>}
                </span>
                {lan === current && (
                  <span className={styles.check}>
                    <Icon name="check" />
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      </Card>
      <p className={styles.note}>{t('lang.note')}</p>
    </Page>
  );
};
