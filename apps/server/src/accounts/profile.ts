import type { Input } from '@touchline/contract/routes';
import { isLan } from '@touchline/locales/locales';
import pg from 'pg';
import { addressKey } from '../core/http/address.ts';
import type { SendLetter } from '../core/letters.ts';
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
  outbox: Pick<Outbox, 'put'>;
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
export const createProfile = (options: ProfileOptions) => {
  const { pool, outbox, now } = options;

  /** Notifies the former address, which the member still reads, even if the account was stolen. */
  const tellFormer = async (client: pg.PoolClient, member: MemberRow, former: Contact): Promise<void> => {
    await outbox.put(client, {
      ...(former.kind === 'email'
        ? { channel: 'email' as const, to: former.email }
        : { channel: 'sms' as const, to: `+${former.areaCode}${former.mobile}` }),
      lan: isLan(member.language) ? member.language : 'en',
      template: 'contact_changed',
      fields: {},
    });
  };

  return {
    /** @throws Refused `validation`, `account_reserved` */
    saveNickname: async ({ id }: Member, text: string): Promise<void> => {
      await setNickname(pool, id, readNickname(text, options.site()) ?? null);
    },

    /**
     * Adds or changes the e-mail address or mobile number. Only who has proved to read it learns that it is
     * another member's. One that the other has never proved is taken from them.
     * @throws Refused `validation`, `area_not_allowed`, `wrong_credentials`, `locked`, `code_wrong`,
     *   `contact_taken`
     */
    saveContact: async (
      { id: memberId, shard }: Member,
      input: Input<'contactSave'>,
      caller: Caller,
    ): Promise<void> => {
      const contact = readContact(input.to, input.areaCode ?? options.callingCode());
      if (contact.kind === 'mobile') {
        const { areaCode, mobile } = contact;
        if (isAreaRefused(areaCode, mobile, options.refusedCountries()))
          throw new Refused('area_not_allowed');
      }
      await options.checkPassword({ memberId, password: input.password, address: caller.address });
      const member = await findMember(pool, memberId);
      if (member === undefined) throw new Refused('sign_in');
      const proof = await options.proveCode({
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
        loser = await transaction(pool, async (client) => {
          await proof.use(client);
          const holder = await freeContact(client, { memberId, contact });
          await setContact(client, { memberId, contact, now: now() });
          if (isOther) await tellFormer(client, member, former);
          return holder;
        });
      } catch (error) {
        throw isTaken(error) ? new Refused('contact_taken') : error;
      }
      const fields = { kind: contact.kind, at: now().toISOString() };
      for (const owner of [{ shard, memberId }, ...(loser === undefined ? [] : [loser])]) {
        options.sendLetter(owner, { template: 'contact_changed', fields });
      }
    },

    /** @throws Refused `terms_outdated` */
    acceptTerms: async ({ id: memberId, shard }: Member, version: string, caller: Caller): Promise<void> => {
      judgeTerms(version, options.termsInForce());
      await transaction(pool, (client) =>
        recordTerms(client, {
          shard,
          memberId,
          version,
          now: now(),
          lan: caller.lan,
          address: addressKey(caller.address),
        }),
      );
    },
  };
};
