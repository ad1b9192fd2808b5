import { limits } from '@touchline/contract/limits';
import { moneyKinds, type MoneyEntry, type MoneyKind } from '@touchline/contract/shapes/money';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { Handlers } from '../http/handler.ts';
import { Refused } from '../platform/refusal.ts';
import type { LogEntry, Wallet } from '../wallet/service.ts';

/** The call of a member's own wallet. */
export const moneyLogHandlers = ({
  wallet,
  currency,
  timeZone,
}: {
  wallet: Pick<Wallet, 'log'>;
  currency: Currency;
  timeZone: string;
}): Pick<Handlers, 'moneyLogList'> => ({
  moneyLogList: async (input, { member }) => {
    const { kind, from, to, page = 1, limit = limits.listLimitDefault } = input;
    if (from !== undefined && to !== undefined && from > to) {
      throw new Refused('validation', { rules: { to: 'range' } });
    }
    const { entries, total } = await wallet.log(
      { memberId: member.id, shard: member.shard },
      { kind, from, to, timeZone, limit, offset: (page - 1) * limit },
    );
    return { list: entries.map((entry) => toWire(entry, currency)), total, page, limit };
  },
});

const kinds = new Map<string, MoneyKind>(moneyKinds.map((kind) => [kind, kind]));

const toWire = (entry: LogEntry, { scale }: Currency): MoneyEntry => {
  const kind = kinds.get(entry.kind);
  if (kind === undefined) throw new Error(`An entry of a kind that is not on the wire: ${entry.kind}`);
  return {
    id: String(entry.version),
    kind,
    amount: formatAmount(entry.amountMinor, scale),
    held: formatAmount(entry.heldMinor, scale),
    balanceAfter: formatAmount(entry.availableAfterMinor, scale),
    heldAfter: formatAmount(entry.heldAfterMinor, scale),
    at: entry.at.toISOString(),
    ...(entry.ref === null ? {} : { ref: entry.ref }),
  };
};
