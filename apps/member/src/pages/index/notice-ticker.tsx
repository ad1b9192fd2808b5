import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Home } from '@touchline/contract/shapes/site';
import { useT } from '../../shell/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './notice-ticker.module.css';

/** How long a title stands before the next takes its place. */
const standsMs = 5_000;

/** The titles of notices in one line, one after the other; it stands still under a finger, a pointer or the focus. */
export const NoticeTicker = ({ notices }: { notices: Home['notices'] }) => {
  const t = useT();
  const [at, setAt] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const count = notices.length;
  const shown = notices[at % Math.max(1, count)];

  useEffect(() => {
    if (isHeld || count < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setAt((before) => (before + 1) % count);
    }, standsMs);
    return () => clearInterval(timer);
  }, [isHeld, count]);

  if (shown === undefined) return null;
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <Link
      to="/pages/notify/notify"
      search={{ box: 'system', id: shown.id }}
      className={styles.line}
      onPointerEnter={hold}
      onPointerDown={hold}
      onPointerLeave={release}
      onPointerCancel={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon name="bell" size="small" />
      <span className="visually-hidden">{t('nav.notify')}: </span>
      <span key={shown.id} className={styles.title} dir="auto">
        {shown.title}
      </span>
      {count > 1 && (
        <bdi dir="ltr" className={`figures ${styles.place}`} aria-hidden="true">
          {(at % count) + 1}/{count}
        </bdi>
      )}
      <Icon name="forward" size="small" flips />
    </Link>
  );
};
