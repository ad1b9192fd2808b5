import { competitionName } from '@touchline/locales/competition-names';
import { currentLan, useT } from '../../state/i18n.tsx';
import { configStore } from '../../state/config.ts';
import { useStore } from '../../state/use-store.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './site-note.module.css';

/** What is played for here and whether the matches are recordings, in plain words. */
export const SiteNote = () => {
  const t = useT();
  const site = useStore(configStore).site;
  const play = site?.mode !== 'real';
  return (
    <>
      {play && (
        <Card>
          <div className={styles.note}>
            <span className={styles.icon}>
              <Icon name="info" />
            </span>
            <div className={styles.text}>
              <h2 className={styles.title}>{t('mine.playTitle')}</h2>
              <p>{t('mine.playText')}</p>
              {site?.replay && (
                <p>{t('mine.replayText', { name: competitionName(site.replay, currentLan()) })}</p>
              )}
            </div>
          </div>
        </Card>
      )}
      {site && (
        <p className={styles.version}>
          {site.licence &&
            `${t('mine.licence', { holder: site.licence.holder, number: site.licence.number })} · `}
          <bdi>
            {site.name} {site.version} ({site.versionCode})
          </bdi>
        </p>
      )}
    </>
  );
};
