import { limits } from '@touchline/contract/limits';
import type { BuilderQuote } from '@touchline/contract/shapes/builder';
import { ALL_PARTS, BUILDER, orderedParts } from '@touchline/football/builder-parts';
import { failureText } from '../../lib/call.ts';
import { queryClient } from '../../lib/query.ts';
import { translate } from '../../lib/i18n.tsx';
import { feelTick } from '../../ui/haptics.ts';
import { showToast } from '../../lib/toasts.ts';
import { suspendedText } from '../betting/suspended-text.ts';
import { partName } from '../labels/leg-lines.tsx';
import { builderOffer, builderQuery } from './builder-quote.ts';
import {
  idOf,
  type LegRef,
  type SlipOffer,
  type SelectionRef,
  partText,
  type SlipSelection,
} from './selection.ts';
import { dispatchSlip, readSlip } from './slip-store.ts';

/** A tap on a price: puts the selection in the slip, or takes it out. A full slip says so. */
export const tapPick = (pick: SlipSelection, offer: SlipOffer & { odds: string }): void => {
  const { items } = readSlip();
  if (items.length >= limits.legsMax && !items.some((item) => idOf(item.pick) === idOf(pick))) {
    showToast(translate('slip.full', { count: limits.legsMax }));
    return;
  }
  feelTick();
  dispatchSlip({ type: 'pick', pick, offer });
};

/**
 * Puts a selection in the slip that was made up elsewhere, in place of those with the ids `replaces`.
 * @returns false where the slip is full, after a message
 */
export const putPick = (
  pick: SlipSelection,
  offer: SlipOffer & { odds: string },
  replaces: readonly string[],
): boolean => {
  const { items } = readSlip();
  const isThere = items.some((item) => [idOf(pick), ...replaces].includes(idOf(item.pick)));
  if (items.length >= limits.legsMax && !isThere) {
    showToast(translate('slip.full', { count: limits.legsMax }));
    return false;
  }
  feelTick();
  dispatchSlip({ type: 'put', pick, offer, replaces });
  return true;
};

/** Takes a selection out of the slip, and offers to put it back as it was, stake and all. */
export const removePick = (pick: LegRef): void => {
  const before = readSlip();
  dispatchSlip({ type: 'remove', id: idOf(pick) });
  const after = readSlip();
  if (after === before) return;
  showToast(translate('slip.removed'), {
    label: translate('common.undo'),
    run: () => dispatchSlip({ type: 'restore', before, after }),
  });
};

/**
 * Makes one bet builder of all selections of a match.
 * @returns why they cannot be combined, if so: then nothing has changed
 */
export const combineMatch = async (event: string): Promise<string | undefined> => {
  const items = readSlip().items.filter(({ pick }) => pick.event === event);
  const [first] = items;
  if (first === undefined) return undefined;
  const parts = orderedParts(partsOf(items.map(({ pick }) => pick)));
  if (parts.length > limits.builderPartsMax) {
    return translate('builder.full', { count: limits.builderPartsMax });
  }
  try {
    const quote = await queryClient.fetchQuery({ ...builderQuery(event, parts), staleTime: 0 });
    const { home, away, kickOff } = first.pick;
    const offer = builderOffer(quote, { inPlay: first.offer?.inPlay, replay: first.offer?.replay });
    const { odds } = offer;
    if (odds === null) return whyNot(quote, first.pick);
    const pick = { event, home, away, kickOff, market: BUILDER, selection: ALL_PARTS, parts };
    putPick(
      pick,
      { ...offer, odds },
      items.map((item) => idOf(item.pick)),
    );
    return undefined;
  } catch (error) {
    return failureText(error);
  }
};

/** The selections of several picks, each once. */
const partsOf = (picks: readonly SlipSelection[]): SelectionRef[] => {
  const all = picks.flatMap(({ parts, market, selection, line }) => parts ?? [{ market, selection, line }]);
  return all.filter((part, at) => all.findIndex((other) => partText(other) === partText(part)) === at);
};

/** Why selections of a match have no price together. */
const whyNot = (quote: BuilderQuote, { home, away }: SlipSelection): string => {
  const { state, parts, redundant } = quote;
  if (state === 'impossible') return translate('builder.why.impossible');
  const part = parts.find(
    ({ apart, state: own }, at) => redundant.includes(at) || apart === true || own !== 'open',
  );
  if (part === undefined || state === 'open' || state === 'suspended') return suspendedText();
  return translate(`builder.why.${state}`, { selection: partName({ home, away, ...part }) });
};
