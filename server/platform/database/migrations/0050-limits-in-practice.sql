-- Whether a user's own limits hold at the practice broker, too.
alter table order_guard add column in_practice boolean not null default false;
