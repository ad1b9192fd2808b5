import { competitionName } from '@touchline/locales/competition-names';
import { currentLan, useT } from '../../state/i18n.tsx';
import { configStore } from '../../state/config.ts';
import { useStore } from '../../state/use-store.ts';
import styles from './replay-line.module.css';

/** Says that the matches are recorded ones played again. */
export const ReplayLine = () => {
  const t = useT();
  const replay = useStore(configStore).site?.replay;
  if (replay === undefined) return null;
  const name = competitionName(replay, currentLan());
  return (
    <p className={styles.line}>
      {replay.speed === 1 ? t('home.replayReal', { name }) : t('home.replay', { name, speed: replay.speed })}
    </p>
  );
};
