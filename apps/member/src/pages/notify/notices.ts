import type { NoticeBox } from '@touchline/contract/kinds';
import type { Home } from '@touchline/contract/shapes/site';
import { call } from '../../lib/call.ts';
import { usePages } from '../../lib/use-pages.ts';
import { queryClient } from '../../lib/query.ts';
import {
  type NoticePages,
  noticePagesKey,
  patchNotices,
  withoutNotices,
  withoutTitle,
  withRead,
  withUnread,
} from '../../features/live/inbox-patch.ts';
import { patch } from '../../features/live/patch.ts';

/** The notices of a box, page after page. */
export const useNotices = (box: NoticeBox) =>
  usePages({
    queryKey: noticePagesKey(box),
    fetchPage: (which, options) => call('noticeList', { box, ...which }, options),
  });

/** The unread counts of both boxes, from any loaded page; undefined before there is one. */
export const knownUnread = (): NoticePages['pages'][number]['unread'] | undefined =>
  queryClient
    .getQueriesData<NoticePages>({ queryKey: noticePagesKey() })
    .map(([, data]) => data?.pages[0]?.unread)
    .find((unread) => unread !== undefined);

const showUnread = ({
  unread,
  boxes,
}: {
  unread: number;
  boxes: { system: number; letter: number };
}): void => {
  patchNotices(queryClient, undefined, (data) => withUnread(data, boxes));
  patch<Home>(queryClient, ['home'], (home) => ({ ...home, unread }));
};

/** Marks a notice, or all of a box, as read: in the app at once, then on the server. */
export const markRead = async (box: NoticeBox, id?: string): Promise<void> => {
  patchNotices(queryClient, box, (data) => withRead(data, id));
  try {
    showUnread(
      await call('noticeRead', id === undefined ? { box, all: true } : { box, id }, {
        mask: id === undefined,
        quiet: id !== undefined,
      }),
    );
  } catch {
    // Unread after all. An open one is marked again when the list is next fetched.
    if (id === undefined) void queryClient.invalidateQueries({ queryKey: noticePagesKey(box) });
  }
};

/** Deletes a notice, or all of a box that were read. @throws CallError */
export const deleteNotices = async (box: NoticeBox, id?: string): Promise<void> => {
  const answer = await call('noticeDel', id === undefined ? { box, all: true } : { box, id }, {
    quiet: true,
  });
  patchNotices(queryClient, box, (data) => withoutNotices(data, id));
  showUnread(answer);
  if (id !== undefined) patch<Home>(queryClient, ['home'], (home) => withoutTitle(home, id));
  // What was further down moves up into what is loaded, and home has other titles to turn through.
  void queryClient.invalidateQueries({ queryKey: noticePagesKey(box) });
  void queryClient.invalidateQueries({ queryKey: ['home'] });
};
