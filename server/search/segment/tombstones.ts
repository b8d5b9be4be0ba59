/** Tombstones: one bit a document of a segment, set where a later segment holds a newer version. */

const bitsPerWord = 32;

/** All documents live. */
export function createTombstones(documentCount: number): SharedArrayBuffer {
  return new SharedArrayBuffer(Math.ceil(documentCount / bitsPerWord) * 4);
}

/** A copy with further documents dead; the given buffer may be in use by readers and stays as it is. */
export function buryDocuments(
  tombstones: SharedArrayBuffer,
  documents: readonly number[],
): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(tombstones.byteLength);
  const words = new Uint32Array(buffer);
  words.set(new Uint32Array(tombstones));
  for (const document of documents) {
    const word = document >>> 5;
    words[word] = (words[word] ?? 0) | (1 << (document & 31));
  }
  return buffer;
}

/** Whether a document's bit is set. */
export function isDead(words: Uint32Array, document: number): boolean {
  return (((words[document >>> 5] ?? 0) >>> (document & 31)) & 1) === 1;
}

/** The number of bits that are set. */
export function countDead(words: Uint32Array): number {
  let count = 0;
  for (const bits of words) {
    for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  }
  return count;
}

/** Documents that are dead in `words` but were not in `before`, an earlier state of the same tombstones. */
export function diedSince(before: Uint32Array, words: Uint32Array): number[] {
  const documents: number[] = [];
  words.forEach((bits, word) => {
    for (let rest = bits & ~(before[word] ?? 0); rest !== 0; rest &= rest - 1) {
      documents.push(word * bitsPerWord + 31 - Math.clz32(rest & -rest));
    }
  });
  return documents;
}
