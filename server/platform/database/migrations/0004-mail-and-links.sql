-- Messages that are to be sent, and nothing of those that were. Rows hold no secret: links are made when a message is.
create table mail (
  id uuid primary key,
  kind text not null,
  recipient text not null,
  data jsonb not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  -- also how long whoever took it has for sending it
  next_attempt_at timestamptz not null
);
create index mail_due on mail (next_attempt_at);

-- Links of e-mails. SHA-256 of the token: a stolen copy of this table opens nothing.
create table account_link (
  hash bytea primary key,
  account_id uuid not null references account (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'reset')),
  expires_at timestamptz not null
);
create index account_link_account on account_link (account_id);
create index account_link_expires on account_link (expires_at);
