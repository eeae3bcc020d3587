-- What is private by choice: the user's data key, wrapped by a passphrase that the server never sees. All in hex.
create table private_key (
  account_id uuid primary key references account (id) on delete cascade,
  key_id text not null,
  iterations integer not null,
  salt text not null,
  iv text not null,
  wrapped text not null,
  -- it is being turned off: nothing more is sealed
  is_opening boolean not null,
  saved_at timestamptz not null
);
