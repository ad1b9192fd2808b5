import type { Letter } from '../core/events.ts';
import type { ManualClock } from '../core/clock.ts';
import type { TestTouchline } from './touchline.ts';

const messagesTo = (site: TestTouchline, to: string) => site.outbox.list({ to, limit: 100, offset: 0 });

/** The newest message to an address, as operators read it. */
export const lastMessageTo = async (
  site: TestTouchline,
  to: string,
): Promise<{ text: string; subject: string; template: string } | undefined> => {
  const [newest] = (await messagesTo(site, to)).list;
  return newest && { text: newest.text, subject: newest.subject, template: newest.row.template };
};

/** How many messages went to an address. */
export const countMessagesTo = async (site: TestTouchline, to: string): Promise<number> =>
  (await messagesTo(site, to)).total;

/** Requests a code after the required pause. @returns the code */
export const requestCode = async (
  site: TestTouchline<ManualClock>,
  to: string,
  purpose: string,
  headers: Record<string, string> = {},
): Promise<string> => {
  site.clock.advance(61_000);
  await site.ask('sendCode', { to, purpose }, headers);
  return site.codeTo(to);
};

/** The letters of a member after the welcome, oldest first. */
export const lettersOf = ({ letters }: Pick<TestTouchline, 'letters'>, id: string): Letter[] =>
  letters
    .filter(({ memberId, template }) => memberId === id && template !== 'welcome')
    .map(({ memberId: _of, ...letter }) => letter);
