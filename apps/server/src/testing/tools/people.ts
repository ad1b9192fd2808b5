import { operatorRoles } from '@touchline/contract/shapes/office';
import type pg from 'pg';
import { createAccessTokens } from '../../accounts/access-token.ts';
import { createPasswordHasher } from '../../accounts/passwords/password-hash.ts';
import { secretFromDatabase } from '../../accounts/signing-secret.ts';
import { createAudit } from '../../core/audit-log/audit.ts';
import { newId, shardOf } from '../../core/ids.ts';
import { Wallet } from '../../ledger/service.ts';
import { Operators } from '../../office/operators.ts';
import { fill } from '../../operations/seed/fill.ts';
import type { LoadSize } from '../../operations/seed/size.ts';

/** Members with money and a token each, in the same order. */
export const seedMembers = async (
  pool: pg.Pool,
  { count, grantMinor }: { count: number; grantMinor: bigint },
): Promise<{ members: { id: string; shard: number }[]; tokens: string[] }> => {
  const members = Array.from({ length: count }, () => {
    const id = newId();
    return { id, shard: shardOf(id) };
  });
  await pool.query(
    `insert into wallet (shard, member_id, currency) select t.*, 'PLAY' from unnest($1::smallint[], $2::uuid[]) t`,
    [members.map((m) => m.shard), members.map((m) => m.id)],
  );
  await new Wallet({ pool }).post(
    members.map(({ id, shard }) => ({
      shard,
      memberId: id,
      key: 'grant:bench',
      kind: 'grant',
      amountMinor: grantMinor,
      counterAccount: 'promotions' as const,
    })),
  );
  const tokens = createAccessTokens({
    secret: await secretFromDatabase(pool),
    isEnded: () => false,
    nowMs: Date.now,
  });
  return {
    members,
    tokens: members.map(({ id, shard }) => tokens.issue({ id, shard, sessionId: newId() }).token),
  };
};

/** Fills a database with the history of a site, as `npm run seed-load` does. */
export const fillSite = async (
  pool: pg.Pool,
  size: LoadSize,
  { password, say }: { password: string; say: (text: string) => void },
): Promise<void> => {
  await fill(pool, size, { passwordHash: await createPasswordHasher().hash(password), say });
};

/** Adds an operator with all roles, who decides at once. @returns the password */
export const addOperator = async (pool: pg.Pool, account: string): Promise<string> => {
  const now = (): Date => new Date();
  const operators = new Operators({
    waitHours: 0,
    pool,
    hasher: createPasswordHasher(),
    audit: createAudit({ now }),
    now,
  });
  return (await operators.add({ account, roles: [...operatorRoles] }, { address: account })).password;
};
