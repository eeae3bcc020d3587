-- What users and processes are told: written in the transaction of what happened, numbered when that is committed, kept for
-- two days. An account that is deleted does not take its rows along: the end of its sessions is among them.
create table news (
  id bigint generated always as identity primary key,
  -- The order in which everybody reads; null until somebody has numbered it.
  seq bigint unique,
  -- null: everybody's
  account_id uuid,
  event jsonb not null,
  at timestamptz not null default now()
);
create index news_fresh on news (id) where seq is null;
create index news_account on news (account_id, seq);
create index news_at on news (at);

-- One row: the number given last. Who numbers holds it, so that numbers appear in their order.
create table news_position (last bigint not null);
insert into news_position values (0);

-- Entitlements that change are news now.
alter table account drop column entitlement_changed_at;
