import type { Input } from '@touchline/contract/routes';
import { isLan } from '@touchline/locales/locales';
import pg from 'pg';
import { addressKey } from '../core/http/request-origin.ts';
import type { SendLetter } from '../core/events.ts';
import type { Outbox } from '../core/outbox/service.ts';
import type { Owner } from '../core/owner.ts';
import { Refused } from '../core/refusal.ts';
import { transaction } from '../core/database/transaction.ts';
import type { Caller, Member } from '../core/handler.ts';
import type { ProveCode } from './codes/prove.ts';
import { identityKey, isAreaRefused, readContact, type Contact } from './identity.ts';
import { readNickname } from './nickname.ts';
import { freeContact, recordTerms, setContact, setNickname } from './profile-queries.ts';
import { findMember, type MemberRow } from './queries.ts';
import { judgeTerms } from './terms.ts';

export type ProfileOptions = {
  pool: pg.Pool;
  /** Checks the password of a signed-in member. */
  checkPassword: (given: { memberId: string; password: string; address: string }) => Promise<unknown>;
  proveCode: ProveCode;
  outbox: Outbox;
  sendLetter: SendLetter;
  now: () => Date;
  site: () => string;
  callingCode: () => string;
  refusedCountries: () => ReadonlySet<string>;
  /** The version of the terms in force. */
  termsInForce: () => string;
};

/** The e-mail address or mobile number that a new one replaces. */
const formerOf = (member: MemberRow, kind: Contact['kind']): Contact | undefined => {
  const { email, area_code: areaCode, mobile } = member;
  if (kind === 'email') return email === null ? undefined : { kind, email };
  return areaCode === null || mobile === null ? undefined : { kind, areaCode, mobile };
};

const isTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '23505' &&
  ['member_email_unique', 'member_mobile_unique'].includes(error.constraint ?? '');

/** A member's own data. */
export class MemberProfile {
  readonly #pool: pg.Pool;
  /** Checks the password of a signed-in member. */
  readonly #checkPassword: (given: {
    memberId: string;
    password: string;
    address: string;
  }) => Promise<unknown>;
  readonly #proveCode: ProveCode;
  readonly #outbox: Outbox;
  readonly #sendLetter: SendLetter;
  readonly #now: () => Date;
  readonly #site: () => string;
  readonly #callingCode: () => string;
  readonly #refusedCountries: () => ReadonlySet<string>;
  /** The version of the terms in force. */
  readonly #termsInForce: () => string;

  constructor({
    pool,
    checkPassword,
    proveCode,
    outbox,
    sendLetter,
    now,
    site,
    callingCode,
    refusedCountries,
    termsInForce,
  }: ProfileOptions) {
    this.#pool = pool;
    this.#checkPassword = checkPassword;
    this.#proveCode = proveCode;
    this.#outbox = outbox;
    this.#sendLetter = sendLetter;
    this.#now = now;
    this.#site = site;
    this.#callingCode = callingCode;
    this.#refusedCountries = refusedCountries;
    this.#termsInForce = termsInForce;
  }

  /** @throws Refused `validation`, `account_reserved` */
  async saveNickname({ id }: Member, text: string): Promise<void> {
    await setNickname(this.#pool, id, readNickname(text, this.#site()) ?? null);
  }

  /**
   * Adds or changes the e-mail address or mobile number. Only who has proved to read it learns that it is
   * another member's. One that the other has never proved is taken from them.
   * @throws Refused `validation`, `area_not_allowed`, `wrong_credentials`, `locked`, `code_wrong`,
   *   `contact_taken`
   */
  async saveContact(
    { id: memberId, shard }: Member,
    input: Input<'contactSave'>,
    caller: Caller,
  ): Promise<void> {
    const contact = readContact(input.to, input.areaCode ?? this.#callingCode());
    if (contact.kind === 'mobile') {
      const { areaCode, mobile } = contact;
      if (isAreaRefused(areaCode, mobile, this.#refusedCountries())) throw new Refused('area_not_allowed');
    }
    await this.#checkPassword({ memberId, password: input.password, address: caller.address });
    const member = await findMember(this.#pool, memberId);
    if (member === undefined) throw new Refused('sign_in');
    const proof = await this.#proveCode({
      purpose: 'bind',
      contact,
      code: input.code,
      caller,
      known: true,
    });
    const former = formerOf(member, contact.kind);
    const isOther = former !== undefined && identityKey(former) !== identityKey(contact);
    let loser: Owner | undefined;
    try {
      loser = await transaction(this.#pool, async (client) => {
        await proof.use(client);
        const holder = await freeContact(client, { memberId, contact });
        await setContact(client, { memberId, contact, now: this.#now() });
        if (isOther) await this.#tellFormer(client, member, former);
        return holder;
      });
    } catch (error) {
      throw isTaken(error) ? new Refused('contact_taken') : error;
    }
    const fields = { kind: contact.kind, at: this.#now().toISOString() };
    for (const owner of [{ shard, memberId }, ...(loser === undefined ? [] : [loser])]) {
      this.#sendLetter(owner, { template: 'contact_changed', fields });
    }
  }

  /** @throws Refused `terms_outdated` */
  async acceptTerms({ id: memberId, shard }: Member, version: string, caller: Caller): Promise<void> {
    judgeTerms(version, this.#termsInForce());
    await transaction(this.#pool, (client) =>
      recordTerms(client, {
        shard,
        memberId,
        version,
        now: this.#now(),
        lan: caller.lan,
        address: addressKey(caller.address),
      }),
    );
  }

  /** Notifies the former address, which the member still reads, even if the account was stolen. */
  async #tellFormer(client: pg.PoolClient, member: MemberRow, former: Contact): Promise<void> {
    await this.#outbox.put(client, {
      ...(former.kind === 'email'
        ? { channel: 'email' as const, to: former.email }
        : { channel: 'sms' as const, to: `+${former.areaCode}${former.mobile}` }),
      lan: isLan(member.language) ? member.language : 'en',
      template: 'contact_changed',
      fields: {},
    });
  }
}
