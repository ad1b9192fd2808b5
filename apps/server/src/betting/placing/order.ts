import { hash } from 'node:crypto';
import { limits } from '@touchline/contract/limits';
import { ALL_PARTS, BUILDER, partsText } from '@touchline/football/builder-parts';
import type { FieldRule } from '@touchline/contract/reasons';
import type { Input } from '@touchline/contract/routes';
import { parseAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import { parseOdds } from '@touchline/money/odds';
import { systemLines } from '@touchline/money/system';
import { coverName } from '@touchline/money/system-names';
import { Refused } from '../../core/refusal.ts';
import { isId } from '../../core/ids.ts';
import { readPicks, type BuilderPick } from '../builder/picks.ts';

export type Accept = Input<'orderAdd'>['accept'];

/** A leg as the member saw it. `line` is the selected side's own, '' for a market without lines. */
export type OrderLeg = {
  event: string;
  market: string;
  line: string;
  /** Of a builder the text of its parts. */
  selection: string;
  oddsMilli: number;
  /** Of a builder: its parts, in canonical order. */
  parts?: readonly BuilderPick[];
};

/** A member's bet request, read but not yet judged. */
export type Order = {
  key: string;
  requestHash: string;
  /**
   * Hash of the selections and the stake. The order of the legs does not change it, so that a bet sent twice
   * has the same hash.
   */
  slipHash: bigint;
  type: Input<'orderAdd'>['type'];
  /** Legs per line: all of them except for a system, which can be a full cover (`lineSizes` of money). */
  k: number;
  lines: number;
  /** Stake of one line in minor units. */
  unitMinor: bigint;
  accept: Accept;
  /** The same bet of the last seconds does not count against it: the member confirms it, or it replaces a bet. */
  again: boolean;
  legs: readonly OrderLeg[];
};

/**
 * Reads a request.
 * @throws Refused `validation` for a stake that is no amount of the currency, invalid odds, a `k` that is
 *   missing, out of range or superfluous; `bet_type` when the number of legs does not fit the type;
 *   `too_many_lines`; `same_event` for two legs of one event; `not_found` for a malformed event id; `builder_parts` for parts that
 *   are too few, too many or unknown
 */
export const readOrder = (input: Input<'orderAdd'>, currency: Currency): Order => {
  const { key, type, accept, again = false } = input;
  const k = legsPerLine(input);
  const lines = systemLines(k, input.legs.length);
  if (lines > limits.linesMax) throw new Refused('too_many_lines');
  const unitMinor = parseAmount(input.stake, currency.scale);
  if (unitMinor === undefined) throw broken('stake', 'amount');
  const legs = input.legs.map((leg, i): OrderLeg => {
    const oddsMilli = parseOdds(leg.odds);
    if (oddsMilli === undefined) throw broken(`legs.${i}.odds`, 'odds');
    const { event, market, line = '', selection } = leg;
    if (market !== BUILDER && leg.parts === undefined) return { event, market, line, selection, oddsMilli };
    if (market !== BUILDER) throw broken(`legs.${i}.parts`, 'unknown');
    if (line !== '') throw broken(`legs.${i}.line`, 'unknown');
    if (selection !== ALL_PARTS) throw broken(`legs.${i}.selection`, 'choice');
    const parts = readPicks(leg.parts ?? [], limits.builderPartsMin);
    return { event, market, line, selection: partsText(parts), oddsMilli, parts };
  });
  if (!legs.every((leg) => isId(leg.event))) throw new Refused('not_found');
  if (new Set(legs.map((leg) => leg.event)).size < legs.length) throw new Refused('same_event');
  const asked = JSON.stringify([type, k, input.stake, accept, again, legs]);
  return {
    key,
    type,
    k,
    lines,
    unitMinor,
    accept,
    again,
    legs,
    // 128 bits distinguish the requests of one key.
    requestHash: hash('sha256', asked, 'base64url').slice(0, 22),
    slipHash: slipHashOf({ type, k, unitMinor, legs }),
  };
};

/**
 * Hashes the selections and the stake of a bet. The order of the legs does not change the hash.
 * @param slip.k legs per line: all of them except for a system
 * @param slip.unitMinor stake of one line in minor units
 */
export const slipHashOf = ({
  type,
  k,
  unitMinor,
  legs,
}: {
  type: string;
  k: number;
  unitMinor: bigint;
  legs: readonly Omit<OrderLeg, 'oddsMilli'>[];
}): bigint => hash64(`${type} ${k} ${unitMinor} ${legs.map(selectionText).toSorted().join(' ')}`);

const broken = (field: string, rule: FieldRule): Refused =>
  new Refused('validation', { rules: { [field]: rule } });

const legsPerLine = ({ type, k, legs: { length } }: Input<'orderAdd'>): number => {
  if (type !== 'system') {
    if (k !== undefined) throw broken('k', 'unknown');
    if (type === 'single' ? length !== 1 : length < 2) throw new Refused('bet_type');
    return length;
  }
  if (k === undefined) throw broken('k', 'required');
  if (length < 2) throw new Refused('bet_type');
  // Below zero it is a full cover, of which those with a name are taken.
  if (k < 1 ? coverName(k, length) === undefined : k > length) throw broken('k', 'range');
  return k;
};

const selectionText = ({ event, market, line, selection }: Omit<OrderLeg, 'oddsMilli'>): string =>
  `${event}|${market}|${line}|${selection}`;

/** Two FNV-1a hashes side by side, as the signed 64 bits of the database. Quick, and only ever compared within one member. */
const hash64 = (text: string): bigint => {
  let high = 0x811c9dc5;
  let low = 0x050c5d1f;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ (code + i), 0x01000193);
  }
  return (BigInt(high) << 32n) | BigInt(low >>> 0);
};
