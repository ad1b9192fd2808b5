import { memo, useEffect, useId, useRef } from 'react';
import type { Notice } from '@touchline/contract/shapes/inbox';
import type { NoticeBox } from '@touchline/contract/kinds';
import { ShortMoment, Moment } from '../../features/labels/time.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './notify.module.css';
import { TargetLink, targetOf } from '../../features/links/target.tsx';
import { Paragraphs } from '../../features/text-page/text-section.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { markRead } from './notices.ts';

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

type NoticeBodyProps = { notice: Notice; onDelete: (notice: Notice) => void };

/** The text of a message, its link, and the button that deletes it. */
const NoticeBody = ({ notice, onDelete }: NoticeBodyProps) => {
  const t = useT();
  const target = targetOf(notice.link);
  return (
    <>
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
    </>
  );
};

/** Id of the place next to the list. */
const noticeBesideId = 'notice-beside';

type NoticeBesideProps = {
  box: NoticeBox;
  /** The message that was chosen; none until one is, since what is shown counts as read. */
  notice: Notice | undefined;
  onDelete: (notice: Notice) => void;
};

/** The chosen message next to the list. */
export const NoticeBeside = ({ box, notice, onDelete }: NoticeBesideProps) => {
  const t = useT();
  const unreadId = notice?.read === false ? notice.id : undefined;
  useEffect(() => {
    if (unreadId !== undefined) void markRead(box, unreadId);
  }, [box, unreadId]);
  return (
    <div id={noticeBesideId}>
      <Card>
        {notice === undefined ? (
          <EmptyState icon="mail" title={t('inbox.choose')} />
        ) : (
          <article data-notice-beside={notice.id}>
            <h2 className={styles.besideTitle} dir="auto">
              {notice.title}
            </h2>
            <p className={styles.besideAt}>
              <Moment at={notice.at} />
            </p>
            <NoticeBody notice={notice} onDelete={onDelete} />
          </article>
        )}
      </Card>
    </div>
  );
};
