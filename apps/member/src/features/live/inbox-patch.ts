import type { QueryClient } from '@tanstack/react-query';
import type { NoticeBox } from '@touchline/contract/kinds';
import type { Output } from '@touchline/contract/routes';
import type { LiveMessages } from '@touchline/contract/shapes/live';
import type { Home } from '@touchline/contract/shapes/site';
import { askAgain, patch } from './patch.ts';

type NoticePage = Output<'noticeList'>;
export type NoticePages = { pages: NoticePage[]; pageParams: unknown[] };
type Boxes = NoticePage['unread'];

/** As many titles as home turns through. */
const titlesMax = 10;

/** Home after something has arrived: one more to read, and its title in the line of notices. */
export const withArrived = (home: Home, { box, id, title, unread }: LiveMessages['notice']): Home => {
  const isShown = box === 'system' && !home.notices.some((notice) => notice.id === id);
  return {
    ...home,
    unread,
    notices: isShown ? [{ id, title }, ...home.notices].slice(0, titlesMax) : home.notices,
  };
};

/** Home after notices were taken out of sight. */
export const withoutTitle = (home: Home, id: string): Home => ({
  ...home,
  notices: home.notices.filter((notice) => notice.id !== id),
});

/** Loaded pages with what the server counts as unread. */
export const withUnread = (data: NoticePages, unread: Boxes): NoticePages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, unread })),
});

/** Loaded pages after one of their notices, or all of them, was read. */
export const withRead = (data: NoticePages, id?: string): NoticePages => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    list: page.list.map((notice) =>
      notice.read || (id !== undefined && notice.id !== id) ? notice : { ...notice, read: true },
    ),
  })),
});

/** Loaded pages without one notice, or without all that were read. */
export const withoutNotices = (data: NoticePages, id?: string): NoticePages => {
  const stays = (notice: { id: string; read: boolean }): boolean =>
    id === undefined ? !notice.read : notice.id !== id;
  const gone = data.pages.reduce((sum, { list }) => sum + list.filter((notice) => !stays(notice)).length, 0);
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      total: Math.max(0, page.total - gone),
      list: page.list.filter(stays),
    })),
  };
};

/** Key of the loaded pages of a box; without one, of both. */
export const noticePagesKey = (box?: NoticeBox) =>
  box === undefined ? ['noticePages'] : ['noticePages', { box }];

/** Shows what has just arrived: on home at once, in the lists when the server has sent all of it. */
export const onNotice = (client: QueryClient, message: LiveMessages['notice']): void => {
  patch<Home>(client, ['home'], (home) => withArrived(home, message));
  askAgain(client, ['home']);
  void client.invalidateQueries({ queryKey: noticePagesKey() });
};

/** Changes the loaded pages of a box. */
export const patchNotices = (
  client: QueryClient,
  box: NoticeBox | undefined,
  change: (data: NoticePages) => NoticePages,
): void => patch<NoticePages>(client, noticePagesKey(box), change);
