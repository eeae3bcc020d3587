-- The kill switch of one strategy: a row is a switch that is thrown. The id is the user's own; the strategy need not be kept any more.
create table order_strategy_stop (
  account_id uuid not null references account (id) on delete cascade,
  strategy text not null,
  thrown_at timestamptz not null,
  primary key (account_id, strategy)
);
