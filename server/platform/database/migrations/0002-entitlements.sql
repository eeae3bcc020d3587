-- What gave each subscription its days, who brought whom, and who did what.
alter table account
  -- the address was proven by its owner; null until then
  add column confirmed_at timestamptz,
  add column last_login_at timestamptz,
  -- whose referral link was used to sign up
  add column referred_by uuid references account (id) on delete set null,
  -- the last time that what the account may see changed: processes look here
  add column entitlement_changed_at timestamptz;
create index account_referred_by on account (referred_by) where referred_by is not null;
create index account_entitlement_changed on account (entitlement_changed_at) where entitlement_changed_at is not null;

-- Days of a plan, each row granted once: the key is what must not happen twice.
create table subscription_grant (
  key text primary key,
  account_id uuid not null references account (id) on delete cascade,
  plan text not null check (plan in ('1min', 'live')),
  days integer not null check (days > 0),
  source text not null,
  -- as the list of users shows it: 'live-monthly', 'broker-trial', 'free'
  period text not null,
  granted_at timestamptz not null
);
create index subscription_grant_account on subscription_grant (account_id, granted_at);

-- One row for the first paid live plan of each referred user; zero days where the referrer had reached the limit.
create table referral_reward (
  id uuid primary key,
  referrer_id uuid not null references account (id) on delete cascade,
  -- null when that account was deleted
  referred_id uuid unique references account (id) on delete set null,
  plan text not null,
  days integer not null check (days >= 0),
  rewarded_at timestamptz not null
);
create index referral_reward_referrer on referral_reward (referrer_id);
