/** An invariant of the ledger as a statement that yields one `detail` (jsonb) for each violation. */
export type AuditCheck = {
  invariant: 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7';
  name: string;
  /**
   * What it reads of shard $1: the wallets (and their holds) as they are, those that moved since transaction
   * $2, or the whole history.
   */
  reads: 'wallets' | 'moved' | 'history';
  text: string;
};

/** Wallets with an entry of transaction $2 or later: all that ever moved, when $2 is 0. */
const touched = `touched as (select distinct member_id from entry where shard = $1::smallint and tx >= $2::bigint)`;

/** Columns become text, since JSON numbers lose digits. A column is `expression` or `expression as name`. */
const detail = (check: string, ...columns: string[]): string => {
  const pairs = columns.map((column) => {
    const [expression = column, name = expression.split('.').at(-1)] = column.split(' as ');
    return `'${name}', (${expression})::text`;
  });
  return `jsonb_build_object('check', '${check}', ${pairs.join(', ')}) as detail`;
};

const wallet = (name: string, ...columns: string[]): string => detail(name, 'w.member_id', ...columns);
const entry = (name: string, ...columns: string[]): string =>
  detail(name, 'e.member_id', 'e.version', 'e.key', ...columns);

/** I1 to I7 of the ledger's rules; I8 to I10 are checked by the modules that own the money. */
export const auditChecks: readonly AuditCheck[] = [
  {
    invariant: 'I1',
    name: 'an entry names the other side',
    reads: 'moved',
    // Money that only moves between available and held has no house side; all other money has one.
    text: `select ${entry('an entry names the other side', 'e.amount', 'e.held_change', 'e.counter_account')}
      from entry e
      where e.shard = $1::smallint and e.tx >= $2::bigint
        and (e.counter_account = '' or (e.counter_account = 'held') <> (e.amount + e.held_change = 0))`,
  },
  {
    invariant: 'I2',
    name: 'nothing is below zero',
    reads: 'wallets',
    text: `select ${wallet('nothing is below zero', 'w.available', 'w.held')}
      from wallet w where w.shard = $1::smallint and (w.available < 0 or w.held < 0)`,
  },
  {
    invariant: 'I2',
    name: 'nothing was below zero',
    reads: 'moved',
    text: `select ${entry('nothing was below zero', 'e.available_after', 'e.held_after')}
      from entry e
      where e.shard = $1::smallint and e.tx >= $2::bigint and (e.available_after < 0 or e.held_after < 0)`,
  },
  {
    invariant: 'I3',
    name: 'entries follow each other',
    reads: 'moved',
    text: `with ${touched}
      select ${entry('entries follow each other', 'e.available_after', 'e.held_after')}
      from (
        select e.*, lag(version, 1, 0::bigint) over line as version_before,
          lag(available_after, 1, 0::bigint) over line as available_before,
          lag(held_after, 1, 0::bigint) over line as held_before
        from touched join entry e on e.shard = $1::smallint and e.member_id = touched.member_id
        where e.shard = $1::smallint
        window line as (partition by e.member_id order by e.version)
      ) e
      where e.version <> e.version_before + 1 or e.available_after <> e.available_before + e.amount
        or e.held_after <> e.held_before + e.held_change`,
  },
  {
    invariant: 'I3',
    name: 'a wallet is its last entry',
    reads: 'wallets',
    text: `select ${wallet('a wallet is its last entry', 'w.available', 'w.held', 'w.version', 'l.available_after', 'l.held_after')}
      from wallet w
      left join lateral (
        select e.version, e.available_after, e.held_after, e.currency from entry e
        where e.shard = $1::smallint and e.member_id = w.member_id order by e.version desc limit 1
      ) l on true
      where w.shard = $1::smallint
        and (w.version, w.available, w.held, w.currency) is distinct from
          (coalesce(l.version, 0), coalesce(l.available_after, 0), coalesce(l.held_after, 0), coalesce(l.currency, w.currency))`,
  },
  {
    invariant: 'I3',
    name: 'a wallet is the sum of its entries',
    reads: 'moved',
    text: `with ${touched}
      select ${detail('a wallet is the sum of its entries', 's.member_id', 's.available', 's.held', 'w.version')}
      from (
        select e.member_id, sum(e.amount) as available, sum(e.held_change) as held, count(*) as entries,
          min(e.currency) as currency, max(e.currency) as currency_max
        from touched join entry e on e.shard = $1::smallint and e.member_id = touched.member_id
        group by e.member_id
      ) s
      left join wallet w on w.shard = $1::smallint and w.member_id = s.member_id
      where (w.available, w.held, w.version, w.currency, w.currency) is distinct from
        (s.available, s.held, s.entries, s.currency, s.currency_max)`,
  },
  {
    invariant: 'I4',
    name: 'members and house sum to zero',
    reads: 'history',
    text: `select ${detail('members and house sum to zero', 's.currency', 's.total')}
      from (
        select currency, sum(amount) as total
        from (
          select currency, sum(available + held) as amount from wallet where shard = $1::smallint group by currency
          union all
          select currency, -sum(amount + held_change) from entry where shard = $1::smallint group by currency
        ) sides
        group by currency
      ) s
      where s.total <> 0`,
  },
  {
    invariant: 'I4',
    name: 'house totals are the entries up to their watermark',
    reads: 'history',
    text: `select ${detail('house totals are the entries up to their watermark', 's.account', 's.currency', 's.amount', 's.entries')}
      from (
        select account, currency, sum(amount) as amount, sum(entries) as entries
        from (
          select t.account, t.currency, t.amount, t.entries from house_total t where t.shard = $1::smallint
          union all
          select e.counter_account, e.currency, sum(e.amount + e.held_change), -count(*)
          from entry e
          where e.shard = $1::smallint and e.tx < (select tx from house_watermark where shard = $1::smallint)
          group by e.counter_account, e.currency
          union all
          select side.account, h.currency, -sum(side.amount), -count(*)
          from house_move h
          cross join lateral (values (h.from_account, -h.amount), (h.to_account, h.amount)) as side(account, amount)
          where h.shard = $1::smallint and h.tx < (select tx from house_watermark where shard = $1::smallint)
          group by side.account, h.currency
        ) sides
        group by account, currency
      ) s
      where s.amount <> 0 or s.entries <> 0`,
  },
  {
    invariant: 'I5',
    name: 'open holds are what is held',
    reads: 'wallets',
    text: `select ${wallet('open holds are what is held', 'w.held', 'h.amount as open_holds')}
      from wallet w
      left join (
        select member_id, sum(amount) as amount from hold
        where shard = $1::smallint and state = 'open' group by member_id
      ) h on h.member_id = w.member_id
      where w.shard = $1::smallint and w.held <> coalesce(h.amount, 0)`,
  },
  {
    invariant: 'I5',
    name: 'a hold is opened once and ended at most once',
    reads: 'moved',
    text: `with ${touched}
      select ${detail('a hold is opened once and ended at most once', 's.member_id', 's.id', 'h.state', 's.entries', 's.held')}
      from (
        select e.member_id, e.ref as id, count(*) as entries, sum(e.held_change) as held, min(e.held_change) as taken
        from touched join entry e on e.shard = $1::smallint and e.member_id = touched.member_id
        where e.held_change <> 0
        group by e.member_id, e.ref
      ) s
      left join hold h on h.shard = $1::smallint and h.member_id = s.member_id and h.id = s.id
      where h.id is null
        or (h.state = 'open' and (s.entries <> 1 or s.held <> h.amount))
        or (h.state <> 'open' and (s.entries <> 2 or s.held <> 0 or s.taken <> -h.amount))`,
  },
  {
    invariant: 'I5',
    name: 'a hold has entries',
    reads: 'history',
    text: `select ${detail('a hold has entries', 'h.member_id', 'h.id', 'h.state')}
      from hold h
      where h.shard = $1::smallint and not exists (
        select from entry e
        where e.shard = $1::smallint and e.member_id = h.member_id and e.ref = h.id and e.held_change = h.amount
      )`,
  },
  {
    invariant: 'I6',
    name: 'a refused operation has no entry',
    reads: 'moved',
    text: `with ${touched}
      select ${entry('a refused operation has no entry', 'o.outcome')}
      from touched
      join operation o on o.shard = $1::smallint and o.member_id = touched.member_id and o.outcome <> 'applied'
      join entry e on e.shard = $1::smallint and e.member_id = o.member_id and e.key = o.key`,
  },
  {
    invariant: 'I7',
    // Keys from before entries kept their own.
    name: 'an applied operation has one entry',
    reads: 'history',
    text: `select ${detail('an applied operation has one entry', 'o.member_id', 'o.key', 'e.entries')}
      from operation o
      left join (
        select member_id, key, count(*) as entries from entry where shard = $1::smallint group by member_id, key
      ) e on e.member_id = o.member_id and e.key = o.key
      where o.shard = $1::smallint and o.outcome = 'applied' and coalesce(e.entries, 0) <> 1`,
  },
  {
    invariant: 'I7',
    name: 'an entry is what its operation asked for',
    reads: 'moved',
    text: `select ${entry('an entry is what its operation asked for', 'e.amount', 'o.amount as asked')}
      from entry e
      left join operation o on o.shard = $1::smallint and o.member_id = e.member_id and o.key = e.key
      where e.shard = $1::smallint and e.tx >= $2::bigint and (o.key is not null or e.request_hash is null)
        and (o.kind, o.amount, o.held_change, o.counter_account, o.ref) is distinct from
          (e.kind, e.amount, e.held_change, e.counter_account, e.ref)`,
  },
];
