/**
 * Guesses which field a column may be, by its name in the languages of shops and by its values. A guess maps nothing by itself: the
 * dashboard offers it, and an import without it notes it. A column whose name maps without help keeps its field, with one exception:
 * where no column is the id, one of `sku`, `gtin`, `ean`, `mpn` and `isbn` may be. No two columns get one field, and the order of
 * columns never matters. Pure; values are those of the first rows.
 */
// Tests: ./guess-columns.test.ts.
import type { CsvField } from '../contract/words/csv.ts';
import { type StandardField, standardFields } from '../contract/words/product.ts';
import { fieldsNamed } from './field-names.ts';
import type { CsvGuess } from './layout.ts';
import { areDifferent, arePages, arePictures, shareThatFits } from './value-kinds.ts';

/** A column before any choice of the merchant. */
export interface GuessedColumn {
  readonly name: string;
  /** The field that it has without help. */
  readonly field: CsvField;
  /** Its values in the first rows, trimmed, without blank ones. */
  readonly values: readonly string[];
}

/** A column that may be a field, with how sure that is: the lowest rank first. */
export interface Candidate {
  readonly name: string;
  readonly guess: CsvGuess;
  readonly rank: number;
}

/** Identifiers that may stand in for a missing id, the surest first. */
const standIns: readonly CsvField[] = ['sku', 'mpn', 'gtin', 'ean', 'isbn'];

/** Shares of values that must fit: a little where the name says the field, and for a name that alone proves nothing almost all. */
const shareNamed = 0.3;
const shareSure = 0.9;

/** Rank steps: each is larger than any place in a list of names. */
const byNameAndValues = 0;
const byNameOnly = 1_000;
const byStandIn = 2_000;
const byValuesOnly = 3_000;

/** The guess for each column that has one, by its name. */
export function guessColumns(columns: readonly GuessedColumn[]): ReadonlyMap<string, CsvGuess> {
  const guesses = new Map<string, CsvGuess>();
  const taken = new Set<StandardField>();
  for (const { name, guess } of candidatesOf(columns).sort(inOrder)) {
    if (guesses.has(name) || taken.has(guess.field)) continue;
    guesses.set(name, guess);
    taken.add(guess.field);
  }
  return guesses;
}

/** Every column that may be a field which no column has yet, in no order. */
export function candidatesOf(columns: readonly GuessedColumn[]): Candidate[] {
  const supplied = new Set<CsvField>(columns.map(({ field }) => field));
  const isFree = (field: StandardField) => !supplied.has(field);
  return columns.flatMap((column) => {
    if (column.field === 'attribute')
      return candidatesOfColumn(column).filter(({ guess }) => isFree(guess.field));
    const place = standIns.indexOf(column.field);
    if (place === -1 || !isFree('external_id') || !areDifferent(column.values)) return [];
    return [{ name: column.name, guess: { field: 'external_id', by: 'values' }, rank: byStandIn + place }];
  });
}

function candidatesOfColumn({ name, values }: GuessedColumn): Candidate[] {
  const named = fieldsNamed(name).flatMap(({ field, place }): Candidate[] => {
    const share = shareThatFits(field, values);
    if (share < (field === 'in_stock' || field === 'stock_quantity' ? shareSure : shareNamed)) return [];
    if (field === 'external_id' && !areDifferent(values)) return [];
    const isSure = values.length > 0 && share >= shareSure;
    const by = isSure ? 'name_and_values' : 'name';
    const rank = (isSure ? byNameAndValues : byNameOnly) + stockRank(field, values) + place;
    return [{ name, guess: { field, by }, rank }];
  });
  const shown = (field: StandardField): Candidate => ({
    name,
    guess: { field, by: 'values' },
    rank: byValuesOnly,
  });
  return [
    ...named,
    ...(arePictures(values) ? [shown('image_url')] : []),
    ...(arePages(values) ? [shown('url')] : []),
  ];
}

/**
 * A column of quantities is `stock_quantity` first, which says what is sold out as well (formats/columns.ts); one of words can only be
 * `in_stock`.
 */
function stockRank(field: StandardField, values: readonly string[]): number {
  const areCounts = values.length > 0 && shareThatFits('stock_quantity', values) === 1;
  if (field === 'stock_quantity') return areCounts ? 0 : 400;
  return field === 'in_stock' && areCounts ? 200 : 0;
}

/** The surest first; between equals the field's place in the list of fields, then the name: never the place in the file. */
export function inOrder(left: Candidate, right: Candidate): number {
  return (
    left.rank - right.rank ||
    standardFields.indexOf(left.guess.field) - standardFields.indexOf(right.guess.field) ||
    (left.name < right.name ? -1 : 1)
  );
}
