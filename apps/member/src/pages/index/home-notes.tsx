import { Link } from '@tanstack/react-router';
import { competitionName } from '@touchline/locales/competition-names';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { configStore } from '../../lib/config.ts';
import { useStore } from '../../lib/use-store.ts';
import { useUser } from '../../lib/use-user.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './index.module.css';

/** Leads a member who has not accepted the terms in force to them. */
export const TermsLine = () => {
  const t = useT();
  const user = useUser();
  const inForce = useStore(configStore).site?.termsVersion ?? '';
  if (user === undefined || inForce === '' || user.termsAccepted === inForce) return null;
  return (
    <Link to="/pages/terms/terms" search={{}} className={styles.terms}>
      <Icon name="info" size="small" />
      <span className={styles.text}>{t('home.terms')}</span>
      <Icon name="forward" size="small" flips />
    </Link>
  );
};

/** Leads to what the house publishes of itself. */
export const HouseLine = () => {
  const t = useT();
  return (
    <Link to="/pages/house/house" search={{}} className={styles.terms} data-quiet>
      <Icon name="eye" size="small" />
      <span className={styles.text}>{t('nav.house')}</span>
      <Icon name="forward" size="small" flips />
    </Link>
  );
};

/** Says that the matches are recorded ones played again. */
export const ReplayLine = () => {
  const t = useT();
  const replay = useStore(configStore).site?.replay;
  if (replay === undefined) return null;
  const name = competitionName(replay, currentLan());
  return (
    <p className={styles.replay}>
      {replay.speed === 1 ? t('home.replayReal', { name }) : t('home.replay', { name, speed: replay.speed })}
    </p>
  );
};
