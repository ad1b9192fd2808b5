import { useEffect } from 'react';
import type { NoticeBox } from '@touchline/contract/kinds';
import type { Notice } from '@touchline/contract/shapes/inbox';
import { Moment } from '../../features/labels/moment.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NoticeBody } from './notice-body.tsx';
import styles from './notify.module.css';
import { markRead } from './notices.ts';

/** Id of the place next to the list. */
export const noticeBesideId = 'notice-beside';

type Props = {
  box: NoticeBox;
  /** The message that was chosen; none until one is, since what is shown counts as read. */
  notice: Notice | undefined;
  onDelete: (notice: Notice) => void;
};

/** The chosen message next to the list. */
export const NoticeBeside = ({ box, notice, onDelete }: Props) => {
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
