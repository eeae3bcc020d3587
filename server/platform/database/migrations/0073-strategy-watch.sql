-- Stops and targets of strategies that act: a row for each time that one was armed. The process that armed it looks after it and says so
-- in seen_at; one that is not seen any more is disarmed by another process, or by the next start. A row ends before its exits are sent,
-- so that they are sent once.
create table strategy_watch (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  broker text not null,
  -- the connection that it was armed over: it ends with it
  connection uuid not null,
  strategy text not null,
  -- rupees of the day, lost and earned; null: none
  stop numeric check (stop > 0),
  target numeric check (target > 0),
  armed_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz,
  -- why, and what came of it, fit to be shown
  ended text not null default '',
  check (stop is not null or target is not null)
);
create unique index strategy_watch_armed on strategy_watch (account_id, broker, strategy) where ended_at is null;
create index strategy_watch_account on strategy_watch (account_id, armed_at);
