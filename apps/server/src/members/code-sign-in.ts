import type { Input } from '@touchline/contract/routes';
import { isLan } from '@touchline/locales/locales';
import type pg from 'pg';
import { addressKey } from '../platform/address.ts';
import type { SendLetter } from '../platform/letters.ts';
import type { Outbox } from '../platform/outbox/service.ts';
import type { PasswordHasher } from '../platform/password-hash.ts';
import { Refused } from '../platform/refusal.ts';
import { transaction } from '../platform/transaction.ts';
import type { Caller } from '../http/handler.ts';
import type { Proof, ProveCode } from './codes/prove.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { readContact, type Contact } from './identity.ts';
import type { NewPlace } from './new-place.ts';
import { judgeNewPassword, namesOfMember } from './new-password.ts';
import { confirmContact, setPassword } from './profile-queries.ts';
import { findForSignIn, setLanguage, type MemberRow, type SignInRow } from './queries.ts';
import { endSessionsOf } from './session-queries.ts';
import type { OpenSession, SessionWriter } from './sessions.ts';
import type { JudgeSecondFactor } from './sign-in.ts';

export type CodeSignInOptions = {
  pool: pg.Pool;
  proveCode: ProveCode;
  judgeSecondFactor: JudgeSecondFactor;
  newPlace: NewPlace;
  sessions: SessionWriter;
  hasher: PasswordHasher;
  ended: Pick<EndedSessions, 'add'>;
  outbox: Pick<Outbox, 'put'>;
  sendLetter: SendLetter;
  now: () => Date;
  callingCode: string;
};

type ByCode = { to: string; areaCode?: string; code: string; otp?: string };

/** Signing in, and getting back in, by a code that was sent to the member's address or number. */
export const createCodeSignIn = (options: CodeSignInOptions) => {
  const { pool, proveCode, judgeSecondFactor, sessions, now } = options;

  /** Who proves to be behind an address, by code and second factor. Neither uses the code up. */
  const proved = async (
    purpose: 'login' | 'reset',
    input: ByCode,
    caller: Caller,
  ): Promise<{ contact: Contact; member: SignInRow; proof: Proof }> => {
    const contact = readContact(input.to, input.areaCode ?? options.callingCode);
    const member = await findForSignIn(pool, contact, addressKey(caller.address));
    const known = member?.known === true;
    const proof = await proveCode({ purpose, contact, code: input.code, caller, known });
    if (member === undefined) throw new Refused('code_wrong');
    await judgeSecondFactor({ shard: member.shard, memberId: member.id }, input.otp, caller);
    return { contact, member, proof };
  };

  return {
    /**
     * @throws Refused `validation`, `code_wrong`, `locked`, and what the second factor refuses; the same whether an account has
     *   the address or not
     */
    signIn: async (
      input: Input<'loginByCode'>,
      caller: Caller,
    ): Promise<{ member: MemberRow; session: OpenSession }> => {
      const { contact, member, proof } = await proved('login', input, caller);
      const tell = await options.newPlace({ shard: member.shard, memberId: member.id }, caller);
      const session = await transaction(pool, async (client) => {
        await proof.use(client);
        await confirmContact(client, { memberId: member.id, contact, now: now() });
        await setLanguage(client, member.id, caller.lan);
        return sessions.open(member, caller, client);
      });
      tell();
      return { member: { ...member, language: caller.lan }, session };
    },

    /**
     * A new password; all sessions end.
     * @throws Refused as above, and `password_mismatch`, `password_common`, none of which use the code up
     */
    resetPassword: async (input: Input<'resetPassword'>, caller: Caller): Promise<void> => {
      const { password, confirmPassword } = input;
      const chosen = { field: 'password', password, confirmPassword };
      judgeNewPassword({ ...chosen, names: [input.to] });
      const { contact, member, proof } = await proved('reset', input, caller);
      judgeNewPassword({ ...chosen, names: namesOfMember(member) });
      const hash = await options.hasher.hash(password);
      const ended = await transaction(pool, async (client) => {
        await proof.use(client);
        await setPassword(client, { memberId: member.id, hash, now: now() });
        await confirmContact(client, { memberId: member.id, contact, now: now() });
        // Also where the code did not go: whoever has only one of the two is seen by the other.
        if (member.email !== null) {
          const lan = isLan(member.language) ? member.language : caller.lan;
          await options.outbox.put(client, {
            ...{ channel: 'email', to: member.email, lan, template: 'password_changed', fields: {} },
          });
        }
        return endSessionsOf(client, { memberId: member.id, except: undefined, why: 'password_reset' });
      });
      for (const id of ended) options.ended.add(id);
      options.sendLetter(
        { shard: member.shard, memberId: member.id },
        { template: 'password_changed', fields: { at: now().toISOString() } },
      );
    },
  };
};
