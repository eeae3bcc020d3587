-- What the operator tells everybody: the newest row counts, until it ends.
create table banner (
  id bigint generated always as identity primary key,
  message text not null check (char_length(message) between 1 and 200),
  shown_at timestamptz not null,
  ends_at timestamptz not null
);
