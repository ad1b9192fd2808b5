import type { Input } from '@touchline/contract/routes';
import type pg from 'pg';
import type { Member } from '../../platform/handler.ts';
import type { SendLetter } from '../../platform/letters.ts';
import type { PasswordHasher } from '../../platform/password-hash.ts';
import { Refused } from '../../platform/refusal.ts';
import { transaction } from '../../platform/transaction.ts';
import type { EndedSessions } from '../ended-sessions.ts';
import { judgeNewPassword, namesOfMember } from '../new-password.ts';
import { findMember } from '../queries.ts';
import type { EndSessions } from '../sessions.ts';
import type { MemberCheck } from '../sign-in.ts';
import { replacePassword } from './password-queries.ts';

export type ChangePasswordOptions = {
  pool: pg.Pool;
  hasher: PasswordHasher;
  checkPassword: MemberCheck;
  endSessions: EndSessions;
  ended: EndedSessions;
  sendLetter: SendLetter;
  now: () => Date;
};

/**
 * Sets a new password by the old one; all other sessions end.
 * @throws Refused `validation`, `password_mismatch`, `password_common`, `wrong_credentials`, `locked`,
 *   `unavailable`
 */
export const createChangePassword =
  ({ pool, hasher, checkPassword, endSessions, ended, sendLetter, now }: ChangePasswordOptions) =>
  async (
    input: Input<'changePassword'>,
    { id, shard, sessionId }: Member,
    address: string,
  ): Promise<void> => {
    const { oldPassword, newPassword, confirmPassword } = input;
    const member = await findMember(pool, id);
    if (member === undefined) throw new Refused('sign_in');
    judgeNewPassword({ password: newPassword, confirmPassword }, namesOfMember(member), 'newPassword');
    if (oldPassword.normalize('NFKC') === newPassword.normalize('NFKC')) {
      throw new Refused('validation', { rules: { newPassword: 'password_same' } });
    }
    const oldHash = await checkPassword({ memberId: id, password: oldPassword, address });
    const newHash = await hasher.hash(newPassword);
    const replaced = await transaction(pool, (client) =>
      replacePassword(client, { memberId: id, sessionId, oldHash, newHash, now: now() }),
    );
    if (replaced === undefined) throw new Refused('wrong_credentials');
    for (const session of replaced.ended) ended.add(session);
    // Again, for a session that began with the old password at the time of the change; see insertSession.
    await endSessions(id, { except: sessionId }, 'password_changed');
    sendLetter(
      { shard, memberId: id },
      { template: 'password_changed', fields: { at: now().toISOString() } },
    );
  };
