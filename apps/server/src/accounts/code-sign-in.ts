import type { Input } from '@touchline/contract/routes';
import { isLan } from '@touchline/locales/locales';
import type pg from 'pg';
import { addressKey } from '../core/http/address.ts';
import type { Queryable } from '../core/database/database.ts';
import type { SendLetter } from '../core/letters.ts';
import type { Outbox } from '../core/outbox/service.ts';
import type { PasswordHasher } from './passwords/password-hash.ts';
import { Refused } from '../core/refusal.ts';
import { transaction } from '../core/database/transaction.ts';
import type { Caller } from '../core/handler.ts';
import type { Proof, ProveCode } from './codes/prove.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { readContact, type Contact } from './identity.ts';
import type { NewPlace } from './new-place.ts';
import { judgeNewPassword, namesOfMember } from './new-password.ts';
import { confirmContact, holdByContact, setPassword } from './profile-queries.ts';
import { findForSignIn, isProven, setLanguage, type MemberRow, type SignInRow } from './queries.ts';
import { removePasskeys } from './security/passkey-queries.ts';
import { endSessionsOf } from './session-queries.ts';
import type { OpenSession, Sessions } from './sessions.ts';
import type { JudgeSecondFactor } from './sign-in.ts';
import { ownerOf, type Owner } from '../core/owner.ts';

export type CodeSignInOptions = {
  pool: pg.Pool;
  proveCode: ProveCode;
  judgeSecondFactor: JudgeSecondFactor;
  newPlace: NewPlace;
  sessions: Pick<Sessions, 'open' | 'endAll'>;
  hasher: PasswordHasher;
  ended: Pick<EndedSessions, 'add'>;
  outbox: Pick<Outbox, 'put'>;
  sendLetter: SendLetter;
  now: () => Date;
  callingCode: () => string;
  /** Takes all second factors of a member away, and holds withdrawals back. */
  endFactors: (client: pg.PoolClient, owner: Owner) => Promise<void>;
};

type ByCode = { to: string; areaCode?: string; code: string; otp?: string };

/** Signing in, and resetting a password, by a code that was sent to the member's address or number. */
export const createCodeSignIn = (options: CodeSignInOptions) => {
  const { pool, proveCode, judgeSecondFactor, sessions, endFactors, now } = options;

  /**
   * Checks the code of an address and the second factor of its member. Uses neither up. A new password for an address that its
   * member has never proved needs no second factor: another person may have opened the account with it.
   */
  const proved = async (
    purpose: 'login' | 'reset',
    input: ByCode,
    caller: Caller,
  ): Promise<{ contact: Contact; member: SignInRow; proof: Proof }> => {
    const contact = readContact(input.to, input.areaCode ?? options.callingCode());
    const member = await findForSignIn(pool, contact, addressKey(caller.address));
    const known = member?.known === true;
    const proof = await proveCode({ purpose, contact, code: input.code, caller, known });
    if (member === undefined) throw new Refused('code_wrong');
    if (purpose === 'login' || isProven(member, contact.kind)) {
      await judgeSecondFactor(member, input.otp, caller);
    }
    return { contact, member, proof };
  };

  /** Locks the member for the rest of the transaction: a contact given up in the meantime proves nothing. */
  const held = async (
    client: Queryable,
    memberId: string,
    contact: Contact,
  ): Promise<{ email: string | null; isProven: boolean }> => {
    const found = await holdByContact(client, { memberId, contact });
    if (found === undefined) throw new Refused('code_wrong');
    return found;
  };

  return {
    /**
     * @throws Refused `validation`, `code_wrong`, `locked`, and what the second factor refuses; the same
     *   whether an account has the address or not
     */
    signIn: async (
      input: Input<'loginByCode'>,
      caller: Caller,
    ): Promise<{ member: MemberRow; session: OpenSession }> => {
      const { contact, member, proof } = await proved('login', input, caller);
      const tell = await options.newPlace(ownerOf(member), caller);
      const session = await transaction(pool, async (client) => {
        await proof.use(client);
        await held(client, member.id, contact);
        await confirmContact(client, { memberId: member.id, contact, now: now() });
        await setLanguage(client, member.id, caller.lan);
        return sessions.open(member, caller, client);
      });
      tell();
      return { member: { ...member, language: caller.lan }, session };
    },

    /**
     * Sets a new password; all sessions end, and passkeys are deleted, also the second factor where the address was never proved.
     * @throws Refused as above, and `password_mismatch`, `password_common`, none of which use the code up
     */
    resetPassword: async (input: Input<'resetPassword'>, caller: Caller): Promise<void> => {
      judgeNewPassword(input, [input.to]);
      const { contact, member, proof } = await proved('reset', input, caller);
      judgeNewPassword(input, namesOfMember(member));
      const hash = await options.hasher.hash(input.password, { address: addressKey(caller.address) });
      const ended = await transaction(pool, async (client) => {
        await proof.use(client);
        const { email, isProven: isKnown } = await held(client, member.id, contact);
        if (isKnown && !isProven(member, contact.kind)) throw new Refused('code_wrong');
        await setPassword(client, { memberId: member.id, hash, now: now() });
        // Another person may have made them, on an account that was opened with an address not theirs.
        if (isKnown) await removePasskeys(client, ownerOf(member));
        else await endFactors(client, ownerOf(member));
        await confirmContact(client, { memberId: member.id, contact, now: now() });
        // Also to the contact without the code, so that its reader notices when only the other one was
        // stolen.
        if (email !== null) {
          const lan = isLan(member.language) ? member.language : caller.lan;
          await options.outbox.put(client, {
            channel: 'email',
            to: email,
            lan,
            template: 'password_changed',
            fields: {},
          });
        }
        return endSessionsOf(client, member.id, 'password_reset');
      });
      for (const id of ended) options.ended.add(id);
      // Again, for a session that began with the old password at the time of the change; see insertSession.
      await sessions.endAll(member.id, {}, 'password_reset');
      options.sendLetter(ownerOf(member), {
        template: 'password_changed',
        fields: { at: now().toISOString() },
      });
    },
  };
};
