/**
 * The suggestions of a segment that are names of types of product, in the order of their keys. They are few, and every keystroke reads
 * them, so their keys are kept as strings. It never changes once made. Texts must be folded; an unknown one is no name and gives an
 * empty list. A type takes about 50 bytes; a look takes O(log types).
 */
// Tests: ./live-segment.test.ts.
import { lowerBound, type StringColumn } from '../columns/string-column.ts';
import { evidence } from '../phrases/suggestion-phrases.ts';

/** The columns of a segment that are read. */
interface SuggestionColumns {
  readonly suggestionKeys: StringColumn;
  readonly suggestionSpellingOffsets: Uint32Array;
  readonly spellingEvidence: Uint8Array;
}

/** The names, including those of dead products. Takes about 50 bytes per type. */
export class TypeNames {
  readonly #keys: readonly string[];
  readonly #numbers: readonly number[];

  constructor(columns: SuggestionColumns) {
    const { suggestionKeys } = columns;
    const types = numbersOfTypes(columns).map((number) => ({ number, key: suggestionKeys.text(number) }));
    types.sort((one, other) => compare(one.key, other.key));
    this.#keys = types.map(({ key }) => key);
    this.#numbers = types.map(({ number }) => number);
  }

  /** Whether a folded text is the name of a type. O(log n). */
  has(name: string): boolean {
    return this.#keys[this.#placeOf(name)] === name;
  }

  /** Numbers of the suggestions whose names begin with a folded text, ascending. */
  begunWith(beginning: string): readonly number[] {
    const start = this.#placeOf(beginning);
    let end = start;
    while (this.#keys[end]?.startsWith(beginning) === true) end += 1;
    return this.#numbers.slice(start, end).sort((one, other) => one - other);
  }

  #placeOf(text: string): number {
    return lowerBound(0, this.#keys.length, (place) => compare(this.#keys[place] ?? '', text));
  }
}

/** Compares by UTF-16 units. The order only has to keep keys with a common beginning together. */
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function numbersOfTypes({ suggestionSpellingOffsets, spellingEvidence }: SuggestionColumns): number[] {
  const numbers: number[] = [];
  let suggestion = 0;
  for (let spelling = 0; spelling < spellingEvidence.length; spelling += 1) {
    if (((spellingEvidence[spelling] ?? 0) & evidence.type) === 0) continue;
    while ((suggestionSpellingOffsets[suggestion + 1] ?? 0) <= spelling) suggestion += 1;
    if (numbers.at(-1) !== suggestion) numbers.push(suggestion);
  }
  return numbers;
}
