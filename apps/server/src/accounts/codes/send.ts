import type { Input, Output } from '@touchline/contract/routes';
import { isLan, type Lan } from '@touchline/locales/locales';
import type pg from 'pg';
import { addressKey } from '../../core/http/request-origin.ts';
import type { Queryable } from '../../core/database/database.ts';
import { newId } from '../../core/ids.ts';
import type { MessageText } from '../../core/outbox/words.ts';
import type { Outbox } from '../../core/outbox/service.ts';
import { Refused } from '../../core/refusal.ts';
import { transaction, withRetry } from '../../core/database/transaction.ts';
import type { Caller } from '../../core/handler.ts';
import { identityKey, isAreaRefused, readContact, type Contact } from '../identity.ts';
import { findForSignIn, isProven, type MemberSignInRow } from '../queries.ts';
import { codeMs, newCode, type CodeHashes } from './domain.ts';
import { countFlow, spendBudget } from './flow-queries.ts';
import { replaceCode } from './queries.ts';

export type SendCodeOptions = {
  pool: pg.Pool;
  hashes: CodeHashes;
  outbox: Outbox;
  now: () => Date;
  /** The site's, for numbers typed without one. */
  callingCode: () => string;
  refusedCountries: () => ReadonlySet<string>;
  /** Codes that the site sends in a minute, and that one network address requests in an hour. */
  budgets: () => { perMinute: number; perAddressHour: number };
};

const noCountries: ReadonlySet<string> = new Set();

type Purpose = Input<'sendCode'>['purpose'];

/**
 * The message to an address: a code to sign in or to reset a password only where an account has it, and none
 * for a second account, unless the first has never proved the address.
 */
const messageFor = (
  purpose: Purpose,
  member: MemberSignInRow | undefined,
  { code, kind }: { code: string; kind: Contact['kind'] },
): MessageText | undefined => {
  const text: MessageText = { template: 'code', fields: { purpose, code } };
  if (purpose === 'bind') return text;
  if (purpose === 'register') {
    const isFree = member === undefined || !isProven(member, kind);
    return isFree ? text : { template: 'account_exists', fields: {} };
  }
  return member === undefined ? undefined : text;
};

/**
 * Where a message goes: to the address that the account has, however it was typed. An address without an account is taken as typed,
 * and one that shall be proved for another account than that which has never proved it.
 */
const recipientOf = (
  contact: Contact,
  member: MemberSignInRow | undefined,
  purpose: Purpose,
): { channel: 'email' | 'sms'; to: string } =>
  contact.kind === 'email'
    ? { channel: 'email', to: isAsTyped(purpose, member) ? contact.email : (member?.email ?? contact.email) }
    : { channel: 'sms', to: `+${contact.areaCode}${contact.mobile}` };

/** Whether the spelling counts that was typed: it becomes that of an account. */
const isAsTyped = (purpose: Purpose, member: MemberSignInRow | undefined): boolean =>
  member !== undefined && (purpose === 'register' || purpose === 'bind') && !isProven(member, 'email');

/**
 * Sends a code to an address or number. Answer and work are the same whether an account has it or not; only
 * the message differs. One code is valid for each purpose and address: a new one replaces it.
 * @returns seconds until another can be sent there
 * @throws Refused `validation`, `area_not_allowed`, `too_many` with the time to come back
 */
export const createSendCode = (options: SendCodeOptions) => {
  const { pool, hashes, outbox, now, callingCode, budgets } = options;

  /**
   * Counts against the budgets of the network and of the site; the site's row last, since all calls meet
   * there.
   */
  const spend = async (
    client: Queryable,
    name: 'network' | 'site',
    caller: Caller,
    at: Date,
  ): Promise<void> => {
    const until = await spendBudget(client, {
      ...(name === 'network'
        ? { name: `network ${addressKey(caller.address)}`, seconds: 3_600, most: budgets().perAddressHour }
        : { name, seconds: 60, most: budgets().perMinute }),
      now: at,
    });
    if (until !== undefined) throw new Refused('too_many', { until: until.toISOString() });
  };

  return async (input: Input<'sendCode'>, caller: Caller): Promise<Output<'sendCode'>> => {
    const { purpose } = input;
    const contact = readContact(input.to, input.areaCode ?? callingCode());
    if (contact.kind === 'mobile') {
      // Members may read their codes from any country.
      const refused = purpose === 'register' || purpose === 'bind' ? options.refusedCountries() : noCountries;
      if (isAreaRefused(contact.areaCode, contact.mobile, refused)) throw new Refused('area_not_allowed');
    }
    const at = now();
    const subject = identityKey(contact);
    const address = hashes.address(subject);
    const member = await findForSignIn(pool, contact, addressKey(caller.address));
    // What strangers ask for does not use up what a member may ask for at home, nor one purpose another.
    const line = hashes.address(`${purpose} ${member?.known === true ? 'known' : 'elsewhere'} ${subject}`);
    const lan: Lan = member !== undefined && isLan(member.language) ? member.language : caller.lan;
    const code = newCode();
    const message = messageFor(purpose, member, { code, kind: contact.kind });
    const nextAt = await withRetry(() =>
      transaction(pool, async (client) => {
        const flow = await countFlow(client, { address: line, now: at });
        if (!flow.counted) throw new Refused('too_many', { until: flow.nextAt.toISOString() });
        await spend(client, 'network', caller, at);
        const id = newId();
        const expiresAt = new Date(at.getTime() + codeMs);
        const hash = hashes.code({ id, purpose, code });
        const replaced = await replaceCode(client, { purpose, address, id, hash, expires_at: expiresAt });
        await outbox.withdraw(client, replaced ?? id);
        await outbox.put(client, {
          ...recipientOf(contact, member, purpose),
          ...(message ?? { template: 'account_exists', fields: {} }),
          lan,
          about: id,
          uselessAt: expiresAt,
          wanted: message !== undefined,
        });
        await spend(client, 'site', caller, at);
        return flow.nextAt;
      }),
    );
    return {
      retryAfter: Math.ceil((nextAt.getTime() - at.getTime()) / 1_000),
      way: outbox.wayOf(contact.kind === 'email' ? 'email' : 'sms'),
    };
  };
};
