/**
 * One thing and several: categories name things in the plural (`Ink Cartridges`), shoppers mostly type the singular. The
 * form that titles of the catalog have is the best; where none has one, the plain rules of a few languages.
 */
import { fold } from '../../../search/text/fold.ts';
import { type CatalogProfile, stemsOf } from './catalog-profile.ts';
import type { OfflineLanguage } from './title-reading.ts';

type Rule = readonly [ending: RegExp, replacement: string];

interface Forms {
  /** Words that are typed in the plural. */
  readonly plurals: ReadonlySet<string>;
  readonly singular: readonly Rule[];
  readonly plural: readonly Rule[];
}

function formsOf(plurals: string, singular: readonly Rule[], plural: readonly Rule[] = []): Forms {
  return { plurals: new Set(plurals.split(' ')), singular, plural };
}

const keep: Rule = [/(?:ss|us|is|as|os)$/, '$&'];

const byLanguage = new Map<string, Forms>([
  [
    'en',
    formsOf(
      'headphones earphones earbuds glasses sunglasses eyeglasses goggles scissors pants trousers jeans shorts leggings ' +
        'tights shoes boots sneakers sandals slippers socks gloves earrings curtains pliers binoculars clothes electronics ' +
        'pajamas pyjamas chips sweets vitamins wipes diapers nappies supplies goods movies games toys series news ' +
        'memory paper ink software hardware equipment storage clothing furniture jewelry jewellery lighting household luggage',
      [
        [/mice$/, 'mouse'],
        [/(?:ss|us|is)$/, '$&'],
        [/(cook|mov|self|hood|smooth|brown)ies$/, '$1ie'],
        [/([^aeiou])ies$/, '$1y'],
        [/(shel|kni|lea|scar)ves$/, '$1f'],
        [/(ch|sh|x|ss|zz)es$/, '$1'],
        [/([^s])s$/, '$1'],
      ],
      [
        [/mouse$/, 'mice'],
        [/s$/, '$&'],
        [/([^aeiou])y$/, '$1ies'],
        [/(ch|sh|x|z)$/, '$1es'],
        [/([a-z])$/, '$1s'],
      ],
    ),
  ],
  [
    'fr',
    formsOf(
      'chaussures baskets lunettes gants chaussettes rideaux jouets bottes sandales',
      [keep, [/eaux$/, 'eau'], [/([^s])s$/, '$1']],
      [
        [/[sxz]$/, '$&'],
        [/eau$/, 'eaux'],
        [/(\p{L})$/u, '$1s'],
      ],
    ),
  ],
  [
    'es',
    formsOf(
      'zapatos zapatillas auriculares gafas pantalones vaqueros botas sandalias calcetines guantes cortinas',
      [
        [/is$/, '$&'],
        [/ones$/, 'ón'],
        [/([lrndjyz])es$/, '$1'],
        [/([aeou])s$/, '$1'],
      ],
      [
        [/[sx]$/, '$&'],
        [/ón$/, 'ones'],
        [/([aeiou])$/, '$1s'],
        [/([lrndj])$/, '$1es'],
      ],
    ),
  ],
  [
    'pt',
    formsOf('sapatos tênis óculos calças meias', [
      [/is$/, '$&'],
      [/ões$/, 'ão'],
      [/([aeou])s$/, '$1'],
    ]),
  ],
  ['tr', formsOf('', [[/l[ae]r$/, '']])],
]);

/** Whether a phrase of several words has only its noun in the plural: `cartouches d'encre`, not `chaussures plates`. */
function isPlain(words: readonly string[], nounFirst: boolean): boolean {
  return !nounFirst || words.slice(1).every((word) => !word.endsWith('s'));
}

/** A phrase in lower case as it is typed for one thing. */
export function singularOf(phrase: string, profile: CatalogProfile, language: OfflineLanguage): string {
  const forms = byLanguage.get(language.language);
  const words = phrase.split(' ');
  const at = language.words.nounFirst ? 0 : words.length - 1;
  if (forms?.plurals.has(words[at] ?? '') === true) return phrase;
  const attested = profile.runs.get(profile.runsByStems.get(stemsOf(fold(phrase), language)) ?? '');
  if (attested !== undefined) return attested.text;
  return forms === undefined ? phrase : withNoun(words, at, forms.singular, language);
}

/** A phrase for several things; the phrase itself where no rule is known, or it is one already. */
export function pluralOf(phrase: string, language: OfflineLanguage): string {
  const forms = byLanguage.get(language.language);
  const words = phrase.split(' ');
  const at = language.words.nounFirst ? 0 : words.length - 1;
  if (forms === undefined || forms.plurals.has(words[at] ?? '')) return phrase;
  return withNoun(words, at, forms.plural, language);
}

function withNoun(
  words: readonly string[],
  at: number,
  rules: readonly Rule[],
  { words: { nounFirst } }: OfflineLanguage,
): string {
  const noun = words[at] ?? '';
  // Without a vowel it is an abbreviation: nobody types `sdrs`.
  const isWord = noun.length >= nounMinLetters && /[aeiouyáéíóúâêîôûàèäöüãõåæøı]/u.test(noun);
  const rule = !isWord ? undefined : rules.find(([ending]) => ending.test(noun));
  if (rule === undefined || !isPlain(words, nounFirst)) return words.join(' ');
  return words.with(at, noun.replace(...rule)).join(' ');
}

const nounMinLetters = 3;
