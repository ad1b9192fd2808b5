import { dayMs } from '@touchline/contract/durations';
import {
  dehydrate,
  hydrate,
  type DehydratedState,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import type { RouteName } from '@touchline/contract/paths';
import { deviceStorage } from './device-storage.ts';
import { currentLanguage } from './config.ts';
import { userStore } from './user.ts';

/** Answers worth showing without a network. Nothing that opens an account or pays is among them. */
const keptCalls: ReadonlySet<unknown> = new Set<RouteName>([
  'home',
  'eventDetail',
  'orderList',
  'orderDetail',
  'playStatement',
  'rechargeList',
  'checkInInfo',
  'levelList',
  'teamInfo',
  'teamRules',
  'commissionList',
  'commissionDetail',
  'activityList',
  'helpList',
  'supportList',
  'companyProfile',
  'rules',
  'terms',
]);

/** The endless lists among them, of which what comes first is kept. */
const keptLists: ReadonlySet<unknown> = new Set([
  'eventPages',
  'betPages',
  'moneyPages',
  'rechargePages',
  'withdrawPages',
  'turnoverPages',
  'noticePages',
  'teamPages',
  'commissionPages',
]);

const key = 'answers';
const maxAgeMs = 7 * dayMs;

/** Whose answers they are, in which language, and when they were put by. */
type Kept = { member: string; language: string; at: number; state: DehydratedState };

const storage = deviceStorage<Kept>();

const isEndless = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages);

/** An endless list without what one scrolled down to: it would be fetched again page by page. */
const firstPage = (data: unknown): unknown =>
  isEndless(data) ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data;

/** Puts the answers a member was shown lately by on this device, for the next time there is no network. */
export const keepAnswers = async (client: QueryClient): Promise<void> => {
  const member = userStore.read()?.id;
  if (member === undefined) return;
  const state = dehydrate(client, {
    shouldDehydrateQuery: ({ queryKey: [name], state: { status } }) =>
      status === 'success' && (keptCalls.has(name) || keptLists.has(name)),
    shouldDehydrateMutation: () => false,
    serializeData: firstPage,
  });
  if (state.queries.length === 0) return;
  await storage.set(key, { member, language: currentLanguage(), at: Date.now(), state });
};

/** Restores the answers stored for this member; newer answers stay. */
export const bringBackAnswers = async (client: QueryClient): Promise<void> => {
  const found = await storage.get(key);
  const member = userStore.read()?.id;
  if (found === undefined || member === undefined) return;
  const isMine = found.member === member && found.language === currentLanguage();
  if (isMine && Date.now() - found.at < maxAgeMs) hydrate(client, found.state);
};

/** Forgets all of it: the next member of this device may be another person. */
export const forgetAnswers = (): Promise<void> => storage.delete(key);
