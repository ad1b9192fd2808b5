import type { Input } from '@touchline/contract/routes';
import type { RefusalReason } from '@touchline/contract/refusal-reasons';
import type pg from 'pg';
import { isId, newId } from '../core/ids.ts';
import type { Queryable } from '../core/database/database.ts';
import { Refused } from '../core/refusal.ts';
import { transaction } from '../core/database/transaction.ts';
import type { Member } from '../core/handler.ts';
import { readRealName } from './real-name.ts';
import {
  decideIdentity,
  findIdentity,
  identitiesOf,
  insertIdentity,
  pageOfIdentities,
  setVerifiedName,
  type IdentityRow,
} from './verification-queries.ts';
import type { Owner } from '../core/owner.ts';

/**
 * Takes an upload of purpose `identity` for a request, within the transaction of `client`: from then on it
 * belongs to that request.
 */
export type ClaimDocument = (
  client: Queryable,
  owner: Owner,
  id: string,
  requestId: string,
) => Promise<'claimed' | 'not_found' | 'used'>;

/** How many earlier requests a reviewer sees. */
const earlierMax = 20;

/** Names of members: submitted by them, reviewed by operators, fixed once verified. */
export class Verification {
  readonly #pool: pg.Pool;
  readonly #claimDocument: ClaimDocument;
  readonly #now: () => Date;

  constructor({
    pool,
    claimDocument,
    now,
  }: {
    pool: pg.Pool;
    claimDocument: ClaimDocument;
    now: () => Date;
  }) {
    this.#pool = pool;
    this.#claimDocument = claimDocument;
    this.#now = now;
  }

  /**
   * Submits a name and a document.
   * @throws Refused `validation`, `not_found` when the document is no upload of the member's,
   *   `document_used`, `identity_fixed` when the name is verified or in review
   */
  async submit({ id: memberId, shard }: Member, input: Input<'identitySave'>): Promise<void> {
    const realName = readRealName(input.realName);
    const { document } = input;
    if (!isId(document)) throw new Refused('not_found');
    await transaction(this.#pool, async (client) => {
      const id = newId();
      if (!(await insertIdentity(client, { memberId, id, realName, document, now: this.#now() }))) {
        throw new Refused('identity_fixed');
      }
      const claimed = await this.#claimDocument(client, { shard, memberId }, document, id);
      if (claimed === 'claimed') return;
      throw new Refused(claimed === 'used' ? 'document_used' : 'not_found');
    });
  }

  /** The member's latest request. */
  async latest(owner: Owner): Promise<IdentityRow | undefined> {
    return (await identitiesOf(this.#pool, { ...owner, limit: 1 }))[0];
  }

  /** A page of requests for reviewers. */
  list(page: { state: string | undefined; limit: number; offset: number }) {
    return pageOfIdentities(this.#pool, page);
  }

  /** One request, and those of the same member before it. @throws Refused `not_found` */
  async detail(id: string): Promise<{ request: IdentityRow; earlier: IdentityRow[] }> {
    const request = isId(id) ? await findIdentity(this.#pool, id) : undefined;
    if (request === undefined) throw new Refused('not_found');
    const all = await identitiesOf(this.#pool, {
      shard: request.shard,
      memberId: request.member_id,
      limit: earlierMax,
    });
    return { request, earlier: all.filter((one) => one.id < request.id) };
  }

  /**
   * Verifies or rejects a request within the caller's transaction.
   * @param by the operator
   * @returns the request, and whether it was decided now; the same operator may repeat the same decision
   * @throws Refused `not_found`, `outdated`, `decided_already`, `identity_fixed` when the member's name is
   *   verified already
   */
  async decide(
    client: Queryable,
    given: { id: string; version: number; by: string } & (
      | { state: 'verified'; reason: null }
      | { state: 'refused'; reason: RefusalReason }
    ),
  ): Promise<{ request: IdentityRow; fresh: boolean }> {
    if (!isId(given.id)) throw new Refused('not_found');
    const request = await decideIdentity(client, { ...given, now: this.#now() });
    if (request === undefined) {
      const before = await findIdentity(client, given.id);
      if (before === undefined) throw new Refused('not_found');
      const same =
        before.state === given.state && before.reason === given.reason && before.decided_by === given.by;
      if (!same) throw new Refused(before.version === given.version ? 'decided_already' : 'outdated');
      return { request: before, fresh: false };
    }
    if (given.state === 'verified') {
      const { member_id: memberId, real_name: realName } = request;
      if (!(await setVerifiedName(client, { memberId, realName, now: this.#now() }))) {
        throw new Refused('identity_fixed');
      }
    }
    return { request, fresh: true };
  }
}
