-- Addresses that had a trial, as keyed hashes: a trial is granted once, also to who deleted the account and came back.
create table trial_address (
  address_hash bytea not null,
  kind text not null check (kind in ('paid', 'broker')),
  used_at timestamptz not null,
  primary key (address_hash, kind)
);
