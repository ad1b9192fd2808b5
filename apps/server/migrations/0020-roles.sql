-- Operators who write to members and keep what they read, and those who look after safer play and teams.
alter table operator
  drop constraint operator_roles_known,
  add constraint operator_roles_known check (
    cardinality(roles) > 0
    and roles <@ array['cashier', 'identity', 'finance', 'content', 'care', 'auditor', 'admin']
  );
