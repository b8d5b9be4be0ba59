/**
 * Sets the time since when rows of a database are short (record 0051), past the service. A storage that was opened before may
 * not notice.
 */
import type { StorageTarget } from '../../server/storage/open-storage.ts';
import { shortRowsMark } from '../../server/storage/products/row-form.ts';
import { runSql } from './damage.ts';

export async function setShortFrom(target: StorageTarget, micros: string): Promise<void> {
  const insert = `insert into marks (name, value) values ('${shortRowsMark}', '${micros}')`;
  await runSql(target, '', `${insert} on conflict (name) do update set value = excluded.value`);
}
