import { useT } from '../../shell/i18n.ts';
import styles from './liabilities.module.css';

/** Why liabilities were not published. */
export const Differences = ({ title, of }: { title: string; of: readonly string[] }) => {
  const t = useT();
  return (
    <div className={styles.differences} role="alert">
      <p>
        {title} {t('liability.refusedHint')}
      </p>
      <ul>
        {of.map((difference) => (
          <li key={difference}>
            <code>{difference}</code>
          </li>
        ))}
      </ul>
    </div>
  );
};
