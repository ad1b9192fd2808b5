import type { Input } from '@touchline/contract/routes';
import { addressKey } from '../core/http/request-origin.ts';
import type { Queryable } from '../core/database/database.ts';
import { Refused } from '../core/refusal.ts';
import type { PasswordCheck } from './throttle/password-check.ts';
import type { Caller } from '../core/handler.ts';
import { identityKey, readSignIn } from './identity.ts';
import type { NewPlace } from './new-place.ts';
import { findForCheck, findForSignIn, setLanguage } from './queries.ts';
import type { Sessions, SignIn } from './sessions.ts';
import { ownerOf } from '../core/owner.ts';

/**
 * Requires a member's second factor after the first was right; does nothing where the member has none.
 * @throws Refused `otp_needed`, `otp_wrong`, `locked`
 */
export type JudgeSecondFactor = (
  member: { id: string; shard: number },
  otp: string | undefined,
  caller: Pick<Caller, 'address'>,
) => Promise<void>;

export type SignInOptions = {
  db: Queryable;
  checkPassword: PasswordCheck;
  judgeSecondFactor: JudgeSecondFactor;
  newPlace: NewPlace;
  sessions: Sessions;
  /** The site's calling code, for mobile numbers typed without one. */
  callingCode: () => string;
};

/**
 * Signs in by username, e-mail or mobile number and password. The answer and the work are the same whether
 * the account exists or not; guessing is slowed (createPasswordCheck).
 * @throws Refused `validation` of an empty account, `wrong_credentials`, `locked` with the time to come back,
 *   `unavailable` when too many are waiting, and what the second factor refuses
 */
export const createSignIn =
  ({ db, checkPassword, judgeSecondFactor, newPlace, sessions, callingCode }: SignInOptions) =>
  async (input: Input<'login'>, caller: Caller): Promise<SignIn> => {
    if (input.account.trim() === '') throw new Refused('validation', { rules: { account: 'account_empty' } });
    const identity = readSignIn(input.account, input.areaCode ?? callingCode());
    const address = addressKey(caller.address);
    const member = await findForSignIn(db, identity, address);
    const right = await checkPassword({
      subject: identityKey(identity),
      address,
      password: input.password,
      known: member?.known === true,
      stored: member?.password_hash,
    });
    if (!right || member === undefined) throw new Refused('wrong_credentials');
    await judgeSecondFactor(member, input.otp, caller);
    const tell = await newPlace(ownerOf(member), caller);
    const session = await sessions.open(member, caller, db, member.password_hash);
    tell();
    if (member.language !== caller.lan) await setLanguage(db, member.id, caller.lan);
    return { member: { ...member, language: caller.lan }, session };
  };

/**
 * Checks the password of a signed-in member. Failures count with those of signing in by username.
 * @returns the hash of the password that was right
 * @throws Refused `wrong_credentials`, `locked` with the time to come back, `unavailable` when too many are
 *   waiting
 */
export const createMemberCheck =
  ({ db, checkPassword }: Pick<SignInOptions, 'db' | 'checkPassword'>) =>
  async (given: { memberId: string; password: string; address: string }): Promise<string> => {
    const address = addressKey(given.address);
    const member = await findForCheck(db, given.memberId, address);
    const right = await checkPassword({
      subject: identityKey({ kind: 'account', account: member?.account ?? given.memberId }),
      address,
      known: member?.known === true,
      stored: member?.password_hash,
      password: given.password,
    });
    if (!right || member === undefined) throw new Refused('wrong_credentials');
    return member.password_hash;
  };

export type MemberCheck = ReturnType<typeof createMemberCheck>;
