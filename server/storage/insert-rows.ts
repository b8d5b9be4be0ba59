/** The text of an insert that both databases share: what a row does where its key is taken. */
import type { RowInsert } from './database.ts';

/** `on conflict …`: what comes again is left as it is, or replaces the named columns; nothing without a key. */
export function conflictText({ key, replaces }: Pick<RowInsert, 'key' | 'replaces'>): string {
  if (key.length === 0) return '';
  const change =
    replaces.length === 0
      ? 'nothing'
      : `update set ${replaces.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  return `on conflict (${key.join(', ')}) do ${change}`;
}
