import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import {
  onNotice,
  withArrived,
  withoutNotices,
  withoutTitle,
  withRead,
  withUnread,
  type NoticePages,
} from './inbox-patch.ts';

const home = {
  banners: [],
  notices: [{ id: 'a', title: 'Old' }],
  live: [],
  next: [],
  checkIn: { today: false, streak: 0, open: false },
  betNews: 0,
  openBets: 0,
  unread: 1,
  activities: 0,
};
const notice = (id: string, read: boolean) => ({ id, title: id, body: '', at: '2026-06-11T10:00:00Z', read });
const page = (...list: ReturnType<typeof notice>[]) => ({
  list,
  total: 5,
  page: 1,
  limit: 20,
  unread: { system: 2, letter: 1 },
});
const pages: NoticePages = {
  pages: [page(notice('a', false), notice('b', true)), page(notice('c', false))],
  pageParams: [1, 2],
};
const shown = (data: NoticePages) =>
  data.pages.map(({ list }) => list.map(({ id, read }) => `${id}${read ? '' : '*'}`));

describe('home, when something arrives', () => {
  const message = { box: 'system', id: 'n', title: 'New', unread: 2 } as const;

  it('counts it and shows its title first', () => {
    const after = withArrived(home, message);
    expect([after.unread, after.notices.map(({ title }) => title)]).toEqual([2, ['New', 'Old']]);
  });

  it('shows it once, however often it comes', () => {
    expect(withArrived(withArrived(home, message), message).notices).toHaveLength(2);
  });

  it('counts a letter without reading it out', () => {
    const after = withArrived(home, { ...message, box: 'letter' });
    expect([after.unread, after.notices]).toEqual([2, home.notices]);
  });

  it('shows it too when an older answer is on its way', async () => {
    const client = new QueryClient();
    const older = Promise.withResolvers<typeof home>();
    const answers = [Promise.resolve(home), older.promise, Promise.resolve({ ...home, unread: 2 })];
    const queryFn = () => answers.shift() ?? Promise.reject(new Error('asked too often'));
    const stop = new QueryObserver(client, { queryKey: ['home', {}], queryFn }).subscribe(() => undefined);
    await expect.poll(() => client.getQueryData(['home', {}])).toEqual(home);
    void client.invalidateQueries({ queryKey: ['home'] });
    await expect.poll(() => answers.length).toBe(1);
    onNotice(client, message);
    older.resolve(home);
    await expect.poll(() => client.isFetching()).toBe(0);
    expect(client.getQueryData(['home', {}])).toMatchObject({ unread: 2 });
    expect(answers).toHaveLength(0);
    stop();
  });

  it('turns through ten at most', () => {
    const notices = Array.from({ length: 10 }, (_, at) => ({ id: `${at}`, title: '' }));
    expect(withArrived({ ...home, notices }, message).notices).toHaveLength(10);
  });

  it('forgets what was deleted', () => {
    expect(withoutTitle(home, 'a').notices).toEqual([]);
  });
});

describe('loaded notices', () => {
  it('are read one by one, or all', () => {
    expect(shown(withRead(pages, 'c'))).toEqual([['a*', 'b'], ['c']]);
    expect(shown(withRead(pages))).toEqual([['a', 'b'], ['c']]);
  });

  it('take the counts of the server on every page', () => {
    const unread = { system: 0, letter: 3 };
    expect(withUnread(pages, unread).pages.map((each) => each.unread)).toEqual([unread, unread]);
  });

  it('go one by one, or all that were read, and the total with them', () => {
    const one = withoutNotices(pages, 'a');
    expect([shown(one), one.pages.map(({ total }) => total)]).toEqual([
      [['b'], ['c*']],
      [4, 4],
    ]);
    expect(shown(withoutNotices(pages))).toEqual([['a*'], ['c*']]);
    expect(withoutNotices(pages, 'zzz').pages[0]?.total).toBe(5);
  });
});
