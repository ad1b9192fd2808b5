import type { Input } from '@touchline/contract/routes';
import { isLan } from '@touchline/locales/locales';
import type pg from 'pg';
import { addressKey } from '../core/http/request-origin.ts';
import type { Queryable } from '../core/database/database.ts';
import type { SendLetter } from '../core/events.ts';
import type { Outbox } from '../core/outbox/service.ts';
import type { PasswordHasher } from './passwords/password-hash.ts';
import { Refused } from '../core/refusal.ts';
import { transaction } from '../core/database/transaction.ts';
import type { Caller } from '../core/handler.ts';
import type { CodeProof, ProveCode } from './codes/prove.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { readContact, type Contact } from './identity.ts';
import type { NewPlace } from './new-place.ts';
import { judgeNewPassword, namesOfMember } from './new-password.ts';
import { confirmContact, holdByContact, setPassword } from './profile-queries.ts';
import { findForSignIn, isProven, setLanguage, type MemberSignInRow } from './queries.ts';
import { removePasskeys } from './security/passkey-queries.ts';
import { endSessionsOf } from './session-queries.ts';
import type { Sessions, SignIn } from './sessions.ts';
import type { JudgeSecondFactor } from './sign-in.ts';
import { ownerOf, type Owner } from '../core/owner.ts';

export type CodeSignInOptions = {
  pool: pg.Pool;
  proveCode: ProveCode;
  judgeSecondFactor: JudgeSecondFactor;
  newPlace: NewPlace;
  sessions: Sessions;
  hasher: PasswordHasher;
  ended: EndedSessions;
  outbox: Outbox;
  sendLetter: SendLetter;
  now: () => Date;
  callingCode: () => string;
  /** Takes all second factors of a member away, and holds withdrawals back. */
  endFactors: (client: pg.PoolClient, owner: Owner) => Promise<void>;
};

type ByCode = { to: string; areaCode?: string; code: string; otp?: string };

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

/** Signing in, and resetting a password, by a code that was sent to the member's address or number. */
export class CodeSignIn {
  readonly #pool: pg.Pool;
  readonly #proveCode: ProveCode;
  readonly #judgeSecondFactor: JudgeSecondFactor;
  readonly #newPlace: NewPlace;
  readonly #sessions: Sessions;
  readonly #hasher: PasswordHasher;
  readonly #ended: EndedSessions;
  readonly #outbox: Outbox;
  readonly #sendLetter: SendLetter;
  readonly #now: () => Date;
  readonly #callingCode: () => string;
  /** Takes all second factors of a member away, and holds withdrawals back. */
  readonly #endFactors: (client: pg.PoolClient, owner: Owner) => Promise<void>;

  constructor({
    pool,
    proveCode,
    judgeSecondFactor,
    newPlace,
    sessions,
    hasher,
    ended,
    outbox,
    sendLetter,
    now,
    callingCode,
    endFactors,
  }: CodeSignInOptions) {
    this.#pool = pool;
    this.#proveCode = proveCode;
    this.#judgeSecondFactor = judgeSecondFactor;
    this.#newPlace = newPlace;
    this.#sessions = sessions;
    this.#hasher = hasher;
    this.#ended = ended;
    this.#outbox = outbox;
    this.#sendLetter = sendLetter;
    this.#now = now;
    this.#callingCode = callingCode;
    this.#endFactors = endFactors;
  }

  /**
   * @throws Refused `validation`, `code_wrong`, `locked`, and what the second factor refuses; the same
   *   whether an account has the address or not
   */
  async signIn(input: Input<'loginByCode'>, caller: Caller): Promise<SignIn> {
    const { contact, member, proof } = await this.#proved('login', input, caller);
    const tell = await this.#newPlace(ownerOf(member), caller);
    const session = await transaction(this.#pool, async (client) => {
      await proof.use(client);
      await held(client, member.id, contact);
      await confirmContact(client, { memberId: member.id, contact, now: this.#now() });
      await setLanguage(client, member.id, caller.lan);
      return this.#sessions.open(member, caller, client);
    });
    tell();
    return { member: { ...member, language: caller.lan }, session };
  }

  /**
   * Sets a new password; all sessions end, and passkeys are deleted, also the second factor where the address was never proved.
   * @throws Refused as above, and `password_mismatch`, `password_common`, none of which use the code up
   */
  async resetPassword(input: Input<'resetPassword'>, caller: Caller): Promise<void> {
    judgeNewPassword(input, [input.to]);
    const { contact, member, proof } = await this.#proved('reset', input, caller);
    judgeNewPassword(input, namesOfMember(member));
    const hash = await this.#hasher.hash(input.password, { address: addressKey(caller.address) });
    const ended = await transaction(this.#pool, async (client) => {
      await proof.use(client);
      const { email, isProven: isKnown } = await held(client, member.id, contact);
      if (isKnown && !isProven(member, contact.kind)) throw new Refused('code_wrong');
      await setPassword(client, { memberId: member.id, hash, now: this.#now() });
      // Another person may have made them, on an account that was opened with an address not theirs.
      if (isKnown) await removePasskeys(client, ownerOf(member));
      else await this.#endFactors(client, ownerOf(member));
      await confirmContact(client, { memberId: member.id, contact, now: this.#now() });
      // Also to the contact without the code, so that its reader notices when only the other one was
      // stolen.
      if (email !== null) {
        const lan = isLan(member.language) ? member.language : caller.lan;
        await this.#outbox.put(client, {
          channel: 'email',
          to: email,
          lan,
          template: 'password_changed',
          fields: {},
        });
      }
      return endSessionsOf(client, member.id, 'password_reset');
    });
    for (const id of ended) this.#ended.add(id);
    // Again, for a session that began with the old password at the time of the change; see insertSession.
    await this.#sessions.endAll(member.id, {}, 'password_reset');
    this.#sendLetter(ownerOf(member), {
      template: 'password_changed',
      fields: { at: this.#now().toISOString() },
    });
  }

  /**
   * Checks the code of an address and the second factor of its member. Uses neither up. A new password for an address that its
   * member has never proved needs no second factor: another person may have opened the account with it.
   */
  async #proved(
    purpose: 'login' | 'reset',
    input: ByCode,
    caller: Caller,
  ): Promise<{ contact: Contact; member: MemberSignInRow; proof: CodeProof }> {
    const contact = readContact(input.to, input.areaCode ?? this.#callingCode());
    const member = await findForSignIn(this.#pool, contact, addressKey(caller.address));
    const known = member?.known === true;
    const proof = await this.#proveCode({ purpose, contact, code: input.code, caller, known });
    if (member === undefined) throw new Refused('code_wrong');
    if (purpose === 'login' || isProven(member, contact.kind)) {
      await this.#judgeSecondFactor(member, input.otp, caller);
    }
    return { contact, member, proof };
  }
}
