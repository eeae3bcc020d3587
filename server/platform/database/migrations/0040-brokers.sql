-- A user's connection to a broker: one at a time. Its secrets are sealed for this user and broker (brokers/vault.ts), and gone
-- as soon as it has ended.
create table broker_session (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  -- the login that it lives in: it ends with that
  login_session uuid not null,
  broker text not null,
  -- whose rate limits its writes count against: a keyed hash of the app key at the broker
  client text not null,
  broker_user_id text not null,
  name text not null,
  sealed bytea,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('logout', 'replaced', 'login-ended', 'expired', 'broker', 'restored')),
  check ((ended_at is null) = (end_reason is null)),
  check ((ended_at is null) = (sealed is not null))
);
create unique index broker_session_one_live on broker_session (account_id) where ended_at is null;
create index broker_session_login on broker_session (login_session) where ended_at is null;

-- A try to connect, between our page and the broker's. The browser that began it has the id in a cookie; here is its hash.
create table broker_attempt (
  id_hash bytea primary key,
  account_id uuid not null references account (id) on delete cascade,
  broker text not null,
  sealed bytea not null,
  expires_at timestamptz not null
);
create index broker_attempt_expires on broker_attempt (expires_at);

-- Everything that a user asked a broker to do, written down before the first byte goes. Kept for five years: where an account
-- is deleted its rows stay under the keyed hash of its address.
create table order_intent (
  id uuid primary key,
  account_id uuid references account (id) on delete set null,
  owner_hash bytea not null,
  broker text not null,
  connection uuid not null,
  client text not null,
  -- one press of a button, its batches, and the items of each
  key text not null,
  batch integer not null check (batch >= 0),
  item integer not null check (item >= 0),
  body_hash bytea not null,
  kind text not null check (kind in ('place', 'modify', 'cancel', 'convert', 'exit')),
  tag text not null,
  exchange text not null,
  request jsonb not null,
  state text not null check (state in ('new', 'sending', 'placed', 'refused', 'unknown', 'absent', 'void')),
  -- the broker's
  order_id text,
  message text not null default '',
  created_at timestamptz not null,
  -- when the broker was asked: null, it never was
  sent_at timestamptz,
  changed_at timestamptz not null,
  -- when to read the broker's book next; null: there is nothing left to find out
  check_at timestamptz,
  good_reads integer not null default 0,
  unique (account_id, key, batch, item),
  unique (broker, tag),
  check (state in ('new', 'void', 'refused') or sent_at is not null)
);
create index order_intent_check on order_intent (check_at) where check_at is not null;
create index order_intent_open on order_intent (changed_at) where state in ('new', 'sending');
create index order_intent_account on order_intent (account_id, created_at);
create index order_intent_owner on order_intent (owner_hash);

-- How each of them went, step by step.
create table order_event (
  id bigint generated always as identity primary key,
  intent_id uuid not null,
  at timestamptz not null,
  state text not null,
  order_id text,
  message text not null
);
create index order_event_intent on order_event (intent_id, id);
create trigger order_event_append_only before update or delete or truncate on order_event
  for each statement execute function refuse_audit_change();

-- Limits that users set themselves; null is none.
create table order_guard (
  account_id uuid primary key references account (id) on delete cascade,
  order_value numeric check (order_value > 0),
  lots integer check (lots > 0),
  orders_per_day integer check (orders_per_day > 0),
  loss_per_day numeric check (loss_per_day > 0),
  changed_at timestamptz not null
);

-- The kill switch: a user's, or with no account the operator's, for everybody. A row is a switch that is thrown.
create table order_stop (
  account_id uuid unique nulls not distinct references account (id) on delete cascade,
  thrown_at timestamptz not null,
  actor text not null
);
