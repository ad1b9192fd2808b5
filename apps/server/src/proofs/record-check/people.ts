import { factsSince, sqlPart, type Part } from './part.ts';

/** Rules of operators and members, from other records about them. */
export const peopleParts: readonly Part[] = [
  sqlPart({
    name: 'operators have the roles of the log',
    rows: 'operator',
    differences: `with said as (
        select distinct on (a.subject_id) a.subject_id, a.detail -> 'after' -> 'roles' as roles
        from office_audit a
        where a.action in ('operator_added', 'operator_changed') and a.detail -> 'after' ? 'roles'
        order by a.subject_id, a.at desc, a.id desc
      ), ended as (
        select distinct on (a.subject_id) a.subject_id, (a.detail -> 'after' ->> 'disabled')::boolean as disabled
        from office_audit a
        where a.action = 'operator_changed' and a.detail -> 'after' ? 'disabled'
        order by a.subject_id, a.at desc, a.id desc
      )
      select concat_ws(' ', 'operator', o.account, o.id, 'has', array_to_string(o.roles, ','), case when o.disabled_at is not null then 'disabled' end,
        'the log has', coalesce(s.roles::text, 'nobody of this id'), case when e.disabled then 'disabled' end) as detail
      from operator o
      left join said s on s.subject_id = o.id::text
      left join ended e on e.subject_id = o.id::text
      where s.roles is distinct from to_jsonb(o.roles) or coalesce(e.disabled, false) <> (o.disabled_at is not null)
      union all
      select concat_ws(' ', 'operator', s.subject_id, 'of the log is missing')
      from said s left join operator o on o.id::text = s.subject_id
      where o.id is null`,
  }),
  sqlPart({
    name: 'rights of operators were given by two owners',
    rows: `office_audit where action in ('operator_added', 'operator_changed', 'factor_removed') and operator_id is not null`,
    // One owner is enough to take rights away, and for everything from before there were proposals.
    differences: `with line as (
        select a.*, p.id as proposal_id, p.state, p.decided_by, p.proposed_by, p.alone, p.body, p.subject_id as about
        from office_audit a
        left join proposal p on p.kind = 'operator' and p.id::text = a.detail ->> 'proposal'
        where a.action in ('operator_added', 'operator_changed', 'factor_removed') and a.operator_id is not null
          and a.at > ${factsSince}
      )
      select concat_ws(' ', l.action, l.subject_id, 'by', l.operator_id, l.at, 'has',
        case when l.proposal_id is null then 'no proposal' else concat_ws(' ', 'a proposal', l.proposal_id, l.state, 'for', l.body) end) as detail
      from line l
      where case
        when l.proposal_id is not null then not (
          l.state = 'applied' and l.decided_by = l.operator_id and (l.alone or l.proposed_by <> l.decided_by)
          and l.about::text is not distinct from case when l.action = 'operator_added' then null else l.subject_id end
          and case l.body ->> 'change'
            when 'add' then l.action = 'operator_added' and l.detail -> 'after' -> 'roles' = l.body -> 'roles'
              and l.detail -> 'after' ->> 'account' = l.body ->> 'account'
            when 'roles' then l.action = 'operator_changed' and l.detail -> 'after' -> 'roles' = l.body -> 'roles'
            when 'enable' then l.action = 'operator_changed' and (l.detail -> 'after' ->> 'disabled')::boolean = false
            when 'password' then l.action = 'operator_changed' and (l.detail ->> 'newPassword')::boolean
            else l.action = 'factor_removed' end)
        when l.detail -> 'after' ? 'roles' then not l.detail -> 'before' -> 'roles' @> (l.detail -> 'after' -> 'roles')
        else not coalesce((l.detail -> 'after' ->> 'disabled')::boolean, false) end`,
  }),
  sqlPart({
    name: 'requests to be the only owner are those of the log',
    rows: 'owner_alone',
    differences: `with asked as (
        select a.operator_id, a.at, (a.detail ->> 'from')::timestamptz as counts_from, (a.detail ->> 'byCode')::boolean as by_code
        from office_audit a where a.action = 'owner_alone_asked'
      ), stopped as (
        select a.subject_id, a.operator_id, a.at from office_audit a where a.action = 'owner_alone_stopped'
      )
      select concat_ws(' ', 'request', o.id, 'of', o.operator_id, o.asked_at, 'that counts from', o.counts_from, 'is not in the log') as detail
      from owner_alone o
      where not exists (
        select from asked a where a.operator_id = o.operator_id and a.counts_from = o.counts_from and a.by_code = o.by_code
          and a.at between o.asked_at - interval '5 minutes' and o.asked_at + interval '5 minutes')
      union all
      select concat_ws(' ', 'request', 'of', a.operator_id, a.at, 'that counts from', a.counts_from, 'is gone')
      from asked a
      where not exists (
        select from owner_alone o where o.operator_id = a.operator_id and o.counts_from = a.counts_from and o.by_code = a.by_code)
      union all
      select concat_ws(' ', 'request', o.id, 'of', o.operator_id, 'was stopped by', o.stopped_by, o.stopped_at, 'and the log has no line')
      from owner_alone o
      where (o.stopped_at is not null or o.stopped_by is not null) and not exists (
        select from stopped s where s.subject_id = o.operator_id::text and s.operator_id = o.stopped_by
          and s.at between o.stopped_at - interval '5 minutes' and o.stopped_at + interval '5 minutes')
      union all
      select concat_ws(' ', 'the log has that', s.operator_id, 'stopped', s.subject_id, s.at, 'and nothing is stopped')
      from stopped s
      where not exists (
        select from owner_alone o where o.operator_id::text = s.subject_id and o.stopped_by = s.operator_id
          and s.at between o.stopped_at - interval '5 minutes' and o.stopped_at + interval '5 minutes')`,
  }),
  sqlPart({
    name: 'the recovery code of owners is that of the log',
    rows: 'owner_recovery_code',
    // A code of before there was a line of it is compared with nothing.
    differences: `with line as (
        select a.action, a.detail ->> 'hash' as hash, a.at from office_audit a
        where (a.action = 'recovery_code_made' and a.detail ? 'hash')
          or (a.action = 'owner_alone_asked' and (a.detail ->> 'byCode')::boolean)
        order by a.at desc, a.id desc limit 1
      )
      select concat_ws(' ', 'the recovery code', case when c.one is null then 'is gone' else concat('of ', c.made_at) end,
        'the log has', coalesce(l.action, 'nothing'), l.at) as detail
      from (select) nothing
      left join owner_recovery_code c on true
      left join line l on true
      where case l.action
        when 'recovery_code_made' then c.one is null or encode(c.code_hash, 'hex') <> l.hash
          or c.made_at not between l.at - interval '5 minutes' and l.at + interval '5 minutes'
        when 'owner_alone_asked' then c.one is not null
        else c.made_at > ${factsSince}
      end`,
  }),
  sqlPart({
    name: 'members are led by who invited them',
    rows: 'member where inviter_id is not null',
    differences: `select concat_ws(' ', m.id, 'was invited by', coalesce(m.inviter_id::text, 'no one'), 'and is led by',
        coalesce(t.leader_id::text, 'no one')) as detail
      from member m left join team_tree t on t.shard = m.shard and t.member_id = m.id and t.generation = 1
      where m.inviter_id is distinct from t.leader_id
      union all
      select concat_ws(' ', b.member_id, 'is led in generation', b.generation + 1, 'by', coalesce(t.leader_id::text, 'no one'),
        'and', b.leader_id, 'was invited by', coalesce(m.inviter_id::text, 'no one'))
      from team_tree b
      join member m on m.id = b.leader_id
      left join team_tree t on t.shard = b.shard and t.member_id = b.member_id and t.generation = b.generation + 1
      where b.generation < 3 and t.leader_id is distinct from m.inviter_id`,
  }),
  sqlPart({
    name: 'accounts are locked as the log says',
    rows: 'member where locked_at is not null',
    differences: `with said as (
        select distinct on (a.subject_id) a.subject_id, a.action from office_audit a
        where a.action in ('member_locked', 'member_unlocked') order by a.subject_id, a.at desc, a.id desc
      )
      select concat_ws(' ', 'member', coalesce(m.id::text, s.subject_id), case when m.locked_at is null then 'is not' else 'is' end,
        'locked, the log has', coalesce(s.action, 'nothing')) as detail
      from (select * from member where locked_at is not null) m
      full join said s on s.subject_id = m.id::text
      where (m.id is not null) <> coalesce(s.action = 'member_locked', false)`,
  }),
  sqlPart({
    name: 'members are held from playing as was said',
    rows: 'wallet where gate > 0',
    differences: `select concat_ws(' ', 'member', w.member_id, 'changed', w.gate, 'times what they may stake, on record are',
        coalesce(p.version, 0)) as detail
      from wallet w left join play p on p.shard = w.shard and p.member_id = w.member_id
      where w.gate > coalesce(p.version, 0)
      union all
      -- Only a later time-out or exclusion replaces an exclusion.
      select concat_ws(' ', 'member', t.member_id, 'was excluded by', t.evidence, 'at', t.at, 'on record is', coalesce(p.restriction, 'nothing'),
        'since', p.since)
      from (
        select shard, member_id, 'a letter' as evidence, max(at) as at from letter where template = 'excluded' group by 1, 2
        union all
        select shard, member_id, 'an operator', max(at) from office_audit where action = 'member_excluded' group by 1, 2
        union all
        select shard, member_id, 'a returned bet', max(returned_at) from bet where returned_at is not null group by 1, 2
        union all
        select m.shard, s.member_id, 'an ended session', max(s.ended_at)
        from session s join member m on m.id = s.member_id where s.ended_why = 'excluded' group by 1, 2
      ) t
      left join play p on p.shard = t.shard and p.member_id = t.member_id
      where p.restriction is null
        or (p.restriction = 'excluded' and p.since > t.at + interval '5 minutes')
      union all
      select concat_ws(' ', 'member', l.member_id, 'was told of an exclusion until', coalesce(l.fields ->> 'until', 'for good'), 'on record is',
        coalesce(p.until::text, 'for good'))
      from (
        select distinct on (shard, member_id) shard, member_id, at, fields from letter where template = 'excluded'
        order by shard, member_id, at desc
      ) l
      join play p on p.shard = l.shard and p.member_id = l.member_id and p.restriction = 'excluded'
        and p.since <= l.at + interval '1 minute'
      where date_trunc('milliseconds', (l.fields ->> 'until')::timestamptz) is distinct from date_trunc('milliseconds', p.until)`,
  }),
];
