/**
 * The mapping that a file starts with: what the person chose, and the guesses for all other columns, each with its reason. Pure.
 */
// Tests: ./guessed-mapping.test.ts.
import type { CsvField } from '../../../../contract/words/csv.ts';
import type { StandardField } from '../../../../contract/words/product.ts';
import type { CsvColumn, CsvGuess, CsvLayout, CsvSettings } from '../../../../csv/layout.ts';
import { stockOf } from '../../../../csv/stock-words.ts';

/** The choices, with the guess for each column without a choice; a chosen field is guessed for no other column. */
export function withGuesses(choices: CsvSettings, layout: Pick<CsvLayout, 'columns'> | null): CsvSettings {
  const chosen = choices.fields ?? {};
  const taken = new Set(Object.values(chosen));
  const guesses = (layout?.columns ?? []).flatMap(({ name, guess }) =>
    guess === undefined || Object.hasOwn(chosen, name) || taken.has(guess.field) ? [] : [[name, guess.field]],
  );
  if (guesses.length === 0) return choices;
  return { ...choices, fields: Object.fromEntries([...guesses, ...Object.entries(chosen)]) };
}

const reasons: Readonly<Record<CsvGuess['by'], string>> = {
  name: 'Guessed by its name',
  values: 'Guessed by its values',
  name_and_values: 'Guessed by its name and values',
};

/** Why a column has its field, where that was guessed; null where it was not, or where another field was chosen. */
export function reasonOf({ field, guess }: CsvColumn): string | null {
  return guess === undefined || guess.field !== field ? null : reasons[guess.by];
}

/** Fields whose wrong guess shows shoppers a wrong price or sells what is not there. */
const weighty: ReadonlySet<CsvField> = new Set<CsvField>([
  ...(['price', 'compare_at_price', 'currency', 'in_stock', 'stock_quantity'] as const),
]);

/** A guess about stock or price that a person should look at, with a few values as they will be taken. */
export interface GuessToCheck {
  readonly name: string;
  readonly field: StandardField;
  readonly values: readonly string[];
}

/** The guesses about stock and price. */
export function guessesToCheck(columns: readonly CsvColumn[]): readonly GuessToCheck[] {
  const decidesStock = stockField(columns);
  return columns.flatMap(({ name, field, guess, sample = [] }) => {
    if (guess === undefined || guess.field !== field || !weighty.has(field)) return [];
    return [{ name, field: guess.field, values: field === decidesStock ? stockValues(sample) : sample }];
  });
}

/** The field by which products are sold out: quantities, where no column says it in words. */
function stockField(columns: readonly CsvColumn[]): StandardField {
  return columns.some(({ field }) => field === 'in_stock') ? 'in_stock' : 'stock_quantity';
}

/** Values with what they mean; where none of them means sold out, the one that would. */
function stockValues(sample: readonly string[]): readonly string[] {
  const isSoldOut = sample.some((value) => stockOf(value) === false);
  return [...sample.map(describeStock), ...(isSoldOut || sample.length === 0 ? [] : ['0 would be sold out'])];
}

function describeStock(value: string): string {
  const isInStock = stockOf(value);
  if (isInStock === null) return `${value}: not understood`;
  return `${value}: ${isInStock ? 'in stock' : 'sold out'}`;
}
