import { limits } from '@touchline/contract/limits';
import { systemLines } from '@touchline/money/system';
import { idOf } from './pick.ts';
import { moveOf } from './price-change.ts';
import type { Item, SlipState, SlipTab, TicketId } from './slip-types.ts';
import type { Ticket } from './ticket.ts';

/** The tab shown: the chosen one where it fits, else all together, or each by itself where that cannot be. */
export const tabOf = ({ tab, items }: Pick<SlipState, 'tab' | 'items'>): SlipTab => {
  if (items.length < 2) return 'single';
  if (tab === 'system' && items.length < 3) return 'accumulator';
  return tab ?? (conflictsOf(items).size === 0 ? 'accumulator' : 'single');
};

/** The single whose stake the pad writes: the one chosen, else the last one picked. */
export const targetOf = ({ target, items }: SlipState): string | undefined => {
  const known = items.some(({ pick }) => idOf(pick) === target);
  const last = items.at(-1);
  return known || last === undefined ? target : idOf(last.pick);
};

/** Ids of the selections that share their match with another: they cannot stand in one bet. */
export const conflictsOf = (items: readonly Item[]): Set<string> =>
  new Set(
    [...Map.groupBy(items, ({ pick }) => pick.event).values()]
      .filter((sameMatch) => sameMatch.length > 1)
      .flat()
      .map(({ pick }) => idOf(pick)),
  );

/** One system over n selections. */
type SystemOption = { k: number; lines: number };

/** The systems n selections can be played as: k from 2 to n − 1, those within the lines one bet may have. */
export const systemsOf = (n: number): SystemOption[] =>
  Array.from({ length: Math.max(0, n - 2) }, (_, at) => ({
    k: at + 2,
    lines: systemLines(at + 2, n),
  })).filter(({ lines }) => lines <= limits.linesMax);

/** Legs per line of the slip's system: as chosen, or the most below that these selections can be played as. */
export const systemOf = ({ k, items }: Pick<SlipState, 'k' | 'items'>): number =>
  systemsOf(items.length).findLast((option) => option.k <= k)?.k ?? 2;

/** The ticket of one bet of the slip. */
export const ticketOf = (state: SlipState, of: TicketId): Ticket | undefined =>
  typeof of === 'string'
    ? state.combined[of]
    : state.items.find(({ pick }) => idOf(pick) === of.single)?.ticket;

/** Whether an answer to some bet of the slip is under way. */
export const isSending = ({ items, combined }: SlipState): boolean =>
  [combined.accumulator, combined.system, ...items.map(({ ticket }) => ticket)].some(
    ({ phase }) => phase === 'placing',
  );

/** The move the member has still to answer: the price now, when it is not the agreed one. */
export const priceToAnswer = ({ offer, agreed }: Pick<Item, 'offer' | 'agreed'>): string | undefined => {
  const odds = offer?.odds ?? undefined;
  return odds !== undefined && moveOf(agreed, odds) !== 0 ? odds : undefined;
};

/** The price an item is reckoned at: what the book offers now, else what was agreed. */
export const oddsNow = (item: Item): string => priceToAnswer(item) ?? item.agreed;

/** Why a selection cannot be bet on now, if so. `unknown`: not heard of since the page was loaded. */
export const blockOf = ({ offer }: Pick<Item, 'offer'>): 'suspended' | 'closed' | 'unknown' | undefined => {
  if (offer === undefined) return 'unknown';
  if (offer.state === 'suspended') return 'suspended';
  if (offer.state !== 'open') return 'closed';
  return offer.odds === null ? 'suspended' : undefined;
};
