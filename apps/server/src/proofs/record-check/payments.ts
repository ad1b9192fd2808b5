import { sqlPart, type Part } from './part.ts';

const destination = `array['address', 'account', 'bankCode']`;

/** Rules of recharges and withdrawals, from the records of rails and members. */
export const paymentParts: readonly Part[] = [
  sqlPart({
    name: 'every payment has a notice of its provider',
    rows: `payment where state <> 'orphaned'`,
    differences: `select concat_ws(' ', 'payment', p.rail, p.ref, 'of', p.paid, 'for', p.recharge_id, 'no notice of its rail') as detail
      from (
        select rail, recharge_id, ref, paid, row_number() over (partition by rail, recharge_id order by seen_at) as nth
        from payment where rail not in ('usdt-trc20', 'usdt-erc20') and state <> 'orphaned'
      ) p
      left join (
        select rail, recharge_id, count(*) as notices from rail_event where kind = 'paid' group by rail, recharge_id
      ) n on n.rail = p.rail and n.recharge_id = p.recharge_id
      where p.nth > coalesce(n.notices, 0)
      union all
      select concat_ws(' ', 'payment', p.rail, p.ref, 'of', p.paid, 'for', p.recharge_id, 'the chain has', coalesce(t.state, 'no transfer'), t.micro,
        'for', a.recharge_id)
      from payment p
      left join chain_transfer t on t.network = p.rail and t.log_index::text = split_part(p.ref, ':', 2)
        and t.tx_hash = case when split_part(p.ref, ':', 1) ~ '^0x([0-9a-f]{2})+$' then decode(substr(split_part(p.ref, ':', 1), 3), 'hex') end
      left join chain_address a on a.address = t.address
      where p.rail in ('usdt-trc20', 'usdt-erc20') and p.state <> 'orphaned'
        and (p.paid, p.recharge_id) is distinct from (t.micro, a.recharge_id)
      union all
      select concat_ws(' ', 'payment', p.rail, p.ref, 'is', p.state, 'the transfer is', t.state)
      from payment p
      join chain_transfer t on t.network = p.rail and t.log_index::text = split_part(p.ref, ':', 2)
        and t.tx_hash = case when split_part(p.ref, ':', 1) ~ '^0x([0-9a-f]{2})+$' then decode(substr(split_part(p.ref, ':', 1), 3), 'hex') end
      where p.rail in ('usdt-trc20', 'usdt-erc20') and p.state not in ('orphaned', 'seen') and t.state <> 'final'`,
  }),
  sqlPart({
    name: 'references of payments count once',
    rows: 'payment_ref',
    differences: `select concat_ws(' ', 'payment', p.rail, p.ref, p.state, 'its reference belongs to', coalesce(r.payment_id::text, 'none')) as detail
      from payment p left join payment_ref r on r.rail = p.rail and r.ref = p.ref
      where p.state <> 'orphaned' and r.payment_id is distinct from p.id
      union all
      select concat_ws(' ', 'reference', r.rail, r.ref, 'belongs to no payment', r.payment_id)
      from payment_ref r left join payment p on p.rail = r.rail and p.ref = r.ref and p.id = r.payment_id
      where p.id is null`,
  }),
  sqlPart({
    name: 'references of withdrawals pay once',
    rows: 'payout_ref',
    differences: `select concat_ws(' ', 'withdrawal', w.id, w.rail, w.reference, 'its reference belongs to', coalesce(r.withdrawal_id::text, 'none')) as detail
      from withdrawal w left join payout_ref r on r.rail = w.rail and r.reference = w.reference
      where w.reference is not null and r.withdrawal_id is distinct from w.id
      union all
      select concat_ws(' ', 'reference', r.rail, r.reference, 'belongs to no withdrawal', r.withdrawal_id)
      from payout_ref r left join withdrawal w on w.rail = r.rail and w.reference = r.reference and w.id = r.withdrawal_id
      where w.id is null`,
  }),
  sqlPart({
    name: 'withdrawals under way go to the method as the member has it',
    rows: `withdrawal where state = 'in_progress'`,
    differences: `select concat_ws(' ', 'withdrawal', w.id, 'of', w.member_id, 'goes to', w.method, 'the method is', p.type, p.fields) as detail
      from withdrawal w
      left join payout_method p on p.shard = w.shard and p.member_id = w.member_id and p.id = w.method_id and p.deleted_at is null
      where w.state = 'in_progress' and (p.id is null or w.rail <> p.type or w.method ->> 'type' <> p.type
        or exists (select from unnest(${destination}) as f where w.method -> 'fields' ->> f is distinct from p.fields ->> f))`,
  }),
  sqlPart({
    name: 'payout methods have the fingerprint of their fields',
    rows: 'payout_method',
    // An address of TRON is spelled in another alphabet than its bytes: only its network is compared.
    differences: `select concat_ws(' ', 'method', p.id, 'of', p.member_id, p.fingerprint, 'fields', p.fields) as detail
      from payout_method p
      where case p.type
        when 'bank' then p.fingerprint <> concat('bank ', upper(translate(p.fields ->> 'bankCode', ' -', '')), ' ',
          upper(translate(p.fields ->> 'account', ' -', '')))
        when 'usdt-erc20' then p.fingerprint <> concat('usdt-erc20 ', lower(p.fields ->> 'address'))
        else p.fingerprint not like 'usdt-trc20 0x%' or p.fields ->> 'address' is null end`,
  }),
];
