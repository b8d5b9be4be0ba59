/**
 * Says which fields of a page the widget binds: those that `data-target` selects. Reads selectors of one element each, with tag, id,
 * classes and attributes; for others (relations, pseudo-classes) the answer is null, since a page without a tree cannot tell. The
 * selector is a stranger's: it is read once, in linear time, and a long one is not read at all. Pure.
 */
// Tests: ./target-rule.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { Tag } from './html-tags.ts';

/** Whether a field has what a part of a selector asks for; null if only a browser can say. */
export type Target = (tag: Tag) => boolean | null;

const unknown: Target = () => null;

/** Reads a selector, given as its characters, into the question whether the widget binds a field. */
export function readTarget(selector: ArrayLike<string>): Target {
  const choices = selector.length > limits.shopCheckTargetMaxLength ? [unknown] : readList(selector);
  return (tag) => {
    if (tag.name !== 'input' && tag.name !== 'textarea') return false;
    const answers = choices.map((choice) => choice(tag));
    if (answers.includes(true)) return true;
    return answers.includes(null) ? null : false;
  };
}

/** The characters of a selector with a place that only moves on. */
interface Reader {
  readonly text: ArrayLike<string>;
  at: number;
}

const peek = ({ text, at }: Reader) => text[at] ?? '';

function takeOne(reader: Reader, characters: string): string {
  const next = peek(reader);
  if (next === '' || !characters.includes(next)) return '';
  reader.at += 1;
  return next;
}

function takeWhile(reader: Reader, fits: (character: string) => boolean): string {
  let taken = '';
  for (let next = peek(reader); next !== '' && fits(next); next = peek(reader)) {
    taken += next;
    reader.at += 1;
  }
  return taken;
}

const takeWord = (reader: Reader) => takeWhile(reader, (next) => /[\w-]/.test(next));
const skipSpace = (reader: Reader) => takeWhile(reader, (next) => /\s/.test(next));

/** The selectors of a list. One that is not understood is passed by, up to the comma that ends it. */
function readList(text: ArrayLike<string>): readonly Target[] {
  const reader = { text, at: 0 };
  const choices: Target[] = [];
  do {
    const start = reader.at;
    const choice = readCompound(reader);
    if (choice === null) {
      reader.at = start;
      // What cannot be parted stays whole.
      if (!passBy(reader)) return [unknown];
    }
    choices.push(choice ?? unknown);
  } while (takeOne(reader, ',') !== '');
  return choices;
}

const closing: Readonly<Record<string, string>> = { '[': ']', '(': ')' };

/** Goes to the next comma outside of brackets and quotes, or to the end; false if something is left open. */
function passBy(reader: Reader): boolean {
  const open: string[] = [];
  for (let next = peek(reader); next !== ''; next = peek(reader)) {
    if (next === ',' && open.length === 0) return true;
    reader.at += next === '\\' ? 2 : 1;
    const end = closing[next];
    if (end !== undefined) open.push(end);
    else if (next === open.at(-1)) open.pop();
    else if ((next === '"' || next === "'") && takeQuoted(reader, next) === null) return false;
  }
  return open.length === 0;
}

/** The text up to the quote, which is passed; null where there is none, or an escape before it. */
function takeQuoted(reader: Reader, quote: string): string | null {
  const text = takeWhile(reader, (next) => next !== quote && next !== '\\');
  return takeOne(reader, quote) === '' ? null : text;
}

/** A test of one element, up to a comma or the end; null for what is not understood. */
function readCompound(reader: Reader): Target | null {
  skipSpace(reader);
  const parts: Target[] = [];
  if (takeOne(reader, '*') !== '') parts.push(() => true);
  else if (/[a-z]/i.test(peek(reader))) {
    const name = takeWhile(reader, (next) => /[a-z0-9-]/i.test(next)).toLowerCase();
    parts.push((tag) => tag.name === name);
  }
  for (let sign = takeOne(reader, '#.['); sign !== ''; sign = takeOne(reader, '#.[')) {
    const part = sign === '[' ? readAttribute(reader) : namedTest(sign, takeWord(reader));
    if (part === null) return null;
    parts.push(part);
  }
  skipSpace(reader);
  const isWhole = peek(reader) === '' || peek(reader) === ',';
  return isWhole && parts.length > 0 ? every(parts) : null;
}

function every(parts: readonly Target[]): Target {
  return (tag) => {
    const answers = parts.map((part) => part(tag));
    if (answers.includes(false)) return false;
    return answers.includes(null) ? null : true;
  };
}

/** A question about the value of an attribute; a long one is not looked at, since every part of a selector may ask for it. */
function valueTest(key: string, fits: (value: string) => boolean): Target {
  return ({ attributes }) => {
    const value = attributes.get(key);
    if (value === undefined) return false;
    return value.length > limits.shopCheckValueMaxLength ? null : fits(value);
  };
}

function namedTest(sign: string, word: string): Target | null {
  if (word === '') return null;
  if (sign === '#') return valueTest('id', (value) => value === word);
  return valueTest('class', (value) => value.split(/\s+/).includes(word));
}

/** What stands in a bracket that was opened. */
function readAttribute(reader: Reader): Target | null {
  skipSpace(reader);
  const key = takeWord(reader).toLowerCase();
  if (key === '') return null;
  skipSpace(reader);
  if (takeOne(reader, ']') !== '') return ({ attributes }) => attributes.has(key);
  const operator = takeOne(reader, '~|^$*');
  if (takeOne(reader, '=') === '') return null;
  skipSpace(reader);
  const quote = takeOne(reader, '"\'');
  const given = quote === '' ? takeWord(reader) || null : takeQuoted(reader, quote);
  if (given === null) return null;
  skipSpace(reader);
  const flag = takeOne(reader, 'iI');
  skipSpace(reader);
  if (takeOne(reader, ']') === '') return null;
  // Browsers compare the types of fields without regard to case.
  const fold = (value: string) => (flag !== '' || key === 'type' ? value.toLowerCase() : value);
  const wanted = fold(given);
  return valueTest(key, (value) => compare(operator, fold(value), wanted));
}

function compare(operator: string, value: string, wanted: string): boolean {
  switch (operator) {
    case '~':
      return wanted !== '' && value.split(/\s+/).includes(wanted);
    case '|':
      return value === wanted || value.startsWith(`${wanted}-`);
    case '^':
      return wanted !== '' && value.startsWith(wanted);
    case '$':
      return wanted !== '' && value.endsWith(wanted);
    case '*':
      return wanted !== '' && value.includes(wanted);
    default:
      return value === wanted;
  }
}
