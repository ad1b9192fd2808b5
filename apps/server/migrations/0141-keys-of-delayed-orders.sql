-- The key of the request of an order that waits, which the terms of its bet name; null of orders from before.
alter table delayed_order add column request_key text;
