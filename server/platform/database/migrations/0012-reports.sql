-- Bug reports and feedback.
create table bug_report (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  user_email text not null,
  comment text not null,
  system text not null check (system in ('desktop', 'mobile')),
  browser text not null,
  reported_at timestamptz not null
);
create index bug_report_reported on bug_report (reported_at);
