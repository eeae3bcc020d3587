-- Who did what, when and from where. No foreign keys: what happened stays true after an account is gone.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  action text not null,
  -- whom it concerns; null where nobody is known
  account_id uuid,
  -- who did it: an account's id, 'anonymous', 'operator' (a command on the server's machine) or 'system'
  actor text not null,
  -- of the network; null where nothing came over one
  address text,
  detail jsonb not null
);
create index audit_account on audit (account_id, at);
create index audit_at on audit (at);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is append-only';
end $$;
create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function refuse_audit_change();
