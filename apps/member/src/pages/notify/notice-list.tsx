import { useCallback } from 'react';
import type { NoticeBox } from '@touchline/contract/kinds';
import type { Notice } from '@touchline/contract/shapes/inbox';
import { Endless, onceEach } from '../../features/endless/endless.tsx';
import { LongList } from '../../features/endless/long-list.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { useT } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Deletion } from './delete-sheet.tsx';
import { NoticeRow, NoticeSkeleton } from './notice-row.tsx';
import styles from './notify.module.css';
import { markRead, type useNotices } from './notices.ts';

type Props = {
  box: NoticeBox;
  notices: ReturnType<typeof useNotices>;
  openId: string | undefined;
  /** A function that stays the same. */
  onOpen: (id: string | undefined) => void;
  /** Messages open next to the list. */
  hasBeside: boolean;
  /** Asks whether to delete; a function that stays the same. */
  onAsk: (asked: Deletion) => void;
};

/** The messages of a box, newest first, and what can be done with all of them. */
export const NoticeList = ({ box, notices, openId, onOpen, hasBeside, onAsk }: Props) => {
  const t = useT();
  const open = useCallback(({ id }: Notice) => onOpen(id), [onOpen]);
  const close = useCallback(() => onOpen(undefined), [onOpen]);
  const seen = useCallback(({ id }: Notice) => void markRead(box, id), [box]);
  const ask = useCallback(({ id }: Notice) => onAsk({ id }), [onAsk]);
  const row = useCallback(
    (notice: Notice) => {
      const isOpen = notice.id === openId;
      const toggle = isOpen && !hasBeside ? close : open;
      return (
        <NoticeRow
          key={notice.id}
          notice={notice}
          isOpen={isOpen}
          hasBeside={hasBeside}
          onToggle={toggle}
          onSeen={seen}
          onDelete={ask}
        />
      );
    },
    [openId, hasBeside, open, close, seen, ask],
  );

  if (notices.isPending) return <Waiting />;
  if (notices.data === undefined) return <LoadFailure error={notices.error} onRetry={notices.refetch} />;
  const blocks = onceEach(notices.data.pages);
  const list = blocks.flat();
  if (list.length === 0) return <Nothing box={box} />;

  return (
    <>
      <div className={styles.all}>
        <button
          type="button"
          className={styles.action}
          disabled={list.every(({ read }) => read)}
          onClick={() => void markRead(box)}
        >
          {t('inbox.readAll')}
        </button>
        <button
          type="button"
          className={styles.action}
          disabled={!list.some(({ read }) => read)}
          onClick={() => onAsk({})}
        >
          {t('inbox.deleteRead')}
        </button>
      </div>
      <div data-arrows="notices">
        <Card flush>
          <LongList name={`notices ${box}`} blocks={blocks} row={row} kind="rows" />
        </Card>
      </div>
      <Endless
        hasMore={notices.hasNextPage}
        isFetching={notices.isFetchingNextPage}
        onMore={notices.fetchNextPage}
      >
        <Waiting />
      </Endless>
    </>
  );
};

const Nothing = ({ box }: { box: NoticeBox }) => {
  const t = useT();
  return box === 'system' ? (
    <EmptyState icon="bell" title={t('inbox.noNotice')} hint={t('inbox.noNoticeHint')} />
  ) : (
    <EmptyState icon="mail" title={t('common.noData')} hint={t('inbox.noLetterHint')} />
  );
};

const Waiting = () => (
  <Card flush>
    <NoticeSkeleton />
    <NoticeSkeleton />
    <NoticeSkeleton />
  </Card>
);
