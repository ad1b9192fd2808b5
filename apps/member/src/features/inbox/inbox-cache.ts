import type { QueryClient } from '@tanstack/react-query';
import type { NoticeBox } from '@touchline/contract/kinds';
import type { LiveMessages } from '@touchline/contract/shapes/live';
import type { Home } from '@touchline/contract/shapes/site';
import { patch } from '../live/patch.ts';
import { withArrived, type NoticePages } from './inbox-patch.ts';

/** Key of the loaded pages of a box; without one, of both. */
export const noticePagesKey = (box?: NoticeBox) =>
  box === undefined ? ['noticePages'] : ['noticePages', { box }];

/** Shows what has just arrived: on home at once, in the lists when the server has told all of it. */
export const onNotice = (client: QueryClient, message: LiveMessages['notice']): void => {
  patch<Home>(client, ['home'], (home) => withArrived(home, message));
  void client.invalidateQueries({ queryKey: noticePagesKey() });
};

/** Changes the loaded pages of a box. */
export const patchNotices = (
  client: QueryClient,
  box: NoticeBox | undefined,
  change: (data: NoticePages) => NoticePages,
): void => patch<NoticePages>(client, noticePagesKey(box), change);
