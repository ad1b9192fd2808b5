import { sqlPart, type Part } from './part.ts';

/** How far the clocks of a row and of its line of the log may be apart. */
const apart = `interval '5 minutes'`;

/** SQL: the operator of "operator:<id>"; null for anything else. */
const operatorOf = (column: string): string =>
  `case when ${column} ~ '^operator:[0-9a-f-]{36}$' then substr(${column}, 10)::uuid end`;

/**
 * Recorded decisions compared with the audit log, in both directions: each has a line of that operator, and each line its decision.
 * @param of.rows SQL after `from`: what is decided on
 * @param of.made SQL: `id` (as the log names it), `action`, `operator` and `at` of each decision; rows without operator are
 *   the server's own
 * @param of.log SQL: `id` and `action` of a line `a` of the log, where they are not its subject and action
 * @param of.actions lines that belong to these decisions
 * @param of.keepsLast rows keep their last decision only, so that earlier lines have none
 */
const decided = (of: {
  name: string;
  rows: string;
  made: string;
  log?: { id?: string; action?: string; where?: string };
  actions: readonly string[];
  keepsLast?: boolean;
}): Part =>
  sqlPart({
    name: of.name,
    rows: of.rows,
    differences: `with made as materialized (
        select id, action, operator, at from (${of.made}) d where operator is not null
      ), log as materialized (
        select ${of.log?.id ?? 'a.subject_id'} as id, ${of.log?.action ?? 'a.action'} as action, a.operator_id as operator, a.at
        from office_audit a
        where a.action in (${of.actions.map((action) => `'${action}'`).join(', ')}) and ${of.log?.where ?? 'true'}
      )
      select concat_ws(' ', 'on record', m.action, m.id, 'by', m.operator, m.at, 'the log has',
        coalesce((select string_agg(concat_ws(' ', l.operator, l.at), ', ') from log l where l.id = m.id and l.action = m.action),
          'no line')) as detail
      from made m
      where not exists (
        select from log l where l.id = m.id and l.action = m.action and l.operator = m.operator
          and l.at between m.at - ${apart} and m.at + ${apart})
      ${
        of.keepsLast === true
          ? ''
          : `union all
      select concat_ws(' ', 'the log has', l.action, l.id, 'by', l.operator, l.at, 'and nothing is on record')
      from log l
      where not exists (select from made m where m.id = l.id and m.action = l.action and m.operator = l.operator)`
      }`,
  });

/**
 * Proposals of kinds whose lines of the log are named by kind and state, as `operator_applied`.
 * @param of.id SQL: what the log names
 */
