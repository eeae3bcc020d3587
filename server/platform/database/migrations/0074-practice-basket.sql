-- Baskets that were placed from the practice broker's own page: what each placed, so that a second press is answered with that.
create table practice_basket (
  account_id uuid not null references account (id) on delete cascade,
  -- of the hand-over: one basket is placed once
  key uuid not null,
  data_hash bytea not null,
  -- what is said of each order; null while they are being placed, and where the server stopped meanwhile
  answers jsonb,
  at timestamptz not null,
  primary key (account_id, key)
);
create index practice_basket_at on practice_basket (at);
