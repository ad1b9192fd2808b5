import { useState } from 'react';
import { noticeBoxes, type NoticeBox } from '@touchline/contract/kinds';
import type { PageSearch } from '@touchline/kit/search';
import { firstBox } from './first-box.ts';
import { useT } from '../../lib/i18n.tsx';
import { usePageState } from '../../lib/page-memory.ts';
import { Page } from '../../features/frame/page.tsx';
import { useHasRoom } from '../../lib/screen.ts';
import { Pair } from '../../ui/pair.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { DeleteSheet, type Deletion } from './delete-sheet.tsx';
import { NoticeBeside } from './notice-row.tsx';
import { NoticeList } from './notice-list.tsx';
import { knownUnread, useNotices } from './notices.ts';
import { PushCard } from './push-card.tsx';

const isBox = (value: unknown): value is NoticeBox => noticeBoxes.some((box) => box === value);
const isChosen = (value: unknown): value is NoticeBox | '' => value === '' || isBox(value);

/** System notices and the member's letters. `box` and `id` open one of them, also while the page is open. */
export const NotifyPage = (search: PageSearch) => <Notices key={`${search.box} ${search.id}`} {...search} />;

const Notices = ({ box: wanted, id }: PageSearch) => {
  const t = useT();
  const [chosen, setBox] = usePageState<NoticeBox | ''>('notice box', isBox(wanted) ? wanted : '', {
    accepts: isChosen,
  });
  const [openId, setOpenId] = useState(id);
  const [asked, setAsked] = useState<Deletion>();
  const hasRoom = useHasRoom();
  const boxes = { system: useNotices('system'), letter: useNotices('letter') };
  const unread = boxes.system.data?.pages[0]?.unread ?? boxes.letter.data?.pages[0]?.unread ?? knownUnread();
  // Where nothing was chosen it stays with what it opened on, also when that was read in the meantime.
  const first = firstBox(unread, {
    system: boxes.system.data?.pages[0]?.total,
    letter: boxes.letter.data?.pages[0]?.total,
  });
  const [opened, setOpened] = useState<NoticeBox>();
  if (opened === undefined && first !== undefined) setOpened(first);
  const box = chosen === '' ? (opened ?? 'system') : chosen;
  const notices = boxes[box];
  const option = (value: NoticeBox) => {
    const count = unread?.[value] ?? 0;
    return { value, label: t(`inbox.${value}`), count: count > 0 ? count : undefined };
  };
  const shown = notices.data?.pages.flatMap(({ list }) => list).find((notice) => notice.id === openId);
  return (
    <Page layout="wide" title={t('nav.notify')} onRefresh={notices.refetch}>
      <Pair
        stays
        beside={
          <>
            {hasRoom && <NoticeBeside box={box} notice={shown} onDelete={setAsked} />}
            <PushCard />
          </>
        }
      >
        <Segmented
          label={t('inbox.boxes')}
          options={noticeBoxes.map(option)}
          value={box}
          onChange={(next) => {
            setBox(next);
            setOpenId(undefined);
          }}
        />
        <NoticeList
          key={box}
          box={box}
          notices={notices}
          openId={openId}
          onOpen={setOpenId}
          hasBeside={hasRoom}
          onAsk={setAsked}
        />
      </Pair>
      <DeleteSheet box={box} asked={asked} onClose={() => setAsked(undefined)} />
    </Page>
  );
};
