import { query, statement, type Queryable } from '../core/database/database.ts';
import type { Owner } from '../core/owner.ts';
import { addRowFact } from '../core/public-log/facts.ts';
import { insertInto } from '../core/database/rows.ts';
import { fold, type Contact } from './identity.ts';

const nickname = query.exec('member-nickname', 'update member set nickname = $2 where id = $1');

/** @param name null removes it */
export const setNickname = async (db: Queryable, memberId: string, name: string | null): Promise<void> => {
  await nickname(db, [memberId, name]);
};

const email = statement(
  'member-email',
  'update member set email = $2, email_folded = $3, email_confirmed_at = $4 where id = $1',
);
const mobile = statement(
  'member-mobile',
  'update member set area_code = $2, mobile = $3, mobile_confirmed_at = $4 where id = $1',
);

/**
 * Replaces the e-mail address or mobile number by a proved one, within a transaction.
 * @throws the database's error when another member has the address
 */
export const setContact = async (
  db: Queryable,
  { memberId, contact, now }: { memberId: string; contact: Contact; now: Date },
): Promise<void> => {
  await db.query(
    contact.kind === 'email'
      ? email([memberId, contact.email, fold(contact.email), now])
      : mobile([memberId, contact.areaCode, contact.mobile, now]),
  );
  await addRowFact(db, 'member', memberId);
};

const byEmail = statement(
  'member-hold-by-email',
  `select email, email_confirmed_at is not null as "isProven" from member
   where id = $1 and email_folded = $2 for update`,
);
const byMobile = statement(
  'member-hold-by-mobile',
  `select email, mobile_confirmed_at is not null as "isProven" from member
   where id = $1 and area_code = $2 and mobile = $3 for update`,
);

/**
 * Locks a member until the transaction ends, if the contact is still theirs.
 * @returns the e-mail address, if there is one, and whether the member had proved the contact before; undefined when it belongs
 *   to another member or to none by now
 */
export const holdByContact = async (
  db: Queryable,
  { memberId, contact }: { memberId: string; contact: Contact },
): Promise<{ email: string | null; isProven: boolean } | undefined> => {
  const { rows } = await db.query<{ email: string | null; isProven: boolean }>(
    contact.kind === 'email'
      ? byEmail([memberId, fold(contact.email)])
      : byMobile([memberId, contact.areaCode, contact.mobile]),
  );
  return rows[0];
};

const freeEmail = statement(
  'member-email-free',
  `update member set email = null, email_folded = null
   where email_folded = $1 and email_confirmed_at is null and id <> $2 returning id as "memberId", shard`,
);
const freeMobile = statement(
  'member-mobile-free',
  `update member set area_code = null, mobile = null
   where area_code = $1 and mobile = $2 and mobile_confirmed_at is null and id <> $3 returning id as "memberId", shard`,
);

/**
 * Takes an address or number from a member who has never proved it, for the one who has, within a transaction.
 * @param of.memberId who has proved it
 * @returns from whom
 */
export const freeContact = async (
  client: Queryable,
  { memberId, contact }: { memberId: string; contact: Contact },
): Promise<Owner | undefined> => {
  const { rows } = await client.query<Owner>(
    contact.kind === 'email'
      ? freeEmail([fold(contact.email), memberId])
      : freeMobile([contact.areaCode, contact.mobile, memberId]),
  );
  const [former] = rows;
  if (former !== undefined) await addRowFact(client, 'member', former.memberId);
  return former;
};

const emailConfirmed = statement(
  'member-email-confirmed',
  `update member set email_confirmed_at = $3 where id = $1 and email_folded = $2 and email_confirmed_at is null`,
);
const mobileConfirmed = statement(
  'member-mobile-confirmed',
  `update member set mobile_confirmed_at = $4
   where id = $1 and area_code = $2 and mobile = $3 and mobile_confirmed_at is null`,
);

/** Marks a contact as confirmed, the first time a code proves that the member reads it. Within a transaction. */
export const confirmContact = async (
  db: Queryable,
  { memberId, contact, now }: { memberId: string; contact: Contact; now: Date },
): Promise<void> => {
  const { rowCount } = await db.query(
    contact.kind === 'email'
      ? emailConfirmed([memberId, fold(contact.email), now])
      : mobileConfirmed([memberId, contact.areaCode, contact.mobile, now]),
  );
  if (rowCount !== 0) await addRowFact(db, 'member', memberId);
};

const password = query.exec(
  'member-password',
  'update member set password_hash = $2, password_changed_at = $3 where id = $1',
);

/** Sets a new password; the caller then ends the sessions within the same transaction. */
export const setPassword = async (
  db: Queryable,
  { memberId, hash, now }: { memberId: string; hash: string; now: Date },
): Promise<void> => {
  await password(db, [memberId, hash, now]);
  await addRowFact(db, 'member', memberId);
};

const acceptance = insertInto('terms_acceptance', ['shard', 'member_id', 'version', 'at', 'address', 'lan']);
const accept = query.exec('terms-accept', `${acceptance.text} on conflict do nothing`);
const accepted = query.exec('member-terms', 'update member set terms_accepted = $2 where id = $1');

/** Records that a member accepted a version of the terms; the first time counts. Within a transaction. */
export const recordTerms = async (
  client: Queryable,
  given: { shard: number; memberId: string; version: string; now: Date; address: string; lan: string },
): Promise<void> => {
  const { shard, memberId, version, now, address, lan } = given;
  await accept(client, acceptance.values({ shard, member_id: memberId, version, at: now, address, lan }));
  await accepted(client, [memberId, version]);
};
