import { lans, localeOf } from '@touchline/locales/locales';
import { chooseLanguage, currentLan, useT } from '../../shell/i18n.tsx';
import { Page } from '../../shell/page.tsx';
import { configStore } from '../../state/config.ts';
import { useStore } from '../../state/use-store.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './lang.module.css';
import { languageName } from './language-name.ts';

/** The languages of the site, each under its own name. */
export const LangPage = () => {
  const t = useT();
  const current = currentLan();
  const known = useStore(configStore).language.list;
  const list = known.length > 0 ? known : lans.map(localeOf);
  return (
    <Page title={t('nav.lang')}>
      <Card flush>
        <fieldset className={styles.list}>
          <legend className="visually-hidden">{t('nav.lang')}</legend>
          {list.map(({ lan, name, dir }) => (
            <label key={lan} className={styles.language}>
              <input
                type="radio"
                name="language"
                className={styles.radio}
                defaultChecked={lan === current}
                onChange={() => chooseLanguage(lan)}
              />
              <span className={styles.names}>
                <span className={styles.own} lang={lan} dir={dir}>
                  {name}
                </span>
                {lan !== current && <span className={styles.translated}>{languageName(lan, current)}</span>}
              </span>
              <span className={styles.check}>
                <Icon name="check" />
              </span>
            </label>
          ))}
        </fieldset>
      </Card>
      <p className={styles.note}>{t('lang.note')}</p>
    </Page>
  );
};
