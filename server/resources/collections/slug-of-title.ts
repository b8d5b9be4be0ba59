/**
 * Makes the name of a collection in addresses from its title: Latin letters, and Greek and Cyrillic ones spelled with them. Pure. Any
 * title is accepted; the result has at most 80 characters and may be empty. It never checks whether the slug is free.
 */
// Tests: ./suggest-collections.test.ts.
import { limits } from '../../../contract/limits.ts';
import { fold } from '../../search/text/fold.ts';

/** Latin spellings by the passport rules of Russia, Ukraine and Greece, simplified; letters are folded. */
const spellings = new Map(
  [
    ...['а a', 'б b', 'в v', 'г g', 'ґ g', 'д d', 'е e', 'є ie', 'ж zh', 'з z', 'и i', 'й i', 'і i', 'ї i'],
    ...['ј j', 'к k', 'л l', 'љ lj', 'м m', 'н n', 'њ nj', 'о o', 'п p', 'р r', 'с s', 'т t', 'ћ c', 'ђ dj'],
    ...[
      'у u',
      'ў u',
      'ф f',
      'х kh',
      'ц ts',
      'ч ch',
      'џ dz',
      'ш sh',
      'щ shch',
      'ъ',
      'ы y',
      'ь',
      'э e',
      'ю iu',
    ],
    ...['я ia', 'α a', 'β v', 'γ g', 'δ d', 'ε e', 'ζ z', 'η i', 'θ th', 'ι i', 'κ k', 'λ l', 'μ m', 'ν n'],
    ...['ξ x', 'ο o', 'π p', 'ρ r', 'σ s', 'τ t', 'υ y', 'φ f', 'χ ch', 'ψ ps', 'ω o'],
  ].map((pair): [string, string] => {
    const [letter = '', spelling = ''] = pair.split(' ');
    return [letter, spelling];
  }),
);

/** A title as an address: `Coffee & Tea` is `coffee-tea`; empty where nothing of it can stand in one. */
export function slugOfTitle(title: string): string {
  const words = [...fold(title).replace(/ου/g, 'ou')]
    .map((letter) => spellings.get(letter) ?? letter)
    .join('')
    .replace(/'/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '');
  return words.slice(0, limits.collectionSlugMaxLength).replace(/-+$/, '');
}
