/**
 * Reads titles of printable ASCII, as most titles are, faster than `zoneTitle` and with the same result: it compares numbers of words
 * and cuts no word out of the text that the draft knows. It refuses any other title and titles of more than 64 words, which the caller
 * reads in the usual way. A refusal leaves the draft unchanged. At most 1,024 terms (words, compounds, measures) of one title are
 * written. It never gives another result than `zoneTitle` would.
 */
// Tests: ./plain-titles.test.ts.
import type { Interner } from '../columns/interner.ts';
import { field } from '../document/occurrence.ts';
import {
  earlyWords,
  isBreak,
  kindOfTitleWord,
  shortTitleWords,
  titleWordKind,
} from '../document/title-zones.ts';
import { mayStartMeasure, measureHints } from '../text/measures.ts';
import { compoundsOf, scanWords } from '../text/words.ts';

/** Titles of more words are read in the usual way. Chosen: real titles have fewer. */
const wordsMax = 64;
/** Words, compounds and measures of one title: more than 64 words can have. Chosen. */
const termsMax = 1_024;

const letter = 1;
const joiner = 2;
const separator = 3;
/** The kind of each ASCII unit of folded text; 0 for what is not printable or not folded. */
const classes = Uint8Array.from({ length: 0x7f }, (_, unit) => {
  if (unit < 0x20) return 0;
  const sign = String.fromCharCode(unit);
  if (/[a-z0-9]/.test(sign)) return letter;
  if (/[A-Z]/.test(sign)) return 0;
  return "-'./_&+".includes(sign) ? joiner : separator;
});

/** Bits of what is known of a word: its kind in the low two bits, hints of measures above them, and whether it was read. */
const isKnown = 128;
const kindBits = 3;
const hintShift = 2;

/** Reads titles. The result is in {@link terms} and {@link fields} until the next title is read. */
export class PlainTitles {
  /** The words of the title in their order, then its compounds and measures. */
  readonly terms = new Uint32Array(termsMax);
  readonly fields = new Uint16Array(termsMax);
  termCount = 0;
  wordCount = 0;
  readonly #words: Interner;
  /** The facts that are known of each word, by its number. */
  #facts = new Uint8Array(4_096);
  readonly #starts = new Uint16Array(wordsMax);
  readonly #ends = new Uint16Array(wordsMax);
  /** 1 where only a joining sign is between a word and the one before it. */
  readonly #glued = new Uint8Array(wordsMax);
  /** The place after the last word of each part of the title; `#partStarts` and `#partEnds` bound the part's text. */
  readonly #partWords: number[] = [];
  readonly #partStarts: number[] = [];
  readonly #partEnds: number[] = [];

  constructor(words: Interner) {
    this.#words = words;
  }

  /**
   * Reads a folded title. Returns false where it must be read in the usual way; then no word was numbered. `brand`: the
   * numbers of the brand's words.
   */
  read(folded: string, brand: readonly number[]): boolean {
    if (!this.#scan(folded)) return false;
    for (let place = 0; place < this.wordCount; place += 1) {
      const word = this.#words.idOfPart(folded, this.#starts[place] ?? 0, this.#ends[place] ?? 0);
      this.terms[place] = word;
      this.#know(word);
    }
    this.termCount = this.wordCount;
    const nameStart = this.#beginsWith(brand) ? brand.length : 0;
    let from = 0;
    for (let part = 0; part < this.#partWords.length; part += 1) {
      const to = this.#partWords[part] ?? 0;
      const useFrom = this.#readPart(from, to, nameStart, brand);
      if (this.#hasCompounds(folded, from, to)) this.#addCompounds(folded, part, from, useFrom, to);
      from = to;
    }
    return true;
  }

  /** Finds words and parts. Returns false where the title is not plain. */
  #scan(folded: string): boolean {
    this.#partWords.length = 0;
    this.#partStarts.length = 0;
    this.#partEnds.length = 0;
    let count = 0;
    let partStart = 0;
    let isJoined = false;
    let at = 0;
    while (at < folded.length) {
      const kind = classes[folded.charCodeAt(at)] ?? 0;
      if (kind === letter) {
        const end = wordEnd(folded, at);
        if (count === wordsMax || goesOn(folded, end)) return false;
        this.#starts[count] = at;
        this.#ends[count] = end;
        this.#glued[count] = isJoined ? 1 : 0;
        count += 1;
        isJoined = true;
        at = end;
        continue;
      }
      if (kind === 0) return false;
      if (isBreak(folded, at)) {
        this.#endPart(count, partStart, at);
        partStart = at + 1;
        isJoined = false;
      } else if (kind === separator) isJoined = false;
      at += 1;
    }
    this.#endPart(count, partStart, folded.length);
    this.wordCount = count;
    return true;
  }

  #endPart(wordCount: number, start: number, end: number): void {
    this.#partWords.push(wordCount);
    this.#partStarts.push(start);
    this.#partEnds.push(end);
  }

