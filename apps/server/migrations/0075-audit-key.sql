-- Seals of the audit log under a key that the database does not hold. Which key it was; null for seals from before, which are
-- plain SHA-256. From the first seal with a key on every seal has one.
alter table office_audit_seal add column key_id text constraint office_audit_seal_key_known check (key_id ~ '^[0-9a-f]{16}$');
