-- Six roles: who keeps the house, who trades, who handles money and names, who looks after members, who reads everything,
-- and who writes. Reviewers of names and correctors of balances become cashiers.
alter table operator drop constraint operator_roles_known;

update operator set roles = (
  select array_agg(role order by array_position(known, role))
  from (values (array['owner', 'trader', 'cashier', 'support', 'auditor', 'content'])) as k (known),
    lateral (
      select distinct case held
        when 'admin' then 'owner'
        when 'care' then 'support'
        when 'identity' then 'cashier'
        when 'finance' then 'cashier'
        else held
      end as role
      from unnest(roles) as held
    ) r
);

alter table operator add constraint operator_roles_known check (
  cardinality(roles) > 0
  and roles <@ array['owner', 'trader', 'cashier', 'support', 'auditor', 'content']
);
