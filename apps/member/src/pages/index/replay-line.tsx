import { competitionName } from '@touchline/locales/feed-names';
import { useT } from '../../shell/i18n.tsx';
import { PlayMoneyTag } from '../../shell/play-money-tag.tsx';
import { configStore } from '../../state/config.ts';
import { useStore } from '../../state/use-store.ts';
import styles from './replay-line.module.css';

/** Says that the matches are recorded ones played again, and that the money is not real. */
export const ReplayLine = () => {
  const t = useT();
  const replay = useStore(configStore).site?.replay;
  if (replay === undefined) return null;
  const name = competitionName(replay.name, t);
  return (
    <p className={styles.line}>
      <span>
        {replay.speed === 1
          ? t('home.replayReal', { name })
          : t('home.replay', { name, speed: replay.speed })}
      </span>
      <PlayMoneyTag />
    </p>
  );
};
