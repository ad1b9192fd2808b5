import { dehydrate, hydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query';
import type { RouteName } from '@touchline/contract/paths';
import { del, get, set } from 'idb-keyval';
import { currentLanguage } from '../state/config.ts';
import { userStore } from '../state/user.ts';

/** What is worth showing without a network. Nothing that opens an account or pays is among it. */
const kept: ReadonlySet<unknown> = new Set<RouteName>([
  'home',
  'eventList',
  'eventDetail',
  'orderList',
  'moneyLogList',
  'rechargeList',
  'withdrawList',
  'turnoverList',
  'teamInfo',
  'levelList',
  'noticeList',
  'helpList',
  'supportList',
  'rules',
]);

const key = 'answers';
const maxAgeMs = 7 * 86_400_000;

/** Whose answers they are, in which language, and when they were put by. */
type Kept = { member: string; language: string; at: number; state: DehydratedState };

const whose = () => ({ member: userStore.read()?.id ?? '', language: currentLanguage() });

/** Puts the answers shown lately by on this device, for the next time there is no network. */
export const keepAnswers = async (client: QueryClient): Promise<void> => {
  const state = dehydrate(client, {
    shouldDehydrateQuery: ({ queryKey, state: { status } }) => status === 'success' && kept.has(queryKey[0]),
    shouldDehydrateMutation: () => false,
  });
  if (state.queries.length === 0) return;
  await set(key, { ...whose(), at: Date.now(), state } satisfies Kept);
};

/** Brings back what was put by for this member; what is newer stays as it is. */
export const bringBackAnswers = async (client: QueryClient): Promise<void> => {
  const found = await get<Kept>(key);
  if (found === undefined) return;
  const { member, language } = whose();
  const isMine = found.member === member && found.language === language;
  if (isMine && Date.now() - found.at < maxAgeMs) hydrate(client, found.state);
};

/** Forgets all of it: the next member of this device is somebody else. */
export const forgetAnswers = (): Promise<void> => del(key);
