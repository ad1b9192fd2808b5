import { dayMs } from '@touchline/contract/durations';
import type { OwnerAlone } from '@touchline/contract/shapes/office';
import type pg from 'pg';
import { query, statement, type Queryable } from '../core/database/database.ts';
import type { Operator } from '../core/handler.ts';
import { newId } from '../core/ids.ts';
import { Refused } from '../core/refusal.ts';
import { insertInto } from '../core/database/rows.ts';
import { transaction } from '../core/database/transaction.ts';
import type { Audit } from '../core/audit-log/audit.ts';
import { lockOwners } from './operator-queries.ts';
import { codeHash, newCode } from './secrets.ts';

/** How long all operators and the public see that an owner asks to be alone, before it counts. */
const shownMs = 7 * dayMs;
/** Groups of the recovery code: 125 bits. */
const codeGroups = 5;

const isDeciding = `'owner' = any(o.roles) and o.disabled_at is null and (o.waits_until is null or o.waits_until <= $1)`;
/** The end of the last other owner who could decide; null where there never was one. */
const lastLoss = '(select max(l.owner_until) from operator l where l.id <> o.id)';

const read = statement(
  'owner-alone-read',
  `select o.id, o.account, ${lastLoss} as lost_at, a.asked_at, a.counts_from
   from operator o
   left join lateral (
     select asked_at, counts_from from owner_alone
     where operator_id = o.id and stopped_at is null and asked_at >= ${lastLoss}
     order by counts_from limit 1
   ) a on true
   where ${isDeciding} limit 2`,
);
type AloneRow = {
  id: string;
  account: string;
  lost_at: Date | null;
  asked_at: Date | null;
  counts_from: Date | null;
};

/** The owner who is the only one to decide now; undefined while two can, or none. */
const readSole = async (db: Queryable, now: Date): Promise<AloneRow | undefined> => {
  const { rows } = await db.query<AloneRow>(read([now]));
  return rows.length === 1 ? rows[0] : undefined;
};

const stateOf = ({ lost_at: lostAt, counts_from: from }: AloneRow, now: Date): OwnerAlone['state'] => {
  if (lostAt === null) return 'alone';
  if (from === null) return 'lost';
  return from <= now ? 'alone' : 'asked';
};

/**
 * Whether one owner is left, and may change operators alone: at once where there never was another who could decide; after
 * another was lost only once that owner has asked for it.
 * @returns undefined while two owners can decide
 */
export const readOwnerAlone = async (db: Queryable, now: Date): Promise<OwnerAlone | undefined> => {
  const sole = await readSole(db, now);
  if (sole === undefined) return undefined;
  const from = sole.counts_from ?? sole.lost_at;
  return {
    state: stateOf(sole, now),
    owner: { id: sole.id, account: sole.account },
    from: from?.toISOString(),
  };
};

/** Whether this owner changes operators alone, within a transaction that has locked the owners. */
export const isAlone = async (client: Queryable, operatorId: string, now: Date): Promise<boolean> => {
  const sole = await readSole(client, now);
  return sole?.id === operatorId && stateOf(sole, now) === 'alone';
};

const newAsk = insertInto('owner_alone', ['id', 'operator_id', 'asked_at', 'counts_from', 'by_code']);
const insert = query.exec('owner-alone-insert', newAsk.text);
const stop = statement(
  'owner-alone-stop',
  'update owner_alone set stopped_at = $2, stopped_by = $3 where operator_id = $1 and stopped_at is null',
);
const takeCode = query.many<{ made_at: Date }>(
  'owner-alone-take-code',
  'delete from owner_recovery_code where code_hash = $1 returning made_at',
);
const offerCode = statement(
  'owner-alone-offer-code',
  'insert into owner_recovery_code (code_hash, made_at) values ($1, $2) on conflict (one) do nothing',
);
const replaceCode = statement(
  'owner-alone-replace-code',
  `insert into owner_recovery_code (code_hash, made_at) values ($1, $2)
   on conflict (one) do update set code_hash = excluded.code_hash, made_at = excluded.made_at`,
);

