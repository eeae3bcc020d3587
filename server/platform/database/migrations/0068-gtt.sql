-- Orders that rest at the broker until a price is reached ("good till triggered"): intents about them, and the practice
-- broker's own.
alter table order_intent drop constraint order_intent_kind_check;
alter table order_intent add constraint order_intent_kind_check check (
  kind in ('place', 'modify', 'cancel', 'convert', 'exit', 'gtt-place', 'gtt-modify', 'gtt-delete'));

create table practice_gtt (
  id bigint generated always as identity primary key,
  account_id uuid not null references practice_account (account_id) on delete cascade,
  -- active ones are taken up again after a restart, and on later days
  status text not null check (status in ('active', 'triggered', 'expired', 'deleted')),
  -- its contract, legs, times (ms since 1970, by the wall), and what became of it
  body jsonb not null
);
create index practice_gtt_account on practice_gtt (account_id, id);
create index practice_gtt_active on practice_gtt (id) where status = 'active';
