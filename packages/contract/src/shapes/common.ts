import { Type, type TEnum, type TSchema } from 'typebox';
import { amountPattern, keyPattern, limits, oddsPattern, signedAmountPattern } from '../limits.ts';

/** An id as it travels: a string the client never takes apart. */
export const Id = Type.String({ minLength: 1, maxLength: 64, description: 'id' });
/** Decimal amount in the wallet currency's scale, e.g. "12.50". */
export const Amount = Type.String({ pattern: amountPattern, description: 'amount', examples: ['12.50'] });
/** Decimal amount that may be negative. */
export const SignedAmount = Type.String({ pattern: signedAmountPattern, examples: ['-3.20'] });
/** Decimal odds, e.g. "2.35". */
export const Odds = Type.String({ pattern: oddsPattern, description: 'odds', examples: ['2.35'] });
/** Odds of a whole bet: those of many legs together may be longer than any price. */
export const CombinedOdds = Type.String({
  pattern: '^[1-9][0-9]*(\\.[0-9]{1,3})?$',
  description: 'odds',
  examples: ['18.42'],
});
/** Time, ISO 8601 UTC. */
export const Moment = Type.String({ format: 'date-time', examples: ['2026-06-11T19:00:00.000Z'] });
/** Idempotency key made by the client: same key and body, same answer; same key with another body is refused. */
export const Key = Type.String({ pattern: keyPattern, description: 'idempotency key' });

/** How often something has changed. A decision names the one its page showed, and is refused as `outdated` otherwise. */
export const Version = Type.Integer({
  minimum: 0,
  maximum: limits.numberMax,
  description: 'as it was seen',
});

/** One of a few words. */
export const oneOf = <const T extends string[]>(values: readonly [...T]): TEnum<T> => Type.Enum([...values]);

export const Empty = Type.Object({}, { additionalProperties: false });

/** Page and limit of a list call; in the query string, so numbers may arrive as text. */
export const pageFields = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.pageMax, default: 1 })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: limits.listLimitMax, default: limits.listLimitDefault }),
  ),
};

/** `{list, total, page, limit}` of `item`. */
export const listOf = <T extends TSchema>(item: T) =>
  Type.Object({ list: Type.Array(item), total: Type.Integer(), page: Type.Integer(), limit: Type.Integer() });
