import type { Lan } from '@touchline/locales/locales';
import { query, statement, type Queryable } from '../core/database/database.ts';
import { addRowFact } from '../core/public-log/facts.ts';
import { columnsOf, insertInto, type Row } from '../core/database/rows.ts';
import { fold, type Identity } from './identity.ts';

const stored = [
  'id',
  'shard',
  'account',
  'email',
  'area_code',
  'mobile',
  'language',
  'invitation_code',
  'registered_at',
  'birth_date',
  'real_name',
  'verified_at',
  'nickname',
  'terms_accepted',
  'locked_at',
  'locked_why',
  'agent_code',
  'lock_version',
] as const;
/**
 * A member as stored. `real_name` is the verified name, `terms_accepted` the newest version of the terms accepted, `lock_version`
 * how often the account was locked or opened; `otp` says whether a second factor is on.
 */
export type MemberRow = Row<'member', (typeof stored)[number]> & { otp: boolean };

/** The columns of a MemberRow, of `member m`. */
export const memberColumns = `${columnsOf('member', stored, 'm')},
  exists (select from second_factor f
          where f.shard = m.shard and f.member_id = m.id and f.confirmed_at is not null) as otp`;

/** What sign-in needs as well: the password's hash, and whether the member has signed in from there before. */
export type MemberSignInRow = MemberRow &
  Row<'member', 'password_hash' | 'email_confirmed_at' | 'mobile_confirmed_at'> & { known: boolean };

/** Whether the member has proved to read the address or number. One without proof belongs to who proves it. */
export const isProven = (
  member: Pick<MemberSignInRow, 'email_confirmed_at' | 'mobile_confirmed_at'>,
  kind: 'email' | 'mobile',
): boolean => (kind === 'email' ? member.email_confirmed_at : member.mobile_confirmed_at) !== null;

const forSignIn = (by: string, condition: string): ReturnType<typeof statement> =>
  statement(
    `member-by-${by}`,
    `select ${memberColumns}, m.password_hash, m.email_confirmed_at, m.mobile_confirmed_at,
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
): Promise<MemberSignInRow | undefined> => {
  const query =
    identity.kind === 'account'
      ? byAccount([address, fold(identity.account)])
      : identity.kind === 'email'
        ? byEmail([address, fold(identity.email)])
        : byMobile([address, identity.areaCode, identity.mobile]);
  const { rows } = await db.query<MemberSignInRow>(query);
  return rows[0];
};

const byId = query.one<MemberRow>('member-by-id', `select ${memberColumns} from member m where m.id = $1`);

export const findMember = (db: Queryable, id: string): Promise<MemberRow | undefined> => byId(db, [id]);

const forCheck = query.one<CheckRow>(
  'member-for-check',
  `select m.account, m.password_hash,
     exists (select from session s where s.member_id = m.id and s.address = $2) as known
   from member m where m.id = $1`,
);

type CheckRow = Row<'member', 'account' | 'password_hash'> & { known: boolean };

/** What it takes to ask a member for the password again. */
export const findForCheck = (db: Queryable, id: string, address: string): Promise<CheckRow | undefined> =>
  forCheck(db, [id, address]);

const byInvitation = query.one<{ id: string }>(
  'member-by-invitation',
  'select id from member where invitation_code = $1',
);

/** The member who invites by a code. */
export const findInviter = async (db: Queryable, code: string): Promise<string | undefined> => {
  const row = await byInvitation(db, [code]);
  return row?.id;
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

const newMember = insertInto('member', [
  'id',
  'shard',
  'account',
  'account_folded',
  'email',
  'email_folded',
  'area_code',
  'mobile',
  'password_hash',
  'birth_date',
  'language',
  'invitation_code',
  'inviter_id',
  'registered_at',
  'agent_code',
  'email_confirmed_at',
  'mobile_confirmed_at',
]);
const insert = query.exec('member-insert', newMember.text);

/** Within a transaction. */
export const insertMember = async (db: Queryable, member: NewMember): Promise<void> => {
  const { identity } = member;
  const email = identity.kind === 'email' ? identity.email : null;
  await insert(
    db,
    newMember.values({
      id: member.id,
      shard: member.shard,
      account: member.account,
      account_folded: fold(member.account),
      email,
      email_folded: email === null ? null : fold(email),
      area_code: identity.kind === 'mobile' ? identity.areaCode : null,
      mobile: identity.kind === 'mobile' ? identity.mobile : null,
      password_hash: member.passwordHash,
      birth_date: member.birthDate,
      language: member.language,
      invitation_code: member.invitationCode,
      inviter_id: member.inviterId ?? null,
      registered_at: member.now,
      agent_code: member.agentCode ?? null,
      email_confirmed_at: member.confirmed && identity.kind === 'email' ? member.now : null,
      mobile_confirmed_at: member.confirmed && identity.kind === 'mobile' ? member.now : null,
    }),
  );
  await addRowFact(db, 'member', member.id);
};

const language = statement(
  'member-language',
  'update member set language = $2 where id = $1 and language <> $2',
);

/** Remembers the language a member reads. */
export const setLanguage = async (db: Queryable, id: string, lan: Lan): Promise<void> => {
  await db.query(language([id, lan]));
};
