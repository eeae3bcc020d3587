-- When a stop or target was reached and began to close: orders of its strategy that were asked for before, and wait for their turn or for
-- the rest of their basket, are not sent after it.
alter table strategy_watch add column acted_at timestamptz;
