-- The practice broker's own books: play money, gone with the account.
create table practice_account (
  account_id uuid primary key references account (id) on delete cascade,
  -- the user's id at the practice broker
  client_id text not null unique,
  -- rupees
  opening_cash double precision not null,
  created_at timestamptz not null
);

-- Kinds: a request token is good for one login, an access token for a session. Only their hashes are here.
create table practice_token (
  token_hash bytea primary key,
  account_id uuid not null references practice_account (account_id) on delete cascade,
  kind text not null check (kind in ('request', 'access')),
  api_key text not null,
  expires_at timestamptz not null
);
create index practice_token_expires on practice_token (expires_at);

create table practice_order (
  id text primary key,
  account_id uuid not null references practice_account (account_id) on delete cascade,
  -- of the exchange
  day date not null,
  -- open and waiting orders are taken up again after a restart
  state text not null check (state in ('open', 'waiting', 'filled', 'cancelled', 'rejected')),
  -- the whole order as the engine has it, and what was said of it
  body jsonb not null
);
create index practice_order_day on practice_order (account_id, day);
create index practice_order_live on practice_order (day) where state in ('open', 'waiting');

create table practice_fill (
  id bigint generated always as identity primary key,
  account_id uuid not null references practice_account (account_id) on delete cascade,
  -- null for what no order did: a conversion, a settlement
  order_id text references practice_order (id),
  kind text not null check (kind in ('trade', 'conversion', 'settlement')),
  day date not null,
  -- the contract's name in the product, and what it is
  contract text not null,
  contract_key jsonb not null,
  product text not null check (product in ('intraday', 'margin')),
  side text not null check (side in ('buy', 'sell')),
  quantity double precision not null check (quantity > 0),
  -- rupees
  price double precision not null check (price >= 0),
  -- whether the price was quoted, or made from the last one
  basis text not null check (basis in ('quote', 'modelled')),
  at timestamptz not null
);
create index practice_fill_account on practice_fill (account_id, id);
