import { Link } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Home } from '@touchline/contract/shapes/site';
import { useT } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './index.module.css';

/** How fast a title that is longer than its line moves along it, and how long it rests at both ends. */
const pixelsPerSecond = 45;
const restMs = 1_500;

/** How a title is shown in a line: how far it moves to its end, in CSS pixels, and how long it is shown in all. */
type Crawl = { shiftPx: number; shownMs: number };

/**
 * Computes it for a title of `textPx` in a line of `linePx`. A text from right to left begins at the right and moves to
 * the right.
 */
export const crawlOf = (
  { textPx, linePx }: { textPx: number; linePx: number },
  { rtl, leastMs }: { rtl: boolean; leastMs: number },
): Crawl => {
  const overPx = Math.max(0, Math.ceil(textPx - linePx));
  if (overPx === 0) return { shiftPx: 0, shownMs: leastMs };
  const movesMs = (overPx / pixelsPerSecond) * 1_000;
  return { shiftPx: rtl ? overPx : -overPx, shownMs: Math.max(leastMs, Math.ceil(movesMs + 2 * restMs)) };
};

/** How long a title is shown at least before the next one. */
const leastMs = 5_000;

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The titles of notices in one line, one after the other; the line stops under a finger, a pointer or the focus. */
export const NoticeTicker = ({ notices }: { notices: Home['notices'] }) => {
  const t = useT();
  const [at, setAt] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const [shownMs, setShownMs] = useState(leastMs);
  const count = notices.length;
  const shown = notices[at % Math.max(1, count)];

  useEffect(() => {
    if (isHeld || count < 2 || isStill()) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setAt((before) => (before + 1) % count);
    }, shownMs);
    return () => clearInterval(timer);
  }, [isHeld, count, shownMs]);

  if (shown === undefined) return null;
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <Link
      to="/pages/notify/notify"
      search={{ box: 'system', id: shown.id }}
      className={styles.line}
      data-held={isHeld}
      onPointerEnter={hold}
      onPointerDown={hold}
      onPointerLeave={release}
      onPointerCancel={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon name="bell" size="small" />
      <span className="visually-hidden">{t('nav.notify')}: </span>
      <Title key={shown.id} text={shown.title} onMeasured={setShownMs} />
      {count > 1 && (
        <bdi dir="ltr" className={`figures ${styles.place}`} aria-hidden="true">
          {(at % count) + 1}/{count}
        </bdi>
      )}
      <Icon name="forward" size="small" flips />
    </Link>
  );
};

/** One title; longer than the line it moves to its end, unless nothing shall move. */
const Title = ({ text, onMeasured }: { text: string; onMeasured: (ms: number) => void }) => {
  const line = useRef<HTMLSpanElement>(null);
  const words = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!line.current || !words.current) return;
    const rtl = getComputedStyle(line.current).direction === 'rtl';
    const sizes = { textPx: words.current.scrollWidth, linePx: line.current.clientWidth };
    const { shiftPx, shownMs } = crawlOf(sizes, { rtl, leastMs });
    onMeasured(shownMs);
    if (shiftPx === 0 || isStill()) return;
    line.current.dataset.crawls = 'true';
    words.current.style.setProperty('--shift', `${shiftPx}px`);
    words.current.style.setProperty('--shown', `${shownMs}ms`);
  }, [onMeasured]);
  return (
    <span ref={line} className={styles.noticeTickerTitle} dir="auto">
      <span ref={words} className={styles.noticeTickerWords}>
        {text}
      </span>
    </span>
  );
};
