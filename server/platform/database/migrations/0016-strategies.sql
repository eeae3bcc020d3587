-- Strategies of the newer builder and the portfolio: sealed, beside what they are listed by.
create table strategy (
  id text primary key,
  account_id uuid not null references account (id) on delete cascade,
  name text not null,
  portfolio text not null,
  symbol_name text not null,
  -- 'M:D:YYYY'
  expiry text not null,
  -- the market date it was saved on
  market_date text not null,
  -- hex of the ciphertext and its IV
  sealed text not null,
  saved_at timestamptz not null,
  unique (account_id, name)
);

-- Strategies of the older builder, which knows them by name.
create table builder_strategy (
  account_id uuid not null references account (id) on delete cascade,
  name text not null,
  -- JSON as it was sent
  content text not null,
  saved_at timestamptz not null,
  primary key (account_id, name)
);
