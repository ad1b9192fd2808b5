import type { Lan } from '@touchline/locales/locales';
import { statement, type Queryable } from '../platform/database.ts';
import { fold, type Identity } from './identity.ts';

/** A member as stored. */
export type MemberRow = {
  id: string;
  shard: number;
  account: string;
  email: string | null;
  area_code: string | null;
  mobile: string | null;
  language: string;
  invitation_code: string;
  registered_at: Date;
  birth_date: string;
  /** The verified name, and since when. */
  real_name: string | null;
  verified_at: Date | null;
  /** Whether a second factor is on. */
  otp: boolean;
  nickname: string | null;
  /** The newest version of the terms accepted. */
  terms_accepted: string | null;
  /** Since when, and why, operators have locked the account. */
  locked_at: Date | null;
  locked_why: string | null;
  /** The agent code of the link that brought the member. */
  agent_code: string | null;
  /** How often the account was locked or opened. */
  lock_version: number;
};

/** The columns of a MemberRow, of `member m`. */
export const memberColumns = `m.id, m.shard, m.account, m.email, m.area_code, m.mobile, m.language, m.invitation_code,
  m.registered_at, m.birth_date, m.real_name, m.verified_at, m.nickname, m.terms_accepted, m.locked_at, m.locked_why, m.agent_code,
  m.lock_version,
  exists (select from second_factor f
          where f.shard = m.shard and f.member_id = m.id and f.confirmed_at is not null) as otp`;

/** What sign-in needs beside: the password's hash, and whether the member has signed in from there before. */
export type SignInRow = MemberRow & { password_hash: string; known: boolean };

const forSignIn = (by: string, condition: string): ReturnType<typeof statement> =>
  statement(
    `member-by-${by}`,
    `select ${memberColumns}, m.password_hash,
       exists (select from session s where s.member_id = m.id and s.address = $1) as known
     from member m where ${condition}`,
  );
const byAccount = forSignIn('account', 'm.account_folded = $2');
const byEmail = forSignIn('email', 'm.email_folded = $2');
const byMobile = forSignIn('mobile', 'm.area_code = $2 and m.mobile = $3');

/** The member of an identity, and whether the address is one they have signed in from. */
export const findForSignIn = async (
  db: Queryable,
  identity: Identity,
  address: string,
): Promise<SignInRow | undefined> => {
  const query =
    identity.kind === 'account'
      ? byAccount([address, fold(identity.account)])
      : identity.kind === 'email'
        ? byEmail([address, fold(identity.email)])
        : byMobile([address, identity.areaCode, identity.mobile]);
  const { rows } = await db.query<SignInRow>(query);
  return rows[0];
};

const byId = statement('member-by-id', `select ${memberColumns} from member m where m.id = $1`);

export const findMember = async (db: Queryable, id: string): Promise<MemberRow | undefined> => {
  const { rows } = await db.query<MemberRow>(byId([id]));
  return rows[0];
};

const forCheck = statement(
  'member-for-check',
  `select m.account, m.password_hash,
     exists (select from session s where s.member_id = m.id and s.address = $2) as known
   from member m where m.id = $1`,
);

/** What it takes to ask a member for the password once more. */
export const findForCheck = async (
  db: Queryable,
  id: string,
  address: string,
): Promise<{ account: string; password_hash: string; known: boolean } | undefined> => {
  const { rows } = await db.query<{ account: string; password_hash: string; known: boolean }>(
    forCheck([id, address]),
  );
  return rows[0];
};

const byInvitation = statement('member-by-invitation', 'select id from member where invitation_code = $1');

/** The member who invites by a code. */
export const findInviter = async (db: Queryable, code: string): Promise<string | undefined> => {
  const { rows } = await db.query<{ id: string }>(byInvitation([code]));
  return rows[0]?.id;
};

export type NewMember = {
  id: string;
  shard: number;
  account: string;
  identity: Identity;
  passwordHash: string;
  birthDate: string;
  language: Lan;
  invitationCode: string;
  inviterId: string | undefined;
  agentCode: string | undefined;
  /** Whether a code proved the e-mail address or mobile number. */
  confirmed: boolean;
  now: Date;
};

const insert = statement(
  'member-insert',
  `insert into member (id, shard, account, account_folded, email, email_folded, area_code, mobile, password_hash,
     birth_date, language, invitation_code, inviter_id, registered_at, agent_code, email_confirmed_at, mobile_confirmed_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
);

export const insertMember = async (db: Queryable, member: NewMember): Promise<void> => {
  const { identity } = member;
  const email = identity.kind === 'email' ? identity.email : null;
  await db.query(
    insert([
      member.id,
      member.shard,
      member.account,
      fold(member.account),
      email,
      email === null ? null : fold(email),
      identity.kind === 'mobile' ? identity.areaCode : null,
      identity.kind === 'mobile' ? identity.mobile : null,
      member.passwordHash,
      member.birthDate,
      member.language,
      member.invitationCode,
      member.inviterId ?? null,
      member.now,
      member.agentCode ?? null,
      member.confirmed && identity.kind === 'email' ? member.now : null,
      member.confirmed && identity.kind === 'mobile' ? member.now : null,
    ]),
  );
};

const language = statement(
  'member-language',
  'update member set language = $2 where id = $1 and language <> $2',
);

/** Remembers the language a member reads. */
export const setLanguage = async (db: Queryable, id: string, lan: Lan): Promise<void> => {
  await db.query(language([id, lan]));
};
