import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitBy } from './highlight.ts';

const splitByQuery = (text: string, query: string) => splitBy(query)(text);

test('named and other pieces alternate, at word beginnings only', () => {
  assert.deepEqual(splitByQuery('Trail run', 'run'), ['Trail ', 'run', '']);
  assert.deepEqual(splitByQuery('running shoes', 'shoe run'), ['', 'run', 'ning ', 'shoes', '']);
  assert.deepEqual(splitByQuery('Brunch', 'run'), ['Brunch']);
  assert.deepEqual(splitByQuery('run', ''), ['run']);
  assert.deepEqual(splitByQuery('a.b*c', '.*'), ['a.b*c']);
});

/** Returns the parts of a text that are highlighted. */
function named(text: string, query: string): string[] {
  return splitByQuery(text, query).filter((_, index) => index % 2 === 1);
}

test('earlier words match whole, the last by its beginning', () => {
  assert.deepEqual(named('Laptops and laptop bags', 'laptop ba'), ['Laptops', 'laptop', 'ba']);
  assert.deepEqual(named('Carpet for a car', 'car p'), ['car']);
  assert.deepEqual(named('Printer for prints', 'print head'), ['prints']);
  assert.deepEqual(named('Lampen und Lampe', 'lampe weiss'), ['Lampen', 'Lampe']);
  assert.deepEqual(named('日本の靴', '日本 靴'), ['日本', '靴']);
});

test('a single trailing letter is named whole or joined', () => {
  assert.deepEqual(named('StarTech.com USB-C Cable', 'usb c'), ['USB', 'C']);
  assert.deepEqual(named('USBC cable, class c', 'usb c'), ['USBC', 'c']);
  assert.deepEqual(named('T-Shirt, Tshirts, ten', 't shirt'), ['T', 'Shirt', 'Tshirt']);
  assert.deepEqual(named('4K TV with 4 kg', '4 k'), ['4K', '4']);
  assert.deepEqual(named('2in1, 2-in-1, 20 inch, 13', '2 in 1'), ['2in1', '2', 'in', '1']);
  assert.deepEqual(named('Café ÉC, ec', 'e c'), ['ÉC', 'ec']);
});

test('a query of repeated letters is split in linear time', () => {
  const text = 'a'.repeat(300);
  assert.equal(splitByQuery(text, 'a '.repeat(50)).join(''), text);
});

test('accents, case and composition do not matter and are kept', () => {
  assert.deepEqual(splitByQuery('Café crème', 'CAFE'), ['', 'Café', ' crème']);
  assert.deepEqual(splitByQuery('cafe', 'café'), ['', 'cafe', '']);
  assert.deepEqual(splitByQuery('Éclair', 'e'), ['', 'É', 'clair']);
  assert.deepEqual(splitByQuery('日本の靴', '靴'), ['日本の', '靴', '']);
});

test('the longest word that fits is marked', () => {
  assert.deepEqual(splitByQuery('running', 'run runn'), ['', 'runn', 'ing']);
});

test('the pieces always join to the whole text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
      assert.equal(splitByQuery(text, query).join('').normalize(), text.normalize());
    }),
  );
});

test('words of scripts without spaces are named apart', () => {
  assert.deepEqual(named('รองเท้าผ้าใบสำหรับวิ่ง', 'รองเท้าวิ่ง'), ['รองเท้า', 'วิ่ง']);
  assert.deepEqual(named('การ์ดกีฬา', 'กี'), ['กี']);
  assert.deepEqual(named('รองเท้ากีฬา', 'ก'), ['กี']);
  assert.deepEqual(named('กันน้ำ', 'กิน'), []);
  assert.deepEqual(named('日本の革靴', '日本の靴'), ['日本の', '靴']);
  assert.deepEqual(named('क़लम और कलम', 'कलम'), ['कलम']);
});

/** A letter or digit after which no word begins: scripts without case have no spaces. */
const isWithin = (letter = ' ') => /[\p{Lu}\p{Ll}\p{N}]/u.test(letter);
const isMark = (letter = ' ') => /\p{M}/u.test(letter);
const same = (a = '', b = '') => a.toLowerCase() === b.toLowerCase();

/** Returns the place after marks from a place on. */
function passMarks(text: readonly string[], from: number): number {
  let at = from;
  while (isMark(text[at])) at += 1;
  return at;
}

/** Returns the place after a word that the text has at a place, or null. */
function passWord(text: readonly string[], from: number, word: readonly string[]): number | null {
  let at = from;
  for (const letter of word) {
    if (!same(text[at], letter)) return null;
    at = passMarks(text, at + 1);
  }
  return at;
}

/** Returns all places at which a part that begins at a place may end: at most two words, then a whole one or the last begun. */
function endsFrom(text: readonly string[], from: number, words: readonly (readonly string[])[]): number[] {
  let before = from - 1;
  while (isMark(text[before])) before -= 1;
  if (isWithin(text[before])) return [];
  const pass = (places: readonly number[]) =>
    places.flatMap((place) => words.flatMap((word) => passWord(text, place, word) ?? []));
  const begins = [[from], pass([from]), pass(pass([from]))].flat();
  const last = words.at(-1) ?? [];
  const isBegun = words.length === 1 || last.length > 1;
  const begun = isBegun ? begins.flatMap((place) => passWord(text, place, last) ?? []) : [];
  const hasPlural = (end: number) => end > 2 && text.slice(end - 3, end).every((one) => /\p{L}/u.test(one));
  const whole = pass(begins).flatMap((end) => [
    end,
    ...(hasPlural(end) ? ['n', 's', 'en', 'es'] : [])
      .filter((plural) => [...plural].every((letter, index) => same(text[end + index], letter)))
      .map((plural) => end + plural.length),
  ]);
  return [...begun, ...whole.filter((end) => !isWithin(text[end]) && !isMark(text[end]))];
}

test('named pieces are those of a naive search, no others', () => {
  const letters = fc.constantFrom(...'aabbsné1 -', 'か', '靴');
  const text = fc.array(letters, { maxLength: 12 }).map((all) => all.join(''));
  const word = fc.array(fc.constantFrom(...'aabsn1'), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(text, fc.array(word, { minLength: 1, maxLength: 3 }), (given, words) => {
      const whole = [...given.normalize('NFD')];
      let at = 0;
      const pieces = splitByQuery(given, words.map((one) => one.join('')).join(' '));
      for (const [index, piece] of pieces.entries()) {
        const end = at + [...piece.normalize('NFD')].length;
        if (index % 2) assert.ok(endsFrom(whole, at, words).includes(end), `${given}: ${pieces.join('|')}`);
        for (; at < end; at += 1)
          if (index % 2 === 0)
            assert.deepEqual(endsFrom(whole, at, words), [], `${given}: ${pieces.join('|')}`);
      }
      assert.equal(at, whole.length);
    }),
    { numRuns: 2_000 },
  );
});
