-- Two devices may change the passphrase at once: the later one is refused, and never wraps the key by what was replaced.
alter table private_key add column revision bigint not null default 1;
