import type { NoticeBox } from '@touchline/contract/kinds';

/**
 * The box the inbox opens on: one with something unread, letters first, since they are about the member alone; else one that is not
 * empty.
 * @param unread unread messages by box; undefined until known
 * @param totals all messages by box, as far as known
 * @returns undefined until it is known
 */
export const firstBox = (
  unread: Readonly<Record<NoticeBox, number>> | undefined,
  totals: Readonly<Partial<Record<NoticeBox, number | undefined>>>,
): NoticeBox | undefined => {
  if (unread === undefined) return undefined;
  if (unread.letter > 0) return 'letter';
  if (unread.system > 0) return 'system';
  if (totals.system === undefined || (totals.system === 0 && totals.letter === undefined)) return undefined;
  return totals.system === 0 && totals.letter !== 0 ? 'letter' : 'system';
};
