/**
 * Takes CSV text apart into records (RFC 4180, with tolerance): the one place that knows quotes and line breaks. It
 * knows nothing of headers or products, never throws on data, and its records do not depend on how the text was cut
 * into pieces. A quote that is never closed costs its own line, not the file.
 *
 * - A cell that begins with a quote ends at a quote that a separator or a line break follows (blanks may come between).
 * - A quote inside such a cell that something else follows was text: `"5" screen"` is `5" screen`. A cell with such a
 *   quote must end on its line, since otherwise an unclosed quote would end at the next quoted cell further down.
 * - A quote inside any other cell is text. CR, LF and CRLF end lines, mixed as they like.
 */
// Tests: ./record-scanner.test.ts.
import { limits } from '../contract/limits.ts';

/** The reasons why a record cannot be read. */
export type RecordFault = 'unclosed_quote' | 'too_long';

/** One record of the file. */
export interface CsvRecord {
  /** 1-based physical line where it begins. */
  readonly line: number;
  /**
   * The cells of the record; if it has a fault, the cells before the fault, and then the rest of the line unchanged, cut at
   * 64 Ki units.
   */
  readonly cells: readonly string[];
  readonly fault: RecordFault | null;
}

const quoteUnit = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const tab = 0x09;

/** Blanks between a closing quote and the separator (chosen: more were never meant). */
const closingBlanksMax = 100;

/** Results of `#quotedEnd` that are no position. */
const notYet = -1;
const neverClosed = -2;
const tooLong = -3;

/** An unfinished record longer than this is looked at again only when twice as much is there: never quadratic. */
const eagerLength = 64 * 1024;

/**
 * The next place of a sign, found by the runtime's own search and kept until it was passed: each piece of text is searched once for
 * each sign, for records of any form.
 */
class NextSign {
  readonly #sign: string;
  /**
   * The place from which the sign was sought: there is none from here to `#foundAt`. A record that fails is read again from its
   * middle.
   */
  #searchedFrom = 0;
  #foundAt = -1;

  constructor(sign: string) {
    this.#sign = sign;
  }

  /** Forgets the place, since the text changed. */
  forget(): void {
    this.#foundAt = -1;
  }

