/** The text of an insert that both databases share: what a row does where its key is taken. */
import type { RowInsert } from './database.ts';

/** `on conflict …`: what comes again is left as it is, or replaces or raises the named columns; nothing without a key. */
export function conflictText(insert: Pick<RowInsert, 'table' | 'key' | 'replaces' | 'adds'>): string {
  const { table, key, replaces, adds = [] } = insert;
  if (key.length === 0) return '';
  const sets = [
    ...replaces.map((name) => `${name} = excluded.${name}`),
    ...adds.map((name) => `${name} = ${table}.${name} + excluded.${name}`),
  ];
  const change = sets.length === 0 ? 'nothing' : `update set ${sets.join(', ')}`;
  return `on conflict (${key.join(', ')}) do ${change}`;
}
