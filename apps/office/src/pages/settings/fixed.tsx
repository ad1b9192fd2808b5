import type { Output } from '@touchline/contract/routes';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { Tag } from '../../ui/tag.tsx';
import styles from './settings.module.css';

/** Settings that are fixed: the currency, and those of the environment, of which only whether they are set is shown. */
export const Fixed = ({ of }: { of: Output<'officeSettingList'>['fixed'] }) => {
  const t = useT();
  const { currency } = useFormats();
  return (
    <>
      <p className={styles.hint}>{t('settings.currency', { currency })}</p>
      <details className={styles.fixed}>
        <summary>{t('settings.fixed')}</summary>
        <p className={styles.hint}>{t('settings.fixedHint')}</p>
        <ul className={styles.names}>
          {of.map(({ name, isSet }) => (
            <li key={name}>
              <code>{name}</code>
              <Tag tone={isSet ? 'good' : 'plain'}>{t(isSet ? 'settings.set' : 'settings.unset')}</Tag>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
};
