-- The first page of the office counts what waits for a second operator, every few seconds: each count reads what waits alone.
create index rule_change_waits on rule_change (kind, proposed_at) where state = 'proposed';
create index setting_change_waits on setting_change (proposed_at) where state = 'proposed';
create index house_text_waits on house_text (proposed_at) where state = 'proposed';
