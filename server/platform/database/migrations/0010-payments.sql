-- What was bought: one row for each attempt to pay that reached the provider, and what it gave.
create table payment (
  id uuid primary key,
  -- ours, told to the provider and back: unguessable
  reference text not null unique,
  -- null when the account was deleted: invoices have to be kept
  account_id uuid references account (id) on delete set null,
  provider text not null,
  name text not null check (name in ('monthly', 'quarterly', 'halfyearly', 'annualy', 'weekly')),
  days integer not null check (days > 0),
  -- the lines of the invoice, in paise, as they were when it was offered
  base_paise integer not null check (base_paise > 0),
  tax_percent integer not null,
  tax_paise integer not null,
  total_paise integer not null,
  -- moves forward only: see settlement.ts
  state text not null check (state in ('created', 'open', 'failed', 'closed', 'paid')),
  -- of the provider's payment link; null until it has answered
  link_id text,
  link_url text,
  expires_at timestamptz not null,
  -- the provider's payment that paid it
  provider_payment text,
  invoice text unique,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- when to ask the provider next; null: it has said its last word
  check_at timestamptz,
  checks integer not null default 0,
  unique (provider, link_id),
  check (total_paise = base_paise + tax_paise),
  check (state <> 'paid' or (provider_payment is not null and invoice is not null))
);
create index payment_account on payment (account_id, created_at);
create index payment_check on payment (check_at) where check_at is not null;

-- What a payment gave, once: no row where a second trial was paid and nothing could be given.
create table payment_grant (
  payment_id uuid primary key references payment (id),
  days integer not null check (days > 0),
  granted_at timestamptz not null
);

-- Each event of a provider is acted upon once. The body is not kept: it names the payer.
create table payment_event (
  provider text not null,
  event_id text not null,
  reference text,
  outcome text not null,
  received_at timestamptz not null,
  primary key (provider, event_id)
);
create index payment_event_received on payment_event (received_at);

-- The last attempt to pay: the next has to wait, on whichever process it arrives.
create table payment_attempt (
  account_id uuid primary key references account (id) on delete cascade,
  attempted_at timestamptz not null
);

-- Both trials are once per user.
create table trial_use (
  account_id uuid not null references account (id) on delete cascade,
  kind text not null check (kind in ('paid', 'broker')),
  -- of the broker trial
  broker text,
  used_at timestamptz not null,
  primary key (account_id, kind),
  check ((kind = 'broker') = (broker is not null))
);

-- Invoices are numbered without gaps, each series and financial year from 1.
create table invoice_series (
  series text primary key,
  last_number integer not null
);
