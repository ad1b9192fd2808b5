-- Codes of messages, of src/platform/outbox. Only what still holds a code is looked for when codes are blanked.
drop index outbox_message_useless;
create index outbox_message_useless on outbox_message (useless_at) where fields ? 'code';
