import { hash } from 'node:crypto';
import { canonicalJson, type Json, type JsonObject } from '@touchline/verify/canonical-json';
import { statement, type Queryable } from '../database/database.ts';
import type { Owner } from '../owner.ts';
import { rowParameters } from '../database/rows.ts';

/** Something that the public log commits the house to. */
export type Fact = {
  kind: string;
  /** What it is about, once within its kind. The nonce of a private fact follows from both. */
  id: string;
  /** A private fact is in the log as a hash alone; a public one in the clear. */
  isPrivate: boolean;
  /** Canonical JSON with `kind` and `v`, made from rows that do not change: the same whenever it is made. */
  body: string;
};

/** A fact with when it happened: what its receipt counts from. */
export type DatedFact = Fact & { at: Date };

/** Names a fact. */
export type FactKey = Pick<Fact, 'kind' | 'id'> & { owner?: Owner | undefined };

/** A row of a source, with the transaction that wrote it. */
export type FactRow = { tx: bigint; facts: readonly Fact[] };

/** Rows of transactions from `from` on and below `below`, without the first `skip`, and no more than `limit`. */
export type TxRange = { from: bigint; below: bigint; skip: number; limit: number };

/**
 * Facts that a module gives to the log. They are rows that are only added, with the number of their transaction: the log reads those
 * of ended transactions, so that writers do nothing for it.
 */
export type FactSource = {
  /** Under this name the log keeps how far it has read. */
  name: string;
  /** Kinds of its facts; empty where modules add any. */
  kinds: readonly string[];
  /**
   * Its facts wait for those of others, and go into the log with them once in a while: so that no one sees when it happened. They are
   * all private, and entries do not name their kinds.
   */
  isTogether?: boolean;
  /** How many rows are read at once. */
  rowsAtOnce: number;
  /** @returns rows by `tx` and then in an order that is the same each time; transactions in the range have ended */
  read(on: Queryable, range: TxRange): Promise<FactRow[]>;
  /**
   * Makes a private fact again from its row; undefined where there is none.
   * @param of.owner the member whom it belongs to, if any
   */
  find?: (on: Queryable, of: FactKey) => Promise<Fact | undefined>;
  /** A page of a member's private facts in one order, after the one with this id. */
  page?: (
    on: Queryable,
    owner: Owner,
    from: { after?: string | undefined; limit: number },
  ) => Promise<Fact[]>;
  /** A member's private facts about some subjects, as bets, oldest first. */
  about?: (on: Queryable, owner: Owner, subjects: readonly string[]) => Promise<Fact[]>;
  /** Makes the text of which a public fact has only the hash; undefined where there is none. */
  textOf?: (on: Queryable, id: string) => Promise<string | undefined>;
};

/** The body of a fact. Amounts are texts of minor units. */
export const factBody = (kind: string, fields: JsonObject): string =>
  canonicalJson({ ...fields, kind, v: 1 });

/** The body of a public fact whose text is too long for an entry: SHA-256 of the text, which is served next to the log. */
export const hashedBody = (kind: string, fields: JsonObject, text: string): string =>
  factBody(kind, { ...fields, sha256: hash('sha256', text, 'base64') });

/** A value of a column of JSON, as the driver has parsed it. @throws TypeError for what JSON does not have */
export const jsonOf = (value: unknown): Json => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, jsonOf(one)]));
  }
  throw new TypeError(`no JSON: ${typeof value}`);
};

/** Parameters $1 to $4 of the statement of a source: from, below, offset, limit. */
export const rangeValues = ({ from, below, skip, limit }: TxRange): unknown[] => [from, below, skip, limit];

const house = rowParameters('house_fact', ['kind', 'id', 'is_private', 'body']);
const addHouse = statement(
  'house-fact-add',
  `insert into house_fact (kind, id, is_private, body, at) values (${house.row}, site_now()) on conflict do nothing`,
);

/**
 * Adds a fact of the house that no other row keeps, in the transaction of what it is about. It is in the log seconds after the
 * commit.
 * @param client a connection to the centre
 * @returns false when a fact of this kind and id was added before
 */
export const addHouseFact = async (client: Queryable, fact: Fact): Promise<boolean> => {
  const { kind, id, isPrivate, body } = fact;
  const { rowCount } = await client.query(addHouse(house.values({ kind, id, is_private: isPrivate, body })));
  return rowCount === 1;
};

const member = rowParameters('member_fact', ['shard', 'member_id', 'kind', 'id', 'body']);
const addMember = statement(
  'member-fact-add',
  `insert into member_fact (shard, member_id, kind, id, body, at) values (${member.row}, site_now()) on conflict do nothing`,
);

/**
 * The same for a private fact of a member.
 * @param client the transaction of what happened
 */
export const addMemberFact = async (
  client: Queryable,
  { shard, memberId }: Owner,
  { kind, id, body }: Omit<Fact, 'isPrivate'>,
): Promise<boolean> => {
  const { rowCount } = await client.query(
    addMember(member.values({ shard, member_id: memberId, kind, id, body })),
  );
  return rowCount === 1;
};

const membersOf = statement(
  'member-facts-of',
  `select kind, id, body, (body::jsonb ->> 'time')::timestamptz as at from member_fact
   where shard = $1 and member_id = $2 and kind = $3 and split_part(id, ':', 1) = any($4::text[])
   order by at, length(id), id`,
);

/**
 * The facts that were added for a member about some subjects, oldest first. Their bodies say `time`, when it happened.
 * @param of.subjects what the ids begin with, before a colon
 */
export const memberFactsOf = async (
  on: Queryable,
  { shard, memberId }: Owner,
  { kind, subjects }: { kind: string; subjects: readonly string[] },
): Promise<DatedFact[]> => {
  if (subjects.length === 0) return [];
  const { rows } = await on.query<Pick<DatedFact, 'kind' | 'id' | 'body' | 'at'>>(
    membersOf([shard, memberId, kind, subjects]),
  );
  return rows.map((row) => ({ ...row, isPrivate: true }));
};
