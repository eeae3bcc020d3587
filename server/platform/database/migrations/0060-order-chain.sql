-- The steps of an account's orders are one chain: each row carries a hash of itself and of the row before it. A row that is
-- changed, removed or put in later is found, because what follows no longer fits (modules/orders/chain.ts).

-- An account's chain and its end; the chain stays when the account is deleted.
create table order_chain (
  id uuid primary key default gen_random_uuid(),
  account_id uuid unique references account (id) on delete set null,
  length bigint not null default 0,
  -- the last row's hash; before the first row it is zeros
  head bytea not null default decode(repeat('00', 32), 'hex')
);

alter table order_event add column chain uuid, add column place bigint, add column hash bytea;
create unique index order_event_place on order_event (chain, place);

-- What is hashed of a step: itself, and what was asked. Nothing that changes later is in it, such as the account.
create function order_event_text(step order_event) returns text language sql stable as $$
  select jsonb_build_object(
    'place', step.place, 'state', step.state, 'orderId', step.order_id, 'message', step.message,
    'at', to_char(step.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'intent', i.id, 'owner', encode(i.owner_hash, 'hex'), 'broker', i.broker, 'connection', i.connection,
    'key', i.key, 'batch', i.batch, 'item', i.item, 'kind', i.kind, 'tag', i.tag, 'exchange', i.exchange,
    'request', i.request, 'asked', to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
  )::text
  from order_intent i where i.id = step.intent_id
$$;

-- Gives a step its place at the end of its chain. The chain's row is locked, so that of two steps one comes after the other.
create function chained(step order_event) returns order_event language plpgsql as $$
declare
  owner uuid;
  before bytea;
begin
  -- An intent stays in the chain that it began in, even when its account is gone.
  select chain into step.chain from order_event where intent_id = step.intent_id and chain is not null limit 1;
  if step.chain is null then
    select account_id into owner from order_intent where id = step.intent_id;
    insert into order_chain (account_id) values (owner)
      on conflict (account_id) do update set account_id = excluded.account_id returning id into step.chain;
  end if;
  select head, length + 1 into before, step.place from order_chain where id = step.chain for update;
  step.hash := sha256(before || convert_to(order_event_text(step), 'UTF8'));
  update order_chain set head = step.hash, length = step.place where id = step.chain;
  return step;
end $$;

alter table order_event disable trigger order_event_append_only;
do $$
declare
  step order_event;
begin
  for step in select * from order_event order by id loop
    step := chained(step);
    update order_event set chain = step.chain, place = step.place, hash = step.hash where id = step.id;
  end loop;
end $$;
alter table order_event enable trigger order_event_append_only;
alter table order_event alter column chain set not null, alter column place set not null, alter column hash set not null;

create function chain_order_event() returns trigger language plpgsql as $$
begin
  return chained(new);
end $$;
create trigger order_event_chained before insert on order_event for each row execute function chain_order_event();
