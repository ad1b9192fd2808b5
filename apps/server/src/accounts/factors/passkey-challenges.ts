import { randomBytes } from 'node:crypto';
import { statement, type Queryable } from '../../core/database/database.ts';
import type { Caller } from '../../core/handler.ts';
import { isId, newId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import { columnsOf, insertInto, type Row } from '../../core/database/rows.ts';
import { challengeMs, type Challenged, type PasskeyRequest } from './passkey-check.ts';
import { relyingPartyOf } from './relying-party.ts';

/** The table of a module for its challenges. Both have the same columns. */
type ChallengeTable = 'passkey_challenge' | 'operator_challenge';
type ChallengeRow = Row<ChallengeTable, 'challenge' | 'rp_id' | 'origins' | 'expires_at'>;

const statementsOf = (table: ChallengeTable) => {
  const { text, values } = insertInto(table, [
    'id',
    'session_id',
    'challenge',
    'rp_id',
    'origins',
    'expires_at',
  ]);
  return {
    values,
    insert: statement(`${table}-insert`, text),
    take: statement(
      `${table}-take`,
      `delete from ${table} where id = $1 and session_id is not distinct from $2::uuid
       returning ${columnsOf(table, ['challenge', 'rp_id', 'origins', 'expires_at'])}`,
    ),
    purge: statement(`${table}-purge`, `delete from ${table} where expires_at < $1`),
  };
};

/**
 * Challenges that passkeys sign: asked for by a page of this site, stored, and answered once. `sessionId` is the session that
 * makes a passkey; null to sign in.
 */
export const createChallenges = ({
  db,
  table,
  rpId,
  now,
}: {
  db: Queryable;
  table: ChallengeTable;
  /** PASSKEY_RP_ID. */
  rpId: string | undefined;
  now: () => Date;
}) => {
  const { insert, values, take, purge } = statementsOf(table);
  return {
    /** Stores a new challenge. @returns its id, with the options for the browser */
    ask: async (
      { host }: Pick<Caller, 'host'>,
      sessionId: string | null,
      optionsFor: (challenged: Challenged) => Promise<object>,
    ): Promise<PasskeyRequest> => {
      const challenged = { challenge: randomBytes(32), ...relyingPartyOf(host, rpId) };
      const options = await optionsFor(challenged);
      const row = {
        id: newId(),
        session_id: sessionId,
        challenge: challenged.challenge,
        rp_id: challenged.rpId,
        origins: challenged.origins,
        expires_at: new Date(now().getTime() + challengeMs),
      };
      await db.query(insert(values(row)));
      return { challenge: row.id, options: { ...options } };
    },

    /** Removes and returns a challenge, so that it is answered once. @throws Refused `passkey_wrong` */
    take: async (id: string, sessionId: string | null): Promise<Challenged> => {
      const { rows } = isId(id) ? await db.query<ChallengeRow>(take([id, sessionId])) : { rows: [] };
      const [row] = rows;
      if (row === undefined || row.expires_at <= now()) throw new Refused('passkey_wrong');
      return { challenge: row.challenge, rpId: row.rp_id, origins: row.origins };
    },

    /** Deletes challenges that were not answered in time. */
    purge: async (): Promise<void> => {
      await db.query(purge([now()]));
    },
  };
};
