/** How much memory a row takes as it was read. */
import type { RawRow } from './prepare-rows.ts';

/** Of a value beside its characters, as V8 keeps small objects and texts. */
const bytesPerValue = 32;
const bytesPerCharacter = 2;

/** About so many bytes: its texts, its names and each value by itself. Nothing in it is copied. */
export function rowBytes({ value, original }: Pick<RawRow, 'value' | 'original'>): number {
  let bytes = 0;
  const open: unknown[] = [value, original];
  while (open.length > 0) {
    const part = open.pop();
    bytes += bytesPerValue;
    if (typeof part === 'string') bytes += part.length * bytesPerCharacter;
    else if (Array.isArray(part)) for (const inner of part) open.push(inner);
    else if (typeof part === 'object' && part !== null) {
      for (const name in part) {
        const inner: unknown = Reflect.get(part, name);
        bytes += name.length * bytesPerCharacter;
        // Most values are texts.
        if (typeof inner === 'string') bytes += bytesPerValue + inner.length * bytesPerCharacter;
        else open.push(inner);
      }
    }
  }
  return bytes;
}