const ofKinds = ({
  name,
  kinds,
  id = 'id',
}: {
  name: string;
  kinds: readonly string[];
  id?: string;
}): Part => {
  const isKind = `kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
  return decided({
    name,
    rows: `proposal where ${isKind}`,
    made: `select ${id}::text as id, concat(kind, '_proposed') as action, proposed_by as operator, proposed_at as at
      from proposal where ${isKind}
      union all
      select ${id}::text, concat(kind, '_', state), decided_by, decided_at from proposal where ${isKind} and state <> 'proposed'`,
    actions: kinds.flatMap((kind) =>
      ['proposed', 'applied', 'refused', 'withdrawn'].map((state) => `${kind}_${state}`),
    ),
  });
};

/** Decisions of operators: each is in the audit log, by that operator. */
export const decisionParts: readonly Part[] = [
  decided({
    name: 'approvals of withdrawals are in the log',
    rows: 'withdrawal_approval',
    made: `select withdrawal_id::text as id, 'withdrawal_approved' as action, operator_id as operator, at from withdrawal_approval`,
    actions: ['withdrawal_approved'],
  }),
  decided({
    name: 'releases of payouts are in the log',
    rows: 'payout_hold',
    made: `select number::text as id, 'payouts_released' as action, released_by as operator, released_at as at
      from payout_hold where released_at is not null`,
    actions: ['payouts_released'],
  }),
  sqlPart({
    name: 'withdrawals are paid after their approvals',
    rows: 'withdrawal where paying_at is not null',
    differences: `select concat_ws(' ', 'withdrawal', w.id, 'needs', w.approvals_needed, 'has', count(a.operator_id), 'by', w.paying_at) as detail
      from withdrawal w
      left join withdrawal_approval a on a.shard = w.shard and a.member_id = w.member_id and a.withdrawal_id = w.id
        and a.at <= w.paying_at
      where w.paying_at is not null or w.stage = 'paying'
      group by w.shard, w.member_id, w.id
      having w.paying_at is null or count(a.operator_id) < w.approvals_needed`,
  }),
  sqlPart({
    name: 'withdrawals are as far as the log says',
    rows: `office_audit where action in ('withdrawal_paid', 'withdrawal_finished', 'withdrawal_refused', 'withdrawal_returned')`,
    differences: `select concat_ws(' ', 'the log has', a.action, a.subject_id, 'by', a.operator_id, a.at, 'the withdrawal is',
        coalesce(w.state, 'missing'), w.reference) as detail
      from office_audit a
      left join withdrawal w on w.shard = a.shard and w.member_id = a.member_id and w.id::text = a.subject_id
      where a.action in ('withdrawal_paid', 'withdrawal_finished', 'withdrawal_refused', 'withdrawal_returned') and case a.action
        when 'withdrawal_paid' then w.paid_at is null or w.reference is distinct from a.detail ->> 'reference'
        when 'withdrawal_finished' then w.state is distinct from 'finished'
        else w.state is distinct from 'refused' or w.reason is distinct from a.detail ->> 'reason' end`,
  }),
  ofKinds({ name: 'corrections of balances are in the log', kinds: ['adjustment'] }),
  sqlPart({
    name: 'corrections are over the amounts of the log',
    rows: `proposal where kind = 'adjustment'`,
    differences: `select concat_ws(' ', 'correction', d.id, d.amount, 'minor units, the log has', a.detail ->> 'amount', 'at', a.at) as detail
      from (select id, (body ->> 'amountMinor')::bigint as amount from proposal where kind = 'adjustment') d
      join office_audit a on a.subject_id = d.id::text and a.action in ('adjustment_proposed', 'adjustment_applied')
      where replace(a.detail ->> 'amount', '.', '') ~ '^-?[0-9]+$' is not true
        or replace(a.detail ->> 'amount', '.', '')::numeric <> d.amount`,
  }),
  decided({
    name: 'reviews of names are in the log',
    rows: 'identity_request',
    made: `select id::text as id, concat('identity_', state) as action, decided_by as operator, decided_at as at
      from identity_request where state <> 'in_review'`,
    actions: ['identity_verified', 'identity_refused'],
  }),
  sqlPart({
    name: 'verified names are those of a review',
    rows: 'member where real_name is not null',
    differences: `select concat_ws(' ', 'member', m.id, 'has a name that no review verified') as detail
      from member m
      where m.real_name is not null and not exists (
        select from identity_request r
        where r.shard = m.shard and r.member_id = m.id and r.state = 'verified' and r.real_name = m.real_name)`,
  }),
  sqlPart({
    name: 'reviews of payments are in the log',
    rows: `payment where state in ('credited', 'refused')`,
    differences: `select concat_ws(' ', 'payment', p.id, 'of', p.member_id, 'refused by nobody in the log') as detail
      from payment p
      where p.state = 'refused' and not exists (
        select from office_audit a
        where a.action = 'payment_refused' and a.subject_id = p.recharge_id::text and a.detail ->> 'payment' = p.id::text)
      union all
      select concat_ws(' ', 'the log has', a.action, a.detail ->> 'payment', 'by', a.operator_id, 'the payment is', coalesce(p.state, 'missing'))
      from office_audit a
      left join payment p on p.shard = a.shard and p.member_id = a.member_id and p.id::text = a.detail ->> 'payment'
      where a.action in ('payment_credited', 'payment_refused') and concat('payment_', p.state) <> a.action`,
  }),
  decided({
    name: 'results of operators are in the log',
    rows: 'result',
    made: `select concat(event_id, ' ', version) as id, 'result_proposed' as action, ${operatorOf('source')} as operator, proposed_at as at
      from result
      union all select concat(event_id, ' ', version), 'result_approved', ${operatorOf('approved_by')}, approved_at from result
      union all select concat(event_id, ' ', version), 'result_confirmed', ${operatorOf('confirmed_by')}, confirmed_at from result`,
    log: { id: `concat(a.subject_id, ' ', a.detail ->> 'version')` },
    actions: ['result_proposed', 'result_approved', 'result_confirmed'],
  }),
  sqlPart({
    name: 'results are the scores of the log and of the match',
    rows: `result where kind = 'played' and ft_home is not null`,
    differences: `select concat_ws(' ', 'result', r.version, 'of', r.event_id, 'is', concat(r.ft_home, '-', r.ft_away), 'the log has',
        a.detail ->> 'ft', 'by', a.operator_id) as detail
      from result r
      join office_audit a on a.action = 'result_proposed' and a.subject_id = r.event_id::text
        and a.detail ->> 'version' = r.version::text
      where (r.kind, case when r.ft_home is not null then concat(r.ft_home, '-', r.ft_away) end)
          is distinct from (coalesce(a.detail ->> 'kind', 'played'), a.detail ->> 'ft')
        or (a.detail ->> 'ht' is not null and a.detail ->> 'ht' <> concat(r.ht_home, '-', r.ht_away))
      union all
      -- The feed that plays a match brings its first result with the score it shows.
      select concat_ws(' ', 'result', r.version, 'of', e.id, 'is', concat(r.ft_home, '-', r.ft_away), 'the match ended',
        concat(e.home_goals, '-', e.away_goals))
      from event e
      join lateral (
        select version, ft_home, ft_away from result r
        where r.event_id = e.id and r.state = 'confirmed' and r.kind = 'played' and r.ft_home is not null
          and r.confirmed_by = concat('feed:', e.feed)
        order by version limit 1
      ) r on true
      where e.state = 'finished' and (e.home_goals, e.away_goals) is distinct from (r.ft_home, r.ft_away)
      union all
      select concat_ws(' ', 'match', e.id, 'ended', concat(e.home_goals, '-', e.away_goals), 'its incidents say',
        concat(i.home_goals, '-', i.away_goals))
      from event e join incident i on i.event_id = e.id and i.kind = 'full_time'
      where e.state = 'finished' and (e.home_goals, e.away_goals) is distinct from (i.home_goals, i.away_goals)`,
  }),
  decided({
    name: 'voids are in the log',
    rows: `proposal where kind = 'void'`,
    made: `select id::text as id, 'void_proposed' as action, proposed_by as operator, proposed_at as at from proposal where kind = 'void'
      union all
      select id::text, concat('void_', state), decided_by, decided_at from proposal where kind = 'void' and state <> 'proposed'`,
    log: { id: `a.detail ->> 'proposal'` },
    actions: ['void_proposed', 'void_applied', 'void_refused', 'void_withdrawn'],
  }),
  sqlPart({
    name: 'rulings follow from a result or a void',
    rows: 'ruling',
    differences: `select concat_ws(' ', 'ruling', u.version, 'of', u.event_id, 'by', u.who, 'counts result', u.result_version, r.state) as detail
      from ruling u
      left join result r on r.event_id = u.event_id and r.version = u.result_version
      where u.result_version is not null and r.state is distinct from 'confirmed'
      union all
      select concat_ws(' ', 'ruling', u.version, 'of', u.event_id, 'is by', u.who, 'its result was confirmed by', r.confirmed_by)
      from ruling u
      left join ruling b on b.event_id = u.event_id and b.version = u.version - 1
      join result r on r.event_id = u.event_id and r.version = u.result_version
      where u.result_version is distinct from b.result_version and r.confirmed_by <> u.who
        and not exists (select from void_rule v where v.event_id = u.event_id and u.version in (v.version, v.undone_version))
      union all
      select concat_ws(' ', 'ruling', u.version, 'of', u.event_id, 'by', u.who, 'comes from no void that was decided so')
      from ruling u
      where u.who like 'operator:%' and exists (
          select from void_rule v where v.event_id = u.event_id and u.version in (v.version, v.undone_version))
        and not exists (
          select from proposal p
          where p.id = u.proposal_id and p.kind = 'void' and p.subject_id = u.event_id and p.state = 'applied'
            and concat('operator:', p.decided_by) = u.who
            and ('operator:' || p.proposed_by) is not distinct from u.with_whom)
      union all
      select concat_ws(' ', 'void', p.id, 'of', p.subject_id, 'was applied by', p.decided_by, 'and is not what was ruled')
      from proposal p
      left join ruling u on u.proposal_id = p.id and u.event_id = p.subject_id
      left join void_rule v on v.event_id = u.event_id and u.version = case when p.body ? 'undoes' then v.undone_version else v.version end
      where p.kind = 'void' and p.state = 'applied' and (v.version is null or case when p.body ? 'undoes'
        then (p.body ->> 'undoes')::int <> v.version
        else (p.body ->> 'market', p.body ->> 'line', (p.body ->> 'struckFrom')::timestamptz, (p.body ->> 'struckUntil')::timestamptz)
          is distinct from (v.market, v.line, nullif(v.struck_from, '-infinity'), nullif(v.struck_until, 'infinity')) end)`,
  }),
  ofKinds({ name: 'changes of rules are in the log', kinds: ['team_rules', 'reward_rules'] }),
  sqlPart({
    name: 'rules are those that were decided',
    rows: '(select version from team_rules union all select version from reward_rules) r',
    differences: `select concat_ws(' ', 'team rules', r.version, 'by', r.published_by, 'are no applied change') as detail
      from team_rules r
      where r.version > 1 and not exists (
        select from proposal c
        where c.kind = 'team_rules' and c.subject_version + 1 = r.version and c.state = 'applied' and c.decided_by = r.published_by and c.body -> 'levels' = r.levels)
      union all
      select concat_ws(' ', 'reward rules', r.version, 'by', r.published_by, 'are no applied change')
      from reward_rules r
      where not exists (
        select from proposal c
        where c.kind = 'reward_rules' and c.subject_version + 1 = r.version and c.state = 'applied' and c.decided_by = r.published_by
          and c.body -> 'rules' -> 'levels' = r.vip_levels and r.check_in_scale = case when jsonb_array_length(c.body -> 'rules' -> 'checkIn') = 0 then 'off'
            else (select string_agg(one, ',' order by n) from jsonb_array_elements_text(c.body -> 'rules' -> 'checkIn') with ordinality as t(one, n)) end)`,
  }),
  decided({
    name: 'changes of settings are in the log',
    rows: `proposal where kind = 'setting'`,
    made: `select id::text as id, case when alone then 'setting_changed' else 'setting_proposed' end as action,
        proposed_by as operator, proposed_at as at from proposal where kind = 'setting'
      union all
      select id::text, concat('setting_', case state when 'applied' then 'accepted' else state end), decided_by, decided_at
      from proposal where kind = 'setting' and not alone and state <> 'proposed'`,
    actions: [
      'setting_proposed',
      'setting_accepted',
      'setting_refused',
      'setting_withdrawn',
      'setting_changed',
    ],
  }),
  sqlPart({
    name: 'settings are the values of the log',
    rows: `proposal where kind = 'setting'`,
    // null means the value of the environment.
    differences: `select concat_ws(' ', 'change', p.id, 'sets', s.key, 'to', s.value, 'the log has', a.detail -> 'after' ->> s.key) as detail
      from proposal p
      cross join lateral jsonb_each_text(p.body -> 'settings') s
      join office_audit a on a.subject_id = p.id::text and a.action in ('setting_proposed', 'setting_changed')
      where p.kind = 'setting' and s.value is not null and a.detail -> 'after' ->> s.key is distinct from s.value`,
  }),
  sqlPart({
    name: 'settings are those that were decided',
    rows: 'setting_change',
    differences: `select concat_ws(' ', 'change', coalesce(c.id, p.id), case when p.id is null then 'is no applied proposal'
        when c.id is null then 'was applied and is not on record' else 'is not what was proposed' end) as detail
      from (select * from proposal where kind = 'setting' and state = 'applied') p
      full join setting_change c on c.id = p.id
      where p.id is null or c.id is null or p.body -> 'settings' <> c.settings
        or (p.body ->> 'from')::timestamptz <> c.effective_from`,
  }),
  decided({
    name: 'house texts are in the log',
    rows: `proposal where kind = 'house_text'`,
    made: `select id::text as id, 'house_text_proposed' as action, proposed_by as operator, proposed_at as at
      from proposal where kind = 'house_text'
      union all
      select id::text, concat('house_text_', case state when 'applied' then 'published' else state end), decided_by, decided_at
      from proposal where kind = 'house_text' and state <> 'proposed'
      union all
      select id::text, 'house_text_revoked', revoked_by, revoked_at from house_text`,
    actions: ['proposed', 'published', 'refused', 'withdrawn', 'revoked'].map((one) => `house_text_${one}`),
  }),
  sqlPart({
    name: 'house texts are those that were decided',
    rows: 'house_text',
    differences: `select concat_ws(' ', 'version', h.version, 'of', h.kind, coalesce(h.id, p.id), case when p.id is null then 'is no applied proposal'
        else 'is not what was proposed' end) as detail
      from (select * from proposal where kind = 'house_text' and state = 'applied') p
      full join house_text h on h.id = p.id
      where p.id is null or h.id is null or p.subject_version + 1 <> h.version or p.body ->> 'kind' <> h.kind
        or p.body -> 'texts' <> h.texts or (p.body ->> 'from')::timestamptz <> h.valid_from`,
  }),
  ofKinds({ name: 'statements of reserves are in the log', kinds: ['reserve'] }),
  ofKinds({ name: 'publications of liabilities are in the log', kinds: ['liabilities'] }),
  sqlPart({
    name: 'statements of reserves are those that were decided',
    rows: 'reserve_statement',
    differences: `select concat_ws(' ', 'statement', coalesce(r.id, p.id), case when p.id is null then 'is no applied proposal'
        else 'is not what was proposed' end) as detail
      from (select * from proposal where kind = 'reserve' and state = 'applied') p
      full join reserve_statement r on r.id = p.id
      where p.id is null or r.id is null or p.body ->> 'name' <> r.name or (p.body ->> 'amountMinor')::bigint <> r.amount
        or (p.body ->> 'day')::date <> r.day or p.body ->> 'fileHash' <> encode(r.file_hash, 'hex')`,
  }),
  decided({
    name: 'addresses of reserves are in the log',
    rows: 'reserve_address',
    made: `select id::text as id, 'reserve_address_added' as action, added_by as operator, added_at as at from reserve_address`,
    actions: ['reserve_address_added'],
  }),
  ofKinds({
    name: 'second factors that were taken off are in the log',
    kinds: ['member_factor'],
    id: 'subject_id',
  }),
  ofKinds({ name: 'changes of operators are in the log', kinds: ['operator'] }),
  decided({
    name: 'flags of teams are in the log',
    rows: `team_flag where state <> 'open'`,
    made: `select id::text as id, concat('team_flag_', state) as action, decided_by as operator, decided_at as at
      from team_flag where state <> 'open'`,
    actions: ['team_flag_cleared', 'team_flag_confirmed'],
    keepsLast: true,
  }),
  decided({
    name: 'likenesses with excluded accounts are in the log',
    rows: `likeness where state <> 'open'`,
    made: `select id::text as id, concat('likeness_', state) as action, decided_by as operator, decided_at as at
      from likeness where state <> 'open'`,
    actions: ['likeness_cleared', 'likeness_confirmed'],
  }),
  sqlPart({
    name: 'likenesses with excluded accounts are those of the log',
    rows: `likeness where state <> 'open'`,
    differences: `select concat_ws(' ', 'likeness', k.id, 'is of', k.member_id, 'with', k.excluded_id, 'by', k.reason,
        'the log has', a.member_id, a.detail ->> 'excluded', a.detail ->> 'reason') as detail
      from likeness k
      join office_audit a on a.subject_id = k.id::text and a.action in ('likeness_cleared', 'likeness_confirmed')
      where a.member_id is distinct from k.member_id or a.detail ->> 'excluded' is distinct from k.excluded_id::text
        or a.detail ->> 'reason' is distinct from k.reason`,
  }),
  decided({
    name: 'margins and offers are in the log',
    rows: 'offer_rule',
    made: `select concat_ws(' ', scope, case when scope = 'site' then 'site' else scope_id end, version) as id, 'offer_saved' as action,
        ${operatorOf('saved_by')} as operator, saved_at as at from offer_rule`,
    log: { id: `concat_ws(' ', a.detail ->> 'scope', a.subject_id, a.detail ->> 'version')` },
    actions: ['offer_saved'],
  }),
  decided({
    name: 'stops and prices of traders are in the log',
    rows: '(select id from trading_stop union all select id from trader_price) t',
    made: `select id::text as id, 'betting_stopped' as action, ${operatorOf('stopped_by')} as operator, stopped_at as at from trading_stop
      union all select id::text, 'betting_opened', ${operatorOf('opened_by')}, opened_at from trading_stop
      union all select concat_ws('|', event_id, market, line), 'price_set', ${operatorOf('set_by')}, set_at from trader_price
      union all select concat_ws('|', event_id, market, line), 'price_released', ${operatorOf('released_by')}, released_at from trader_price`,
    log: {
      id: `case when a.action like 'price%' then concat_ws('|', a.subject_id, a.detail ->> 'market', coalesce(a.detail ->> 'line', ''))
        else a.detail ->> 'stop' end`,
    },
    actions: ['betting_stopped', 'betting_opened', 'price_set', 'price_released'],
  }),
  decided({
    name: 'what operators published is in the log',
    rows: '(select id from content union all select id from letter where sent_by is not null) t',
    made: `select concat(id, ' ', version) as id, case when removed then 'content_removed' when draft then 'content_drafted'
        else 'content_saved' end as action, saved_by as operator, saved_at as at from content
      union all select id::text, 'letter_sent', sent_by, at from letter`,
    log: { id: `concat_ws(' ', a.subject_id, a.detail ->> 'version')` },
    actions: ['content_saved', 'content_drafted', 'content_removed', 'letter_sent'],
  }),
];
