-- Addresses are compared in their compatibility form from this release on. Where two members have spellings of one address, the
-- first keeps it and the other signs in by the username.
update member m set email_folded = n.folded
from (
  select distinct on (1) lower(normalize(email_folded, nfkc)) as folded, id
  from member where email_folded is not nfkc normalized
  order by 1, id
) n
where m.id = n.id and not exists (select from member o where o.email_folded = n.folded);