  #know(word: number): void {
    if (word >= this.#facts.length) {
      const larger = new Uint8Array(word * 2);
      larger.set(this.#facts);
      this.#facts = larger;
    }
    if (this.#facts[word] !== 0) return;
    const text = this.#words.texts[word] ?? '';
    this.#facts[word] = isKnown | kindOfTitleWord(text) | (measureHints(text) << hintShift);
  }

  #kindAt(place: number): number {
    return (this.#facts[this.terms[place] ?? 0] ?? 0) & kindBits;
  }

  #beginsWith(brand: readonly number[]): boolean {
    if (brand.length > this.wordCount) return false;
    for (let place = 0; place < brand.length; place += 1) {
      if (this.terms[place] !== brand[place]) return false;
    }
    return true;
  }

  /** Sets the fields of the words of a part; returns where the part's use ("for …") starts, or its end. */
  #readPart(from: number, to: number, nameStart: number, brand: readonly number[]): number {
    const isName = from <= nameStart;
    const length = this.wordCount <= shortTitleWords ? field.titleShort : 0;
    let useFrom = to;
    for (let place = from; place < to; place += 1) {
      const kind = this.#kindAt(place);
      if (useFrom > place && place > nameStart && kind === titleWordKind.use) useFrom = place;
      const isUse = place >= useFrom;
      let fields = length | (isUse ? field.titleUse : field.titleName);
      const isLast = place + 1 === to || this.#kindAt(place + 1) !== titleWordKind.plain;
      if (isName && !isUse && kind === titleWordKind.plain && isLast) {
        if (!brand.includes(this.terms[place] ?? 0)) fields = length | field.titleNoun;
      }
      if (place < nameStart + earlyWords) fields |= field.titleEarly;
      this.fields[place] = fields;
    }
    return useFrom;
  }

  /** Whether a part may have compounds or measures. */
  #hasCompounds(folded: string, from: number, to: number): boolean {
    for (let place = from; place < to; place += 1) {
      if (place > from && this.#glued[place] === 1) return true;
      const next = place + 1 < to ? (this.#facts[this.terms[place + 1] ?? 0] ?? 0) >>> hintShift : 0;
      const hints = (this.#facts[this.terms[place] ?? 0] ?? 0) >>> hintShift;
      if (hints !== 0 && mayStartMeasure(hints, next, folded, this.#ends[place] ?? 0)) return true;
    }
    return false;
  }

  #addCompounds(folded: string, part: number, from: number, useFrom: number, to: number): void {
    const words = scanWords(folded.slice(this.#partStarts[part], this.#partEnds[part]));
    const length = this.wordCount <= shortTitleWords ? field.titleShort : 0;
    for (const text of compoundsOf(words.slice(0, useFrom - from))) this.#add(text, field.titleName | length);
    if (useFrom === to) return;
    for (const text of compoundsOf(words.slice(useFrom - from))) this.#add(text, field.titleUse | length);
  }

  #add(text: string, fields: number): void {
    this.terms[this.termCount] = this.#words.id(text);
    this.fields[this.termCount] = fields;
    this.termCount += 1;
  }
}

function wordEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && classes[text.charCodeAt(end)] === letter) end += 1;
  return end;
}

/** Whether the number goes on after a sign, as `1.5` does. */
function goesOn(text: string, end: number): boolean {
  const sign = text[end] ?? '';
  const isSign = sign === '.' || sign === ',' || sign === '*';
  return isSign && isDigit(text.charCodeAt(end - 1)) && isDigit(text.charCodeAt(end + 1));
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
