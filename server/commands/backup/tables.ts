/** What backup and restore ask the database about its tables. */

/** Every table but the migrations' own, which the manifest has. */
export const TABLES_QUERY = `
  select relname as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'schema_migration'
  order by relname`;

/** Columns of a table that rows can be written to, in order. @param $1 the table. */
export const COLUMNS_QUERY = `
  select attname as name from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`;

/** References between tables: dropped while rows come in whatever order, and made again. */
export const REFERENCES_QUERY = `
  select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
  where contype = 'f' and connamespace = current_schema()::regnamespace order by conname`;

/** Counters of columns that number their rows. */
export const COUNTERS_QUERY = `
  select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as counter
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null`;
