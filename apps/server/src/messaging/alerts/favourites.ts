import type { Input, Output } from '@touchline/contract/routes';
import { query, type Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';
import type { Row } from '../../core/database/rows.ts';

/** As many as anybody looks through; the oldest makes room. */
const favouritesMax = 200;

const all = query.many<Row<'favourite', 'ref'> & { kind: Star['kind'] }>(
  'favourites',
  `select kind, ref from favourite where shard = $1 and member_id = $2 order by at desc, kind, ref limit ${favouritesMax}`,
);
const add = query.exec(
  'favourite-add',
  `insert into favourite (shard, member_id, kind, ref, at)
   select $1, $2, f.kind, f.ref, site_now() from unnest($3::text[], $4::text[]) as f (kind, ref) on conflict do nothing`,
);
const remove = query.exec(
  'favourite-remove',
  `delete from favourite f using unnest($3::text[], $4::text[]) as t (kind, ref)
   where f.shard = $1 and f.member_id = $2 and f.kind = t.kind and f.ref = t.ref`,
);
const oldest = query.exec(
  'favourite-oldest',
  `delete from favourite where shard = $1 and member_id = $2 and (kind, ref) in (
     select kind, ref from favourite where shard = $1 and member_id = $2 order by at desc, kind, ref offset ${favouritesMax})`,
);

type Star = Output<'favouriteList'>['list'][number];

const columns = (stars: readonly Star[]) => [stars.map(({ kind }) => kind), stars.map(({ id }) => id)];

/** The matches, teams and competitions that members have starred. */
export class Favourites {
  readonly #pool: Queryable;

  constructor(pool: Queryable) {
    this.#pool = pool;
  }

  /** All that a member has starred, the newest first. */
  async list({ shard, memberId }: Owner): Promise<Output<'favouriteList'>> {
    const rows = await all(this.#pool, [shard, memberId]);
    return { list: rows.map(({ kind, ref }) => ({ kind, id: ref })) };
  }

  /** Stars some and takes the stars of others away. @returns all there are, the newest first */
  async save(
    owner: Owner,
    { add: added, remove: removed }: Input<'favouriteSave'>,
  ): Promise<Output<'favouriteList'>> {
    const who = [owner.shard, owner.memberId];
    if (removed !== undefined && removed.length > 0) {
      await remove(this.#pool, [...who, ...columns(removed)]);
    }
    if (added !== undefined && added.length > 0) {
      await add(this.#pool, [...who, ...columns(added)]);
      await oldest(this.#pool, who);
    }
    return this.list(owner);
  }
}
