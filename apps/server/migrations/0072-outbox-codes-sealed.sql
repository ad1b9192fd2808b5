-- Codes that wait to be sent are sealed from now on, and those nobody sends are not stored: what was readable goes.
update outbox_message set
  state = case when state = 'waiting' then 'failed' else state end,
  error = case when state = 'waiting' then 'withdrawn' else error end,
  fields = fields - 'code'
where fields ? 'code';
