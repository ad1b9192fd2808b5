import { Link } from '@tanstack/react-router';
import { localeOf } from '@touchline/locales/locales';
import { Icon } from '../../ui/icon.tsx';
import { currentLan, useT } from '../../state/i18n.tsx';
import styles from './language-action.module.css';

/** The way to the choice of language, for visitors: it shows the current one by its own name. */
export const LanguageAction = () => {
  const t = useT();
  const { name } = localeOf(currentLan());
  return (
    <Link
      to="/pages/lang/lang"
      search={{}}
      className={styles.action}
      aria-label={`${t('nav.lang')}: ${name}`}
    >
      <Icon name="globe" size="small" />
      <span className={styles.name}>{name}</span>
    </Link>
  );
};
