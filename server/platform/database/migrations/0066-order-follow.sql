-- Limits that follow the quotes: a row for each time that an order was armed. The process that armed it looks after it and says so
-- in seen_at; one that is not seen any more is disarmed by another process, or by the next start.
create table order_follow (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  broker text not null,
  order_id text not null,
  -- the connection that it was armed over: it ends with it
  connection uuid not null,
  -- rupees: it goes no further
  worst numeric not null,
  changes integer not null default 0,
  armed_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz,
  -- why, fit to be shown
  ended text not null default ''
);
create unique index order_follow_armed on order_follow (account_id, broker, order_id) where ended_at is null;
create index order_follow_account on order_follow (account_id, armed_at);
