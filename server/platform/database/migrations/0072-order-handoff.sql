-- Baskets that were handed over to a broker's own page: what was in them, and when. What became of them nobody is told.
create table order_handoff (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  broker text not null,
  orders jsonb not null,
  at timestamptz not null
);
create index order_handoff_account on order_handoff (account_id, at);
