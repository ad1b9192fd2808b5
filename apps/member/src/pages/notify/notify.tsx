import { useState } from 'react';
import { noticeBoxes, type NoticeBox } from '@touchline/contract/kinds';
import { useT } from '../../state/i18n.tsx';
import { usePageState } from '../../lib/page-memory.ts';
import { Page } from '../../frame/page.tsx';
import type { PageSearch } from '@touchline/kit/search';
import { Segmented } from '../../ui/segmented.tsx';
import { NoticeList } from './notice-list.tsx';
import { knownUnread, useNotices } from './notices.ts';
import { PushCard } from './push-card.tsx';

const isBox = (value: unknown): value is NoticeBox => noticeBoxes.some((box) => box === value);

/** System notices and the member's letters. `box` and `id` open one of them. */
export const NotifyPage = ({ box: wanted, id }: PageSearch) => {
  const t = useT();
  const [box, setBox] = usePageState<NoticeBox>('notice box', isBox(wanted) ? wanted : 'system', {
    accepts: isBox,
  });
  const [openId, setOpenId] = useState(id);
  const notices = useNotices(box);
  const unread = notices.data?.pages[0]?.unread ?? knownUnread();
  const option = (value: NoticeBox) => {
    const count = unread?.[value] ?? 0;
    return { value, label: t(`inbox.${value}`), count: count > 0 ? count : undefined };
  };
  return (
    <Page title={t('nav.notify')} onRefresh={notices.refetch}>
      <Segmented
        label={t('inbox.boxes')}
        options={noticeBoxes.map(option)}
        value={box}
        onChange={(next) => {
          setBox(next);
          setOpenId(undefined);
        }}
      />
      <NoticeList key={box} box={box} notices={notices} openId={openId} onOpen={setOpenId} />
      <PushCard />
    </Page>
  );
};
