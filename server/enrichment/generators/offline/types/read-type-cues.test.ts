import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GivenProduct, phraseProduct } from '../../../../../test/support/phrase-products.ts';
import { offlineLanguage } from '../title-reading.ts';
import { mark, readTypeCues } from './read-type-cues.ts';

function read(given: GivenProduct, locale = 'en') {
  return readTypeCues(phraseProduct(given), offlineLanguage(locale));
}

/** The names of the marks of a title's word, or null where it is no candidate. */
function marksOf(stem: string, given: GivenProduct | string, locale = 'en'): string[] | null {
  const { candidates } = read(typeof given === 'string' ? { title: given } : given, locale);
  const candidate = candidates.find((one) => one.stem === offlineLanguage(locale).stem(stem));
  if (candidate === undefined) return null;
  return Object.entries(mark).flatMap(([name, bit]) => ((candidate.marks & bit) === 0 ? [] : name));
}

function assertMarked(stem: string, given: GivenProduct | string, name: keyof typeof mark, locale = 'en') {
  const title = typeof given === 'string' ? given : given.title;
  assert.ok(marksOf(stem, given, locale)?.includes(name), `${stem} of ${title}: ${name}`);
}

function assertUnmarked(stem: string, given: GivenProduct | string, name: keyof typeof mark, locale = 'en') {
  const title = typeof given === 'string' ? given : given.title;
  assert.equal(marksOf(stem, given, locale)?.includes(name), false, `${stem} of ${title}: ${name}`);
}

test('a phrase ends at commas, prepositions, colours and ends', () => {
  for (const title of ['desk lamp, tall', 'desk lamp for beds', 'desk lamp black', 'desk lamp']) {
    assertMarked('lamp', title, 'ends');
    assertUnmarked('desk', title, 'ends');
    assertMarked('desk', title, 'modifies');
  }
});

test('a noun joined to another thing ends no phrase', () => {
  assertUnmarked('phone', 'phone and tablet stand', 'ends');
  assertMarked('stand', 'phone and tablet stand', 'ends');
});

test('noun-first languages begin a phrase with its thing', () => {
  assertMarked('robe', 'robe longue noire', 'ends', 'fr');
  assertUnmarked('longue', 'robe longue noire', 'ends', 'fr');
});

test('a measure ends a phrase, and other numbers do not', () => {
  for (const title of ['usb cable 3 m', 'usb cable 2m', 'desk cable 22"', 'usb cable 12, black'])
    assertMarked('cable', title, 'measured');
  assertMarked('category', 'category 6 cable', 'numbered');
  assertUnmarked('category', 'category 6 cable', 'measured');
  assertMarked('notebook', 'notebook case 40.6 cm', 'modifies');
});

test('a word behind a phrase’s end is not first', () => {
  assertMarked('lamp', 'desk lamp, reading light', 'first');
  assertUnmarked('light', 'desk lamp, reading light', 'first');
});

test('a counted noun is marked, or left out where short', () => {
  assertMarked('port', '4 port hub', 'counted');
  assertMarked('memory', '16gb memory phone', 'counted');
  assert.equal(marksOf('pc', 'toner 1 pc(s)'), null);
});

test('a companion of a thing is its use, on either side', () => {
  assertMarked('camera', 'battery for camera', 'use');
  assertUnmarked('battery', 'battery for camera', 'use');
  assertMarked('kamera', 'kamera için pil', 'use', 'tr');
  assertMarked('coton', 'robe en coton', 'use', 'fr');
  assertUnmarked('tafel', 'stoel en tafel', 'use', 'nl');
});

test('an included part is no use', () => {
  assertMarked('port', 'desk lamp with port', 'with');
  assertUnmarked('desk', 'lamp for desk', 'with');
});

test('small letters tell a word from a name', () => {
  assertMarked('lamp', 'Acme Robot lamp', 'small');
  assertUnmarked('robot', 'Acme Robot lamp', 'small');
  assertUnmarked('lamp', 'acme robot lamp', 'small');
  assertUnmarked('lampe', 'Acme große Lampe', 'small', 'de');
  assertMarked('robe', 'Robe longue', 'small', 'fr');
});

test('values of attributes are no named types', () => {
  const attributes = [
    ['finish', 'matte steel'],
    ['type', 'reading light'],
  ] as const;
  assertMarked('steel', { title: 'lamp, steel', attributes }, 'value');
  assert.deepEqual(marksOf('light', { title: 'lamp, steel', attributes }), ['named']);
  const long = [['finish', 'steel as all that we have made since the year 1950']] as const;
  assertUnmarked('steel', { title: 'lamp, steel', attributes: long }, 'value');
});

test('the last element of a category names its things', () => {
  const given = { title: 'Oslo lamp', category: 'Home > Reading Lights & Lamps' };
  assertMarked('lamp', given, 'leaf');
  assert.deepEqual(marksOf('lights', given), ['leaf']);
  assert.equal(marksOf('home', given), null);
});

test('text in brackets is an aside', () => {
  assertMarked('phone', 'lamp (phone)', 'aside');
  assertUnmarked('phone', 'lamp (tall) phone', 'aside');
});

test('the better place of a repeated word counts', () => {
  assertMarked('case', 'slip case notebook case', 'ends');
  assertUnmarked('phone', 'case for phone, phone (phone)', 'aside');
  assertMarked('lamp', 'lamp for desk, lamp', 'first');
});

test('techniques, vague words and shades are no candidates', () => {
  const title = 'original usb light cyan ink';
  assert.deepEqual(
    read({ title }).candidates.map(({ stem }) => stem),
    ['ink'],
  );
  assertMarked('light', 'desk light, cyan', 'ends');
});

test('units, name, brand and category are cues, each once', () => {
  const { cues, brand, category } = read({
    title: 'Acme mouse mouse 500 dpi 16gb for desk M185',
    brand: 'Acme',
    category: 'Mice',
  });
  assert.deepEqual(
    [brand, category, cues],
    ['acme', 'category:mice', ['mous', 'unit:dpi', 'unit:gb', 'brand:acme', 'category:mice']],
  );
});

test('foreign words beside native ones are names', () => {
  assert.equal(marksOf('th-uf', 'TH-UF โคมฝัง BEAM', 'th'), null);
  assertMarked('โคมฝัง', 'TH-UF โคมฝัง BEAM', 'ends', 'th');
  assert.notEqual(marksOf('lamp', 'LAMP BEAM', 'th'), null);
});

test('audiences, packages and shades name no type', () => {
  assert.equal(marksOf('kids', 'Kids’ bike'), null);
  assertMarked('bike', 'Kids’ bike', 'ends');
  assert.equal(marksOf('set', 'Storage baskets, set of 3'), null);
  assertMarked('set', 'Dinner set', 'ends');
  assert.equal(marksOf('space', 'Apple phone - space gray'), null);
  assert.equal(marksOf('warm', 'LED bulb, warm white, 8 W'), null);
});

test('targets of parts and halves of pairs are no types', () => {
  assert.equal(marksOf('notebook', 'Acme notebook spare part'), null);
  assertMarked('part', 'Acme notebook spare part', 'ends');
  assert.equal(marksOf('notebook', 'Acme notebook- or telephone holder'), null);
  assertMarked('notebook', 'Acme notebook - black', 'ends');
});
