import { memo, useEffect, useId, useRef } from 'react';
import type { Notice } from '@touchline/contract/shapes/inbox';
import { ShortMoment } from '../../features/labels/moment.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { noticeBesideId } from './notice-beside.tsx';
import { NoticeBody } from './notice-body.tsx';
import styles from './notify.module.css';

type Props = {
  notice: Notice;
  isOpen: boolean;
  /** All of it is shown next to the list rather than below its title. */
  hasBeside: boolean;
  /** The same functions as long as the list is there, so that only rows that change render. */
  onToggle: (notice: Notice) => void;
  /** It is open and was not read before. */
  onSeen: (notice: Notice) => void;
  onDelete: (notice: Notice) => void;
};

/** A message: its title and time, and when it is opened all of it. */
export const NoticeRow = memo(function NoticeRow(props: Props) {
  const { notice, isOpen, hasBeside, onToggle, onSeen, onDelete } = props;
  const t = useT();
  const bodyId = useId();
  const row = useRef<HTMLLIElement>(null);
  const seen = useRef(() => onSeen(notice));
  useEffect(() => {
    seen.current = () => onSeen(notice);
  });
  useEffect(() => {
    if (isOpen && !hasBeside && !notice.read) seen.current();
  }, [isOpen, hasBeside, notice.read]);
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  return (
    <li ref={row} className={styles.row} data-notice={notice.id}>
      <h2 className={styles.heading}>
        <button
          type="button"
          className={styles.head}
          data-read={notice.read}
          data-beside={hasBeside}
          aria-expanded={isOpen}
          aria-controls={hasBeside ? noticeBesideId : bodyId}
          onClick={() => onToggle(notice)}
        >
          <span className={styles.mark}>
            {!notice.read && <span className="visually-hidden">{t('inbox.unreadMark')} </span>}
          </span>
          <span className={styles.noticeRowTitle} dir="auto">
            {notice.title}
          </span>
          <span className={styles.at}>
            <ShortMoment at={notice.at} />
          </span>
          <span className={styles.arrow}>
            {hasBeside ? <Icon name="forward" size="small" flips /> : <Icon name="down" size="small" />}
          </span>
        </button>
      </h2>
      {!hasBeside && (
        <div id={bodyId} hidden={!isOpen} className={styles.body}>
          <NoticeBody notice={notice} onDelete={onDelete} />
        </div>
      )}
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
