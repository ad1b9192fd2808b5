import { memo, useEffect, useId, useRef } from 'react';
import type { Notice } from '@touchline/contract/shapes/inbox';
import { ShortMoment } from '../../features/labels/moment.tsx';
import { TargetLink } from '../../features/links/target-link.tsx';
import { targetOf } from '../../features/links/target.ts';
import { Paragraphs } from '../../features/text-page/text-section.tsx';
import { useT } from '../../state/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './notice-row.module.css';

type Props = {
  notice: Notice;
  isOpen: boolean;
  /** The same functions as long as the list is there, so that only rows that change render. */
  onToggle: (notice: Notice) => void;
  /** It is open and was not read before. */
  onSeen: (notice: Notice) => void;
  onDelete: (notice: Notice) => void;
};

/** A message: its title and time, and when it is opened all of it. */
export const NoticeRow = memo(function NoticeRow({ notice, isOpen, onToggle, onSeen, onDelete }: Props) {
  const t = useT();
  const bodyId = useId();
  const row = useRef<HTMLLIElement>(null);
  const seen = useRef(() => onSeen(notice));
  useEffect(() => {
    seen.current = () => onSeen(notice);
  });
  useEffect(() => {
    if (isOpen && !notice.read) seen.current();
  }, [isOpen, notice.read]);
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const target = targetOf(notice.link);
  return (
    <li ref={row} className={styles.row} data-notice={notice.id}>
      <h2 className={styles.heading}>
        <button
          type="button"
          className={styles.head}
          data-read={notice.read}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => onToggle(notice)}
        >
          <span className={styles.mark}>
            {!notice.read && <span className="visually-hidden">{t('inbox.unreadMark')} </span>}
          </span>
          <span className={styles.title} dir="auto">
            {notice.title}
          </span>
          <span className={styles.at}>
            <ShortMoment at={notice.at} />
          </span>
          <span className={styles.arrow}>
            <Icon name="down" size="small" />
          </span>
        </button>
      </h2>
      <div id={bodyId} hidden={!isOpen} className={styles.body}>
        <Paragraphs text={notice.body} />
        <div className={styles.actions}>
          {target !== undefined && (
            <TargetLink to={target} className={styles.link}>
              {t('inbox.open')}
            </TargetLink>
          )}
          <button type="button" className={styles.delete} onClick={() => onDelete(notice)}>
            {t('inbox.delete')}
          </button>
        </div>
      </div>
    </li>
  );
});

/** The shape of a message while it is being fetched. */
export const NoticeSkeleton = () => (
  <div className={styles.waiting} aria-hidden="true">
    <Skeleton width={11} />
    <Skeleton width={3} height={0.75} />
  </div>
);