type By = { operator: Pick<Operator, 'id'>; address: string };

/** Uses the code up. @returns when it was made @throws Refused `code_wrong` */
const takeBack = async (client: Queryable, code: string): Promise<Date> => {
  const [taken] = await takeCode(client, [codeHash(code)]);
  if (taken === undefined) throw new Refused('code_wrong');
  return taken.made_at;
};

/** The line of a new code. It has the hash, so that another one in its place is found. */
const madeCode = (code: string, address: string): Parameters<Audit>[1] => ({
  operator: null,
  action: 'recovery_code_made',
  subject: { kind: 'operator', id: 'all' },
  detail: { hash: codeHash(code).toString('hex') },
  address,
});

/** How an owner who has lost the others becomes the one who changes operators: by the code kept outside, or in view for seven days. */
export class SoleOwner {
  readonly #pool: pg.Pool;
  readonly #now: () => Date;
  readonly #audit: Audit;

  constructor({ pool, audit, now }: { pool: pg.Pool; audit: Audit; now: () => Date }) {
    this.#pool = pool;
    this.#now = now;
    this.#audit = audit;
  }

  read(): Promise<OwnerAlone | undefined> {
    return readOwnerAlone(this.#pool, this.#now());
  }

  /** Makes the code at the first start. @returns undefined where there is one */
  offerCode(): Promise<string | undefined> {
    return transaction(this.#pool, async (client) => {
      const code = newCode(codeGroups);
      if ((await client.query(offerCode([codeHash(code), this.#now()]))).rowCount !== 1) return undefined;
      await this.#audit(client, madeCode(code, 'server'));
      return code;
    });
  }

  /** Makes another code for the command line; the one of before opens nothing any more. */
  replaceCode(address: string): Promise<string> {
    return transaction(this.#pool, async (client) => {
      const code = newCode(codeGroups);
      await client.query(replaceCode([codeHash(code), this.#now()]));
      await this.#audit(client, madeCode(code, address));
      return code;
    });
  }

  /**
   * Asks to change operators alone: in seven days, and with the code as soon as that is seven days old; a newer one may have been made
   * for this. Repeated without a code it changes nothing.
   * @throws Refused `code_wrong`, `outdated` where another owner can decide or none was lost
   */
  ask({ code }: { code?: string | undefined }, { operator, address }: By): Promise<void> {
    return transaction(this.#pool, async (client) => {
      await lockOwners(client);
      const at = this.#now();
      const sole = await readSole(client, at);
      if (sole === undefined || sole.id !== operator.id || stateOf(sole, at) === 'alone') {
        throw new Refused('outdated');
      }
      const isByCode = code !== undefined && code.trim() !== '';
      if (!isByCode && sole.counts_from !== null) return;
      const shownSince = isByCode ? await takeBack(client, code) : at;
      const from = new Date(Math.max(at.getTime(), shownSince.getTime() + shownMs));
      await insert(
        client,
        newAsk.values({
          id: newId(),
          operator_id: operator.id,
          asked_at: at,
          counts_from: from,
          by_code: isByCode,
        }),
      );
      await this.#audit(client, {
        operator,
        action: 'owner_alone_asked',
        subject: { kind: 'operator', id: operator.id },
        detail: { from: from.toISOString(), byCode: isByCode },
        address,
      });
    });
  }

  /**
   * Stops what an owner asks for; any operator may, also the owner. The owner may ask again, and the seven days begin again.
   * @throws Refused `outdated` where nothing is asked for, or it counts already
   */
  stop({ operator, address }: By): Promise<void> {
    return transaction(this.#pool, async (client) => {
      await lockOwners(client);
      const at = this.#now();
      const sole = await readSole(client, at);
      if (sole === undefined || stateOf(sole, at) !== 'asked') throw new Refused('outdated');
      await client.query(stop([sole.id, at, operator.id]));
      await this.#audit(client, {
        operator,
        action: 'owner_alone_stopped',
        subject: { kind: 'operator', id: sole.id },
        address,
      });
    });
  }
}
