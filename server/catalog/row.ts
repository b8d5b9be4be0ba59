/**
 * One merchant's row while it is read: which key supplies which field, and the faults found so far. It never changes the row and knows
 * the rules of no field. At most 20 problems and 20 warnings are kept; more are not reported. Paths are JSON pointers of about 500
 * characters at most.
 */
// Tests: ./row-fields.test.ts.
import { fieldAliases, type StandardField, standardFields } from '../../contract/words/product.ts';
import type { RowCode } from '../../contract/words/product-import.ts';
import { type Problem, pointerTo, problem } from './problem.ts';
import type { RawProduct } from './product.ts';
import { hasForbiddenCharacters, isPresent } from './text.ts';

const fieldByAlias: ReadonlyMap<string, StandardField> = new Map(Object.entries(fieldAliases));
/** The aliases of each field, the first one first. */
const aliasesByField = Map.groupBy(fieldByAlias.keys(), (alias) => fieldByAlias.get(alias));
const rankByKey = new Map<string, number>(standardFields.map((field, rank) => [field, rank]));
for (const [alias, field] of fieldByAlias) rankByKey.set(alias, standardFields.indexOf(field));
/** Other keys are attributes (§2.1), so their problems stand where those of attributes stand. */
const attributesRank = standardFields.indexOf('attributes');

/** The most problems, and the most warnings, kept of one row (chosen: a batch keeps those of 10,000 rows at once). */
const problemsPerRow = 20;

/** A row that is being parsed: `raw` as received, with its problems and warnings so far. */
export class Row {
  readonly raw: RawProduct;
  readonly problems: Problem[] = [];
  readonly warnings: Problem[] = [];

  constructor(raw: RawProduct) {
    this.raw = raw;
  }

  /** The key that supplies a field: its own, else its alias (Contract §4), else null where the field is absent. */
  keyOf(field: StandardField): string | null {
    if (isPresent(this.raw[field])) return field;
    return aliasesByField.get(field)?.find((alias) => isPresent(this.raw[alias])) ?? null;
  }

  /** Whether a key is an attribute: neither a standard field nor an alias of one. */
  isAttribute(key: string): boolean {
    if (!rankByKey.has(key)) return true;
    const field = fieldByAlias.get(key);
    return field !== undefined && this.keyOf(field) !== key;
  }

  /** Notes why the row fails; the same fault of the same value counts once. */
  fail(found: Problem): void {
    if (this.problems.length >= problemsPerRow) return;
    if (this.problems.some(({ path, code }) => path === found.path && code === found.code)) return;
    this.problems.push(found);
  }

  failKey(key: string, code: RowCode, message: string, value: unknown): void {
    this.fail(problem(pointerTo('', key), code, message, value));
  }

  /** Adds a warning about a value that was left out or cut; the row is still accepted. */
  warnKey(key: string, code: RowCode, message: string, value: unknown): void {
    if (this.warnings.length >= problemsPerRow) return;
    this.warnings.push(problem(pointerTo('', key), code, message, value));
  }

  /** Returns all problems, in the order of the field table (§2.1). */
  sortedProblems(): Problem[] {
    return this.problems.toSorted((left, right) => rankOf(left) - rankOf(right));
  }

  /**
   * Fails every text below an object or a list, keys included, that holds control characters or broken Unicode
   * (Contract §4). Walks with a list of its own, since a row may be nested deeper than the stack.
   */
  checkTexts(root: object, rootPath: string): void {
    const pending: [object, string][] = [[root, rootPath]];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [container, path] = next;
      for (const [key, value] of Object.entries(container)) {
        if (typeof value === 'string') {
          if (hasForbiddenCharacters(value)) this.checkText(value, pointerTo(path, key));
        } else if (typeof value === 'object' && value !== null) {
          pending.push([value, pathBelow(path, key)]);
        }
        if (hasForbiddenCharacters(key)) this.checkText(key, pointerTo(path, key));
      }
    }
  }

  private checkText(text: string, path: string): void {
    if (!hasForbiddenCharacters(text)) return;
    this.fail(problem(path, 'text_invalid', 'The text holds control characters or broken Unicode.', text));
  }
}

/** Code units of a path, beyond which deeper problems are reported at their ancestor (chosen). */
const pathMaxLength = 500;

function pathBelow(path: string, key: string): string {
  return path.length > pathMaxLength ? path : pointerTo(path, key);
}

function rankOf(found: Problem): number {
  const key = found.path.split('/', 2)[1] ?? '';
  return rankByKey.get(key) ?? attributesRank;
}