  /** The first place of the sign from `at` on; the length of the text if there is none. */
  from(text: string, at: number): number {
    if (this.#foundAt >= at && this.#searchedFrom <= at) return this.#foundAt;
    const found = text.indexOf(this.#sign, at);
    this.#searchedFrom = at;
    this.#foundAt = found === -1 ? text.length : found;
    return this.#foundAt;
  }
}

/** Push text, then take records until there is none; `end` says that no more text comes. */
export class RecordScanner {
  readonly #separator: string;
  readonly #separatorUnit: number;
  readonly #nextSeparator: NextSign;
  readonly #nextLineFeed = new NextSign('\n');
  readonly #nextReturn = new NextSign('\r');
  readonly #nextQuote = new NextSign('"');
  #text = '';
  #at = 0;
  #line = 1;
  #isEnded = false;
  /** Dropping the rest of a line that was too long. */
  #isSkipping = false;
  #nextTryLength = 0;
  /** Line breaks of the cell that `#quotedEnd` read last, and whether its quotes must be replaced. */
  #cellBreaks = 0;
  #cellHasDoubled = false;
  #cellTextEnd = 0;

  constructor(separator: string) {
    this.#separator = separator;
    this.#separatorUnit = separator.charCodeAt(0);
    this.#nextSeparator = new NextSign(separator);
  }

  push(text: string): void {
    this.#text = this.#at === this.#text.length ? text : this.#text.slice(this.#at) + text;
    this.#at = 0;
    for (const sign of [this.#nextSeparator, this.#nextLineFeed, this.#nextReturn, this.#nextQuote])
      sign.forget();
  }

  end(): void {
    this.#isEnded = true;
  }

  /** The next record, empty lines included; null where its end has not come yet, or nothing is left. */
  next(): CsvRecord | null {
    if (this.#isSkipping && !this.#skipLine()) return null;
    const left = this.#text.length - this.#at;
    if (left === 0 || (left < this.#nextTryLength && !this.#isEnded)) return null;
    const record = this.#scan();
    this.#nextTryLength = record === null && left > eagerLength ? left * 2 : 0;
    return record;
  }

  #scan(): CsvRecord | null {
    const text = this.#text;
    const length = text.length;
    const separator = this.#separatorUnit;
    const start = this.#at;
    const cells: string[] = [];
    let breaks = 0;
    let at = start;
    for (;;) {
      let end = at;
      if (text.charCodeAt(at) === quoteUnit) {
        end = this.#quotedEnd(at, start);
        if (end === notYet) return null;
        if (end === neverClosed || end === tooLong) return this.#fail(end, start, cells, at, breaks);
        if (end - start > limits.csvRecordMaxLength) return this.#fail(tooLong, start, cells, at, breaks);
        breaks += this.#cellBreaks;
        const cell = text.slice(at + 1, this.#cellTextEnd);
        cells.push(this.#cellHasDoubled ? cell.replaceAll('""', '"') : cell);
      } else {
        end = Math.min(this.#nextSeparator.from(text, at), this.#lineEnd(at));
        if (end - start > limits.csvRecordMaxLength) return this.#fail(tooLong, start, cells, at, breaks);
        if (end === length && !this.#isEnded) return null;
        cells.push(text.slice(at, end));
      }
      if (end < length && text.charCodeAt(end) === separator) {
        at = end + 1;
        continue;
      }
      const next = this.#afterBreak(end);
      return next === notYet ? null : this.#finish(cells, next, breaks + (next > end ? 1 : 0));
    }
  }

  /** The next line break from `at` on, or the end of the text. */
  #lineEnd(at: number): number {
    return Math.min(this.#nextLineFeed.from(this.#text, at), this.#nextReturn.from(this.#text, at));
  }

  #finish(cells: readonly string[], next: number, breaks: number): CsvRecord {
    const record = { line: this.#line, cells, fault: null };
    this.#at = next;
    this.#line += breaks;
    return record;
  }

  /** The position after the line break at `end`, or `end` where the text ends there. */
  #afterBreak(end: number): number {
    const isOpen = !this.#isEnded;
    if (end >= this.#text.length) return isOpen ? notYet : end;
    if (this.#text.charCodeAt(end) === lineFeed) return end + 1;
    if (end + 1 >= this.#text.length) return isOpen ? notYet : end + 1;
    return this.#text.charCodeAt(end + 1) === lineFeed ? end + 2 : end + 1;
  }

  /** Returns where the quoted cell at `start` ends: the separator, line break or end of text behind it. */
  #quotedEnd(start: number, recordStart: number): number {
    const text = this.#text;
    const cellLimit = start + limits.csvCellMaxLength;
    const recordLimit = recordStart + limits.csvRecordMaxLength;
    const limit = Math.min(cellLimit, recordLimit);
    const beyondLimit = cellLimit <= recordLimit ? neverClosed : tooLong;
    let breaks = 0;
    let isLoose = false;
    this.#cellHasDoubled = false;
    for (let at = start + 1; ; ) {
      const quote = this.#nextQuote.from(text, at);
      for (let end = this.#lineEnd(at); end < quote; end = this.#lineEnd(at)) {
        if (end > limit) return beyondLimit;
        breaks += 1;
        if (isLoose || breaks > limits.csvQuotedMaxLines) return neverClosed;
        at =
          text.charCodeAt(end) === carriageReturn && text.charCodeAt(end + 1) === lineFeed
            ? end + 2
            : end + 1;
      }
      if (quote > limit) return beyondLimit;
      if (quote === text.length) return this.#isEnded ? neverClosed : notYet;
      if (text.charCodeAt(quote + 1) === quoteUnit) {
        this.#cellHasDoubled = true;
        at = quote + 2;
        continue;
      }
      const end = this.#closingEnd(quote + 1);
      if (end === notYet) return notYet;
      if (end !== neverClosed) {
        this.#cellBreaks = breaks;
        this.#cellTextEnd = quote;
        return end;
      }
      isLoose = true;
      if (breaks > 0) return neverClosed;
      at = quote + 1;
    }
  }

  /** The end of a cell whose closing quote is before `at`; `neverClosed` if the quote was text. */
  #closingEnd(at: number): number {
    const text = this.#text;
    let end = at;
    for (; end < text.length; end += 1) {
      const unit = text.charCodeAt(end);
      if (unit === this.#separatorUnit || unit === lineFeed || unit === carriageReturn) return end;
      if ((unit !== space && unit !== tab) || end - at >= closingBlanksMax) return neverClosed;
    }
    return this.#isEnded ? end : notYet;
  }

  /** Fails the record for its cell at `at`, and goes on at the line after the one where that cell begins. */
  #fail(cause: number, start: number, cells: readonly string[], at: number, breaks: number): CsvRecord {
    // Nothing beyond the limit: how much of it is there already depends on the pieces.
    const end = Math.min(at + limits.failureRawMaxLength, start + limits.csvRecordMaxLength);
    const [shown = ''] = this.#text.slice(at, end).split(/[\r\n]/, 1);
    const record: CsvRecord = {
      line: this.#line,
      cells: [...cells.slice(0, limits.csvColumnsMax), ...shown.split(this.#separator)],
      fault: cause === tooLong ? 'too_long' : 'unclosed_quote',
    };
    this.#at = at;
    this.#line += breaks;
    this.#isSkipping = true;
    return record;
  }

  /** Whether the rest of a line could be dropped to its end. */
  #skipLine(): boolean {
    const end = this.#lineEnd(this.#at);
    const next = this.#afterBreak(end);
    this.#at = next === notYet ? end : next;
    if (next === notYet) return false;
    this.#line += 1;
    this.#isSkipping = false;
    return true;
  }
}
