-- Secret addresses that others post orders to: of the address only its hash is kept.
create table order_hook (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  made_at timestamptz not null,
  used_at timestamptz
);
create index order_hook_account on order_hook (account_id);

-- What came by one: orders that nobody has sent, until their user opens and sends them. Gone when their day is over.
create table order_draft (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  -- of the address, as it was called then
  hook text not null,
  note text not null,
  legs jsonb not null,
  received_at timestamptz not null,
  opened_at timestamptz,
  ends_at timestamptz not null
);
create index order_draft_account on order_draft (account_id, received_at);
create index order_draft_ends on order_draft (ends_at);
