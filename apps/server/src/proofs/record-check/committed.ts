import { factsSince, sqlPart, type Part } from './part.ts';

/** SQL: whether something happened when it had to be committed to the public log. */
const isCommitted = (at: string): string => `${at} >= ${factsSince}`;

/** SQL: the facts of a kind, `b` being the body. */
const factsOf = (kind: string): string =>
  `(select shard, member_id, id, body::jsonb as b from member_fact where kind = '${kind}')`;

/** SQL: a time as a body has it. */
const moment = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL: the facts of withdrawals that have a step. */
const steps = (...names: readonly string[]): string =>
  `(select shard, member_id, (b ->> 'withdrawal')::uuid as id, b from ${factsOf('withdrawal')} f
    where b ->> 'step' in (${names.map((name) => `'${name}'`).join(', ')}))`;

const ofWithdrawal = 'f.shard = w.shard and f.member_id = w.member_id and f.id = w.id';

/**
 * Withdrawals, payout methods and payments against what the house has committed itself to. The facts are rows as well: the public
 * log says whether they are those of its entries.
 */
export const committedParts: readonly Part[] = [
  sqlPart({
    name: 'withdrawals have the terms of the public log',
    rows: 'withdrawal',
    differences: `select concat_ws(' ', 'withdrawal', coalesce(w.id, f.id), 'of', coalesce(w.member_id, f.member_id),
        case when w.id is null then 'is gone, the public log has' when f.id is null then 'has no terms in the public log'
          else 'is of other terms than' end, f.b::text) as detail
      from withdrawal w full join ${steps('requested')} f on ${ofWithdrawal}
      left join ${steps('approved')} r on r.shard = f.shard and r.member_id = f.member_id and r.id = f.id and r.b ? 'rate'
      where w.id is null or (f.id is null and ${isCommitted('w.requested_at')}) or (f.id is not null and (
        (f.b ->> 'amount', f.b ->> 'fee', f.b ->> 'receive', f.b ->> 'currency', f.b ->> 'key')
          is distinct from (w.amount::text, w.fee::text, w.receive::text, w.currency, w.key)
        -- At the last approval the rate may have become worse, never better.
        or (coalesce(r.b, f.b) ->> 'rate', coalesce(r.b, f.b) ->> 'usdt') is distinct from (w.rate_micro::text, w.usdt_micro::text)
        or (r.b ->> 'rate')::bigint <= (f.b ->> 'rate')::bigint
        or (f.b ->> 'time', f.b ->> 'arrivesBy') is distinct from (${moment('w.requested_at')}, ${moment('w.arrives_by')})
        or f.b -> 'method' is distinct from w.method || jsonb_build_object('id', w.method_id) or w.rail <> w.method ->> 'type'))`,
  }),
  sqlPart({
    name: 'approvals are those of the public log',
    rows: 'withdrawal_approval',
    differences: `select concat_ws(' ', 'approval of withdrawal', coalesce(a.withdrawal_id, f.id), 'by', coalesce(a.operator_id::text, f.b ->> 'by'),
        case when a.withdrawal_id is null then 'is gone' else 'is not in the public log' end) as detail
      from withdrawal_approval a
      full join ${steps('approved')} f on f.shard = a.shard and f.member_id = a.member_id and f.id = a.withdrawal_id
        and f.b ->> 'by' = a.operator_id::text and f.b ->> 'time' = ${moment('a.at')}
      where a.withdrawal_id is null or (f.id is null and ${isCommitted('a.at')})
      union all
      select concat_ws(' ', 'withdrawal', w.id, 'needs', w.approvals_needed, 'approvals, the public log says', f.needed)
      from withdrawal w
      join (select shard, member_id, id, max((b ->> 'needed')::int) as needed from ${steps('requested', 'raised', 'approved')} s
        group by shard, member_id, id) f on ${ofWithdrawal}
      where w.approvals_needed < f.needed
      union all
      select concat_ws(' ', 'withdrawal', w.id, 'is being paid, and the public log has', count(f.id), 'approvals')
      from withdrawal w left join ${steps('approved')} f on ${ofWithdrawal}
      where w.stage = 'paying' and ${isCommitted('w.requested_at')}
      group by w.shard, w.member_id, w.id having count(f.id) < w.approvals_needed`,
  }),
  sqlPart({
    name: 'withdrawals are as far as the public log says',
    rows: `withdrawal where paid_at is not null or ended_at is not null`,
    differences: `select concat_ws(' ', 'withdrawal', w.id, 'of', w.member_id, 'was paid', w.paid_at, 'by', w.reference, 'the public log has',
        coalesce(f.b::text, 'no payment')) as detail
      from withdrawal w left join ${steps('paid')} f on ${ofWithdrawal}
      where case when f.id is null then w.paid_at is not null and ${isCommitted('w.paid_at')}
        else (f.b ->> 'reference', f.b ->> 'time') is distinct from (w.reference, ${moment('w.paid_at')}) end
      union all
      select concat_ws(' ', 'withdrawal', w.id, 'of', w.member_id, 'is', w.state, w.reason, w.ended_at, 'the public log has',
        coalesce(f.b::text, 'no end'))
      from withdrawal w left join ${steps('arrived', 'refused', 'returned', 'cancelled')} f on ${ofWithdrawal}
      where case when f.id is null then w.ended_at is not null and ${isCommitted('w.ended_at')}
        else f.b ->> 'step' is distinct from case w.state when 'finished' then 'arrived' when 'cancelled' then 'cancelled'
            when 'refused' then case when w.paid_at is null then 'refused' else 'returned' end end
          or f.b ->> 'time' is distinct from ${moment('w.ended_at')}
          or (w.state = 'refused' and (f.b ->> 'reason', f.b ->> 'note') is distinct from (w.reason, w.note)) end`,
  }),
  sqlPart({
    name: 'payout methods are those of the public log',
    rows: 'payout_method',
    differences: `select concat_ws(' ', 'method', coalesce(p.id, f.id), 'of', coalesce(p.member_id, f.member_id),
        case when p.id is null then 'is gone, the public log has' else concat_ws(' ', 'is', p.type, p.fields, p.deleted_at, 'the public log has') end,
        coalesce(f.b::text, 'none')) as detail
      from payout_method p
      full join (
        select distinct on (shard, member_id, b ->> 'method') shard, member_id, (b ->> 'method')::uuid as id, b
        from ${factsOf('payout_method')} m order by shard, member_id, b ->> 'method', (b ->> 'n')::int desc
      ) f on f.shard = p.shard and f.member_id = p.member_id and f.id = p.id
      where p.id is null
        or case when f.id is null then p.version > 0 or ${isCommitted('p.created_at')}
          else (f.b ->> 'n')::int <> p.version + 1 or case when f.b ->> 'change' = 'removed' then f.b ->> 'time' is distinct from ${moment('p.deleted_at')}
            else p.deleted_at is not null or f.b ->> 'type' <> p.type or f.b -> 'fields' is distinct from p.fields
              or f.b ->> 'usableFrom' is distinct from ${moment('p.usable_from')} end end`,
  }),
  sqlPart({
    name: 'payments are those of the public log',
    rows: `payment where state not in ('seen', 'orphaned')`,
    differences: `select concat_ws(' ', 'payment', coalesce(p.id, f.id), 'of', coalesce(p.member_id, f.member_id), p.rail, p.ref,
        case when p.id is null then 'is gone, the public log has' else concat_ws(' ', 'is', p.state, p.credited, 'the public log has') end,
        coalesce(f.b::text, 'none')) as detail
      from payment p
      full join (
        select distinct on (shard, member_id, b ->> 'payment') shard, member_id, (b ->> 'payment')::uuid as id, b,
          -- The first fact has it; during an upgrade the release before wrote the second without.
          first_value(b ->> 'currency') over (partition by shard, member_id, b ->> 'payment' order by (b ->> 'n')::int) as currency
        from ${factsOf('payment')} m order by shard, member_id, b ->> 'payment', (b ->> 'n')::int desc
      ) f on f.shard = p.shard and f.member_id = p.member_id and f.id = p.id
      where p.id is null
        or case when f.id is null then p.state not in ('seen', 'orphaned') and ${isCommitted('coalesce(p.credited_at, p.seen_at)')}
          else (f.b ->> 'rail', f.b ->> 'reference', f.b ->> 'recharge', f.b ->> 'state', f.b ->> 'case', f.b ->> 'block', f.currency)
              is distinct from (p.rail, p.ref, p.recharge_id::text, p.state, p.payment_case, p.block::text, p.currency)
            or (f.b ->> 'paid', f.b ->> 'gross', f.b ->> 'fee', f.b ->> 'credited', f.b ->> 'turnover')
              is distinct from (p.paid::text, p.gross::text, p.fee::text, p.credited::text, p.turnover::text) end`,
  }),
  sqlPart({
    name: 'recharges are credited by payments of the public log',
    rows: `recharge where credited > 0`,
    differences: `select concat_ws(' ', 'recharge', r.id, 'of', r.member_id, 'is credited with', r.credited, 'the public log has', coalesce(f.credited, 0)) as detail
      from recharge r
      left join (
        select shard, member_id, (b ->> 'recharge')::uuid as id, sum((b ->> 'credited')::bigint) as credited
        from ${factsOf('payment')} m where b ->> 'state' = 'credited' group by shard, member_id, b ->> 'recharge'
      ) f on f.shard = r.shard and f.member_id = r.member_id and f.id = r.id
      where r.credited <> coalesce(f.credited, 0) and ${isCommitted('r.created_at')}`,
  }),
  sqlPart({
    name: 'limits and breaks are those of the public log',
    rows: 'play_limit',
    // What was set before there were facts has none: only members from since then must have them.
    differences: `select concat_ws(' ', 'limit of', coalesce(l.member_id, f.member_id), coalesce(l.kind, f.kind), coalesce(l.period, f.period),
        case when l.member_id is null then 'is gone' else concat_ws(' ', 'is', l.amount, l.pending_amount, l.pending_from, l.pending_until) end,
        'the public log has', coalesce(f.b::text, 'none')) as detail
      from play_limit l
      full join (
        select distinct on (shard, member_id, b ->> 'limit', b ->> 'period') shard, member_id, b ->> 'limit' as kind, b ->> 'period' as period, b
        from ${factsOf('limit')} m
        order by shard, member_id, b ->> 'limit', b ->> 'period', split_part(id, ':', 2)::bigint desc
      ) f on f.shard = l.shard and f.member_id = l.member_id and f.kind = l.kind and f.period = l.period
      left join member m on m.id = l.member_id
      where case when l.member_id is null then true
        when f.b is null then ${isCommitted('m.registered_at')}
        else (f.b ->> 'amount', f.b -> 'pending' ->> 'amount', f.b -> 'pending' ->> 'from', f.b -> 'pending' ->> 'until')
          is distinct from (l.amount::text, l.pending_amount::text, ${moment('l.pending_from')}, ${moment('l.pending_until')}) end
      union all
      select concat_ws(' ', 'break of', coalesce(p.member_id, f.member_id), 'is', coalesce(p.restriction, 'none'), p.since, p.until, p.opens_at,
        'the public log has', coalesce(f.b::text, 'none'))
      from (select * from play where restriction is not null or since is not null or until is not null or opens_at is not null) p
      full join (
        select distinct on (shard, member_id) shard, member_id, b from ${factsOf('restriction')} m
        order by shard, member_id, split_part(id, ':', 2)::bigint desc
      ) f on f.shard = p.shard and f.member_id = p.member_id
      left join member m on m.id = p.member_id
      where case when p.member_id is null then true
        when f.b is null then ${isCommitted('m.registered_at')}
        else (f.b ->> 'restriction', f.b ->> 'since', f.b ->> 'until', f.b ->> 'opensAt')
          is distinct from (p.restriction, ${moment('p.since')}, ${moment('p.until')}, ${moment('p.opens_at')}) end
      union all
      select concat_ws(' ', 'reality check of', p.member_id, 'is', p.reality_minutes, 'the public log has', coalesce(f.b ->> 'minutes', 'none'))
      from play p
      left join (
        select distinct on (shard, member_id) shard, member_id, b from ${factsOf('reality')} m
        order by shard, member_id, split_part(id, ':', 2)::bigint desc
      ) f on f.shard = p.shard and f.member_id = p.member_id
      left join member m on m.id = p.member_id
      where case when f.b is null then p.reality_minutes is not null and ${isCommitted('m.registered_at')}
        else (f.b ->> 'minutes')::int is distinct from p.reality_minutes end`,
  }),
];
