-- Counts the writes of a row: a write that names another revision than the row's is refused.
alter table setting add column revision bigint not null default 1;
alter table strategy add column revision bigint not null default 1;
