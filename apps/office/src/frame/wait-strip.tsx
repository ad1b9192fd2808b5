import { useEffect } from 'react';
import { useCall } from '../api/query.ts';
import { useFormats } from '../api/site.ts';
import { renewSession } from '../state/session.ts';
import { Note } from '../ui/note.tsx';
import { useT } from '../shell/i18n.ts';
import styles from './wait-strip.module.css';

/**
 * On every page: from when on an operator decides who is new or armed again. What else the server says of the operator is taken
 * over.
 */
export const WaitStrip = () => {
  const t = useT();
  const { when } = useFormats();
  const { data } = useCall('officeMe', {});
  useEffect(() => {
    if (data !== undefined) renewSession(data);
  }, [data]);
  if (data?.waitsUntil === undefined) return null;
  return (
    <div className={styles.strip}>
      <Note>{t('shell.waits', { when: when(data.waitsUntil) })}</Note>
    </div>
  );
};
