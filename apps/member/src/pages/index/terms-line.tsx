import { Link } from '@tanstack/react-router';
import { useT } from '../../state/i18n.tsx';
import { configStore } from '../../state/config.ts';
import { useStore } from '../../state/use-store.ts';
import { useUser } from '../../state/use-user.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './terms-line.module.css';

/** Leads a member who has not accepted the terms in force to them. */
export const TermsLine = () => {
  const t = useT();
  const user = useUser();
  const inForce = useStore(configStore).site?.termsVersion ?? '';
  if (user === undefined || inForce === '' || user.termsAccepted === inForce) return null;
  return (
    <Link to="/pages/terms/terms" search={{}} className={styles.line}>
      <Icon name="info" size="small" />
      <span className={styles.text}>{t('home.terms')}</span>
      <Icon name="forward" size="small" flips />
    </Link>
  );
};
