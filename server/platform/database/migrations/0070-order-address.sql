-- By which address of the server a user's orders leave, at brokers that take them from one registered address a client. It is the
-- user's for good: where the account is deleted it stays taken, as the broker may still know it for that client, until the operator
-- frees it.
create table order_address (
  id bigint generated always as identity primary key,
  account_id uuid unique references account (id) on delete set null,
  -- of this machine; '' where the operator has named none, and the machine has one
  address text not null unique,
  assigned_at timestamptz not null
);

-- Who may share an address: the account's is the holder's. An account that is its own holder trades for its family.
create table order_family (
  account_id uuid primary key references account (id) on delete cascade,
  holder uuid not null references account (id) on delete cascade
);

-- For which client of a broker an account's orders go: an address is of no second one.
create table order_client (
  account_id uuid not null references account (id) on delete cascade,
  broker text not null,
  broker_user_id text not null,
  primary key (account_id, broker)
);
