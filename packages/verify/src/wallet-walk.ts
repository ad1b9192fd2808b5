import type { JsonObject } from './canonical-json.ts';
import { minorIn, textIn } from './json-fields.ts';

/** A wallet after an entry, in minor units. */
export type WalletState = {
  /** Number of the last entry, from 1; 0 before the first. */
  version: number;
  available: bigint;
  held: bigint;
};

/** A wallet before its first entry. */
export const emptyWallet: WalletState = { version: 0, available: 0n, held: 0n };

/**
 * What an entry of a wallet contradicts.
 * - `not-an-entry`: another kind of fact, or amounts that are none
 * - `other-member`: an entry of another member
 * - `gap`: its number does not follow the last one
 * - `sum`: available or held after it are not the earlier value plus the amounts
 */
export type WalkFault = 'not-an-entry' | 'other-member' | 'gap' | 'sum';

export type WalkStep = { ok: true; after: WalletState } | { ok: false; fault: WalkFault };

/**
 * Goes one entry further through a wallet.
 * @param body of the next entry
 * @param memberId whose wallet it is, as the member's own device knows it
 */
export function walkWallet(
  before: WalletState,
  { body, memberId }: { body: JsonObject; memberId: string },
): WalkStep {
  const fault = (name: WalkFault): WalkStep => ({ ok: false, fault: name });
  const [amount, heldChange] = [minorIn(body, 'amount'), minorIn(body, 'heldChange')];
  const [available, held] = [minorIn(body, 'available'), minorIn(body, 'held')];
  const isWhole =
    amount !== undefined && heldChange !== undefined && available !== undefined && held !== undefined;
  if (body['kind'] !== 'entry' || !isWhole) return fault('not-an-entry');
  if (body['member'] !== memberId) return fault('other-member');
  const version = before.version + 1;
  if (textIn(body, 'version') !== String(version)) return fault('gap');
  if (available !== before.available + amount || held !== before.held + heldChange) return fault('sum');
  return { ok: true, after: { version, available, held } };
}
