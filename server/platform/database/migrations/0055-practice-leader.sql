-- Which feed matches practice orders, where several could: one row, and only ever a higher term in it.
create table practice_leader (
  one boolean primary key default true check (one),
  -- of its tenure
  term bigint not null
);
