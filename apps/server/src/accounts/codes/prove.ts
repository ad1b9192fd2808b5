import { limits } from '@touchline/contract/limits';
import type { CodePurpose } from '@touchline/contract/shapes/account';
import { plainCode } from '@touchline/kit/typed-text';
import { addressKey } from '../../core/http/request-origin.ts';
import type { Queryable } from '../../core/database/database.ts';
import type { Outbox } from '../../core/outbox/service.ts';
import { Refused } from '../../core/refusal.ts';
import type { Attempts } from '../throttle/attempts.ts';
import type { Caller } from '../../core/handler.ts';
import { identityKey, type Contact } from '../identity.ts';
import { isSame, type CodeHashes } from './domain.ts';
import { giveTryBack, tryCode, useCode } from './queries.ts';

const codeRule = new RegExp(`^[0-9]{${limits.codeDigits}}$`);

/** A code that was right. */
export type CodeProof = {
  /**
   * Uses it up, as part of the caller's transaction.
   * @throws Refused `code_wrong` when another call was first
   */
  use: (client: Queryable) => Promise<void>;
};

export type ProveCode = (given: {
  purpose: CodePurpose;
  contact: Contact;
  code: string;
  caller: Pick<Caller, 'address'>;
  /** Whether its member, if there is one, has signed in from there before. */
  known: boolean;
}) => Promise<CodeProof>;

/**
 * Checks codes. A code allows five wrong tries in all; besides, guessing is slowed by address
 * (createAttempts), so that one address cannot use up code after code of another person.
 * @throws Refused `validation` of what cannot be a code, `code_wrong`, `locked` with the time to come back
 */
export const createProveCode =
  ({
    db,
    hashes,
    attempts,
    outbox,
    now,
  }: {
    db: Queryable;
    hashes: CodeHashes;
    attempts: Attempts;
    outbox: Outbox;
    now: () => Date;
  }): ProveCode =>
  async ({ purpose, contact, code: typed, caller, known }) => {
    const code = plainCode(typed);
    if (!codeRule.test(code)) throw new Refused('validation', { rules: { code: 'format' } });
    const subject = identityKey(contact);
    const attempt = {
      subject: `code ${purpose} ${subject}`,
      address: addressKey(caller.address),
      known,
    };
    await attempts.admit(attempt);
    const address = hashes.address(subject);
    const found = await tryCode(db, { purpose, address, now: now() });
    if (found === undefined || !isSame(found.hash, hashes.code({ id: found.id, purpose, code }))) {
      throw new Refused('code_wrong');
    }
    const { id } = found;
    await giveTryBack(db, { purpose, address, id });
    await attempts.forgive(attempt);
    return {
      use: async (client) => {
        if (!(await useCode(client, { purpose, address, id }, now()))) throw new Refused('code_wrong');
        await outbox.withdraw(client, id);
      },
    };
  };
