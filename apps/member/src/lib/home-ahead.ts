import type { Output } from '@touchline/contract/routes';
import { userStore } from './user.ts';
import { call } from './call.ts';

type Home = Output<'home'>;

/** How long an answer that was asked for ahead may wait for the page, milliseconds. */
const keptMs = 10_000;
let asked: { member: string; answer: Promise<Home>; atMs: number } | undefined;

/** Asks for the home page's data while its code is still on the way. */
export const askHome = (): void => {
  const member = userStore.read()?.id;
  if (member === undefined) return;
  const answer = call('home', {}, { mask: false, quiet: true });
  // What fails is asked again by the page.
  answer.catch(() => undefined);
  asked = { member, answer, atMs: performance.now() };
};

/** The answer to what this member asked ahead, once; nothing when it is old or failed, or nothing was asked. */
export const takeHome = async (): Promise<Home | undefined> => {
  const taken = asked;
  asked = undefined;
  if (taken === undefined || taken.member !== userStore.read()?.id) return undefined;
  if (performance.now() - taken.atMs > keptMs) return undefined;
  return taken.answer.catch(() => undefined);
};
