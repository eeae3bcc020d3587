-- Whether paid days are among the live days that wait: those of trials alone are not premium when they begin. What waits by now
-- counts as it did.
alter table account add column pending_live_paid boolean not null default false;
update account set pending_live_paid = true where pending_live_days > 0;
