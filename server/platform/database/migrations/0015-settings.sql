-- Settings that are kept with the account, one row a field, sealed as the browser sent them.
create table setting (
  account_id uuid not null references account (id) on delete cascade,
  field text not null,
  -- hex of the ciphertext and its IV
  sealed text not null,
  saved_at timestamptz not null,
  primary key (account_id, field)
);
