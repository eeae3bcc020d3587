-- Payment links of the embedded checkout simulator: what a real provider would keep on its side.
create table checkout_link (
  id text primary key,
  reference text not null unique,
  amount integer not null,
  description text not null,
  callback_url text not null,
  status text not null check (status in ('created', 'paid', 'expired', 'cancelled')),
  payment_id text,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
