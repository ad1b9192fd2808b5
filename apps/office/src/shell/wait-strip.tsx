import { useCall } from '../api/query.ts';
import { useFormats } from '../api/site.ts';
import { Note } from '../ui/note.tsx';
import { useT } from './i18n.ts';
import styles from './wait-strip.module.css';

/** On every page of an operator who is new or armed again: from when on they decide. */
export const WaitStrip = () => {
  const t = useT();
  const { when } = useFormats();
  const { data } = useCall('officeMe', {});
  if (data?.waitsUntil === undefined) return null;
  return (
    <div className={styles.strip}>
      <Note>{t('shell.waits', { when: when(data.waitsUntil) })}</Note>
    </div>
  );
};
