/**
 * Reads a product for known-item tasks: its words, the thing that it is, and its traits. The thing comes from the leaf of its
 * category or from a reader's list (shop-words.ts), never from the engine: the engine is held against it. It decides nothing of tasks
 * and never throws: a product without a category or a listed thing has no kind, and no task is made of it. Texts are in lower case,
 * units do not occur.
 */
// Tests: test/bench/known-items.test.ts.
import type { SearchDocument } from '../../server/search/document/document.ts';
import type { ShopWords } from './shop-words.ts';

/** A product as tasks see it. All texts are in lower case. */
export interface TaskProduct {
  readonly externalId: string;
  readonly inStock: boolean;
  readonly words: ReadonlySet<string>;
  /** Null without one that a shopper could type. */
  readonly brand: string | null;
  /** The kinds of thing that it is, each with the form in which it would be typed; empty if nothing says it. */
  readonly things: ReadonlyMap<string, string>;
  /** The one kind of thing that its category's leaf names, whether its title does or not; null where it names several. */
  readonly shelf: string | null;
  /** The elements above the leaf: departments, which hold things of many kinds. */
  readonly departments: readonly string[];
  readonly traits: ReadonlySet<string>;
}

/** Reads products of one catalog. */
export function createProductReader(
  shop: ShopWords,
  locale: string,
): (document: SearchDocument) => TaskProduct {
  const lower = (text: string) => text.toLocaleLowerCase(locale).normalize('NFC');
  const thingsIn = shop.things === null ? null : listedThings(shop.things, shop);
  return ({ externalId, inStock, title: written, brand, categoryPath, attributes }) => {
    const title = lower(written);
    const words = wordsOf(title);
    const leaf = lower(categoryPath.at(-1) ?? '');
    const labelled = attributes.map(([label, value]) => [lower(label), lower(value)] as const);
    const type = labelled.find(([label]) => label === 'type')?.[1] ?? '';
    const heads = shop.things === null ? headsOf(leaf) : [];
    return {
      externalId,
      inStock,
      words: new Set(words),
      brand: typedBrand(lower(brand ?? '')),
      things: thingsIn?.(title) ?? namedThings(title, [...headsOf(type), ...heads]),
      shelf: heads.length === 1 && isName(heads[0] ?? '') ? (heads[0] ?? null) : null,
      departments: categoryPath.slice(0, -1).flatMap((element) => headsOf(lower(element))),
      traits: new Set([
        ...labelled.flatMap(([label, value]) => traitsOf(label, value)),
        ...shop.traits.filter((trait) => saysWord(shop, title, words, trait)),
      ]),
    };
  };
}

/** Runs of letters, marks and digits. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Whether a title in lower case says a word, where a language has no spaces anywhere in it. */
function saysWord(
  { isWrittenTogether }: ShopWords,
  title: string,
  words: readonly string[],
  word: string,
): boolean {
  return isWrittenTogether ? title.includes(word) : words.includes(word);
}

/** Codes of a shop's own and blank names are no brands; signs are not typed. */
function typedBrand(brand: string): string | null {
  const typed = brand.replace(/[™®©]/gu, '').replace(/\s+/gu, ' ').trim();
  return /\p{L}/u.test(typed) ? typed : null;
}

/** The signs and words between the parts of a category's name. */
const partEnd = /[&/,+|]|\s(?:and|und|et|y|e|ve|και|و)\s/u;
/** The words before what a thing is for or made of. */
const prepositions = 'for|with|without|of|in|by|für|mit|de|du|des|para|con|pour|en|για|με';
const qualifierStart = new RegExp(`\\s(?:${prepositions})\\s`, 'u');
/** The end of a thing's name, unless the name qualifies another thing: "cat" in "cat food" does. */
const nameEnd = new RegExp(`^(?:$|\\s*[^\\p{L}\\s]|\\s(?:${prepositions})\\s)`, 'u');

/** The last word of each part of a category's leaf, what follows a preposition left out: "Cell Phone Cases & Clips". */
function headsOf(leaf: string): string[] {
  return leaf.split(partEnd).flatMap((part) => wordsOf(part.split(qualifierStart)[0] ?? '').at(-1) ?? []);
}

/** The names of a shelf for things that have no other place. */
const noName = /^(?:others?|misc|miscellaneous|sonstiges|autres?|divers|otros|diğer)$/u;

function isName(word: string): boolean {
  return /^\p{L}[\p{L}\p{M}]{2,}$/u.test(word) && !noName.test(word);
}

/** The endings that a word may have in one text and not in the other, in the languages of the catalogs. */
const endings = ['', 's', 'es', 'n', 'en', 'e', 'lar', 'ler', 'ları', 'leri'];

/** Whether two words are one but for an ending. */
export function isFormOf(word: string, other: string): boolean {
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  if (short.length < 3) return short === long;
  return (
    (long.startsWith(short) && endings.includes(long.slice(short.length))) ||
    (long.endsWith('ies') && short.endsWith('y') && long.slice(0, -3) === short.slice(0, -1))
  );
}

/** The heads that name the thing in the title too, in the title's form. */
function namedThings(title: string, heads: readonly string[]): ReadonlyMap<string, string> {
  const names = [...title.matchAll(/\p{L}[\p{L}\p{M}]{2,}/gu)]
    .filter(({ 0: word, index }) => nameEnd.test(title.slice(index + word.length)))
    .map(([word]) => word);
  return new Map(
    heads.flatMap((head) => {
      const typed = names.find((name) => isFormOf(name, head));
      return typed === undefined ? [] : [[head, typed]];
    }),
  );
}

/** Returns the listed things that a title says: all of them, or the first if that is the thing and others qualify it. */
function listedThings(things: NonNullable<ShopWords['things']>, shop: ShopWords) {
  return (title: string): ReadonlyMap<string, string> => {
    const words = wordsOf(title);
    const said = things
      .map((forms) => ({ name: forms[0] ?? '', at: placeOf(shop, title, words, forms) }))
      .filter(({ at }) => at >= 0)
      // If names begin at one place the longer one says more: "สายไฟ" within "สาย".
      .sort((one, other) => one.at - other.at || other.name.length - one.name.length);
    const meant = shop.isThingFirst ? said.slice(0, 1) : said;
    return new Map(meant.map(({ name }) => [name, name]));
  };
}

function placeOf(shop: ShopWords, title: string, words: readonly string[], forms: readonly string[]): number {
  const form = forms.find((candidate) => saysWord(shop, title, words, candidate));
  return form === undefined ? -1 : title.indexOf(form);
}

const traitLabels =
  /^(?:colou?rs?|farbe|couleur|renk|χρώμα|色|สี|materials?|matière|matériau|malzeme|υλικό|素材|วัสดุ)$/u;

/** A colour or material of one or two words, or a size that people type. */
function traitsOf(label: string, value: string): string[] {
  if (label === 'size') return /^(?:xs|x{1,2}l|\d\d)$/.test(value) ? [value] : [];
  if (!traitLabels.test(label)) return [];
  return value.split(/[,;|/\n]/u).flatMap((part) => {
    const trait = part.trim();
    return /^\p{L}[\p{L}\p{M}]*(?: [\p{L}\p{M}]+)?$/u.test(trait) ? [trait] : [];
  });
}
