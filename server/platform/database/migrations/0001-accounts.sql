-- Users, what they have paid for, and the one session that each may have.
create table account (
  id uuid primary key,
  email text not null,
  name text not null,
  -- argon2id, in its own text form with parameters and salt
  password_hash text not null,
  referral_code text not null unique,
  admin boolean not null default false,
  -- may log in only where demo accounts are allowed
  demo boolean not null default false,
  plan text check (plan in ('1min', 'live')),
  -- the plan was paid for; a trial was not
  plan_paid boolean not null default false,
  -- null: there never was a subscription
  valid_until timestamptz,
  pending_live_days integer not null default 0 check (pending_live_days >= 0),
  pending_one_min_days integer not null default 0 check (pending_one_min_days >= 0),
  created_at timestamptz not null
);
-- Addresses differ by case only in theory; two accounts that do would be a trap.
create unique index account_email on account (lower(email));

create table session (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  -- SHA-256 of the cookie's name and secret, and of the socket ticket: a stolen copy of this table opens nothing
  token_hash bytea not null unique,
  ticket_hash bytea not null unique,
  fingerprint text not null,
  address text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('logout', 'multiLogout', 'expired')),
  check ((ended_at is null) = (end_reason is null))
);
-- One live session per user is a fact of the database, not a habit of the code.
create unique index session_one_live on session (account_id) where ended_at is null;
create index session_ended on session (ended_at) where ended_at is not null;
