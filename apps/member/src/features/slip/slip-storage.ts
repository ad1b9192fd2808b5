import type { Team } from '@touchline/contract/shapes/football';
import { asFields, asList, asNumber, asText } from '@touchline/client/values';
import { readParts, idOf, type SlipSelection, slipTabs } from './selection.ts';
import {
  type PriceAcceptance,
  type PlacingAttempt,
  emptySlip,
  emptyTicket,
  isAwaiting,
  type Item,
  type SlipState,
  type SlipTicket,
} from './slip.ts';

/**
 * What of the slip outlives the page: selections, stakes and choices. A bet whose answer was still awaited is kept
 * as it was sent, so that trying again after a reload cannot place it twice. Prices are asked for again.
 */
export const storedSlip = ({ items, tab, k, same, combined, accept, edit }: SlipState): unknown => ({
  items: items.map(({ pick, agreed, ticket }) => ({ pick, agreed, ticket: storedTicket(ticket) })),
  tab,
  k,
  same,
  edit,
  accept: accept === 'any' ? accept : undefined,
  combined: { accumulator: storedTicket(combined.accumulator), system: storedTicket(combined.system) },
});

const storedTicket = (ticket: SlipTicket): unknown =>
  isAwaiting(ticket) ? { stake: ticket.stake, attempt: ticket.attempt } : { stake: ticket.stake };

/** Reads a stored slip; what cannot be read is left out. `accept` is the member's choice for every slip. */
export const readSlipFrom = (stored: unknown, accept: PriceAcceptance): SlipState => {
  const fields = asFields(stored);
  const items = asList(fields.items).flatMap(readItem);
  if (items.length === 0) return { ...emptySlip, accept };
  const combined = asFields(fields.combined);
  return {
    ...emptySlip,
    items: items.filter((item, at) => items.findIndex(({ pick }) => idOf(pick) === idOf(item.pick)) === at),
    tab: slipTabs.find((tab) => tab === fields.tab),
    k: asNumber(fields.k) ?? emptySlip.k,
    same: fields.same === true,
    edit: readEdit(fields.edit),
    combined: { accumulator: readTicket(combined.accumulator), system: readTicket(combined.system) },
    accept: fields.accept === 'any' ? 'any' : accept,
  };
};

const readEdit = (stored: unknown): SlipState['edit'] => {
  const { bet, sent } = asFields(stored);
  const id = asText(bet);
  return id === undefined ? undefined : { bet: id, sent: asText(sent) };
};

const readItem = (stored: unknown): Item[] => {
  const fields = asFields(stored);
  const pick = readPick(fields.pick);
  const agreed = asText(fields.agreed);
  if (pick === undefined || agreed === undefined) return [];
  return [{ pick, agreed, offer: undefined, before: undefined, ticket: readTicket(fields.ticket) }];
};

const readPick = (stored: unknown): SlipSelection | undefined => {
  const { event, market, selection, line, parts, kickOff, home, away } = asFields(stored);
  const ref = { event: asText(event), market: asText(market), selection: asText(selection) };
  const sides = { home: readTeam(home), away: readTeam(away) };
  const moment = asText(kickOff);
  const own = asText(line);
  if (ref.event === undefined || ref.market === undefined || ref.selection === undefined) return undefined;
  const selections = readParts(parts);
  if (parts !== undefined && selections === undefined) return undefined;
  if (sides.home === undefined || sides.away === undefined || moment === undefined) return undefined;
  return {
    event: ref.event,
    market: ref.market,
    selection: ref.selection,
    line: own,
    ...(selections && { parts: selections }),
    home: sides.home,
    away: sides.away,
    kickOff: moment,
  };
};

const readTeam = (stored: unknown): Team | undefined => {
  const fields = asFields(stored);
  const [id, name, short] = [asText(fields.id), asText(fields.name), asText(fields.short)];
  const [first, second] = asList(fields.colours).map(asText);
  if (id === undefined || name === undefined || short === undefined) return undefined;
  const flag = asText(fields.flag);
  return { id, name, short, flag, colours: [first ?? '', second ?? ''] };
};

const readTicket = (stored: unknown): SlipTicket => {
  const fields = asFields(stored);
  const stake = asText(fields.stake) ?? '';
  const attempt = readAttempt(fields.attempt);
  if (!/^\d{0,7}(\.\d*)?$/.test(stake)) return emptyTicket;
  return attempt === undefined
    ? { ...emptyTicket, stake }
    : { ...emptyTicket, stake, attempt, phase: 'unheard' };
};

const readAttempt = (stored: unknown): PlacingAttempt | undefined => {
  const fields = asFields(stored);
  const [key, stake] = [asText(fields.key), asText(fields.stake)];
  const type = slipTabs.find((tab) => tab === fields.type);
  const accept = (['none', 'better', 'any'] as const).find((choice) => choice === fields.accept);
  const k = asNumber(fields.k);
  const legs = asList(fields.legs).flatMap(readLeg);
  if (key === undefined || stake === undefined || type === undefined || accept === undefined)
    return undefined;
  if (legs.length === 0 || legs.length !== asList(fields.legs).length) return undefined;
  return {
    key,
    type,
    k,
    stake,
    accept,
    again: fields.again === true || undefined,
    legs,
  };
};

const readLeg = (stored: unknown): PlacingAttempt['legs'] => {
  const fields = asFields(stored);
  const [event, market, selection] = [asText(fields.event), asText(fields.market), asText(fields.selection)];
  const [line, odds] = [asText(fields.line), asText(fields.odds)];
  if (event === undefined || market === undefined || selection === undefined || odds === undefined) return [];
  const parts = readParts(fields.parts);
  if (fields.parts !== undefined && parts === undefined) return [];
  return [{ event, market, selection, line, odds, ...(parts && { parts }) }];
};
