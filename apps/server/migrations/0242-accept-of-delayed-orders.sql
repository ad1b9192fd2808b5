-- Which price an order that waits accepts at its end; null of orders from before, which accept none below their own.
alter table delayed_order add column accept text check (accept in ('none', 'better', 'any'));
