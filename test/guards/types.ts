/** Guards of what a product is. */
import type { Guard } from './guard.ts';

export const typeGuards: readonly Guard[] = [
  {
    name: 'variants are learned from once',
    file: 'server/enrichment/generators/offline/types/learn-types.ts',
    from: '    if (this.#names.has(name)) return;\n',
    to: '',
    tests: {
      'server/enrichment/generators/offline/types/learn-types.test.ts': [
        'variants of one product are learned from once',
      ],
    },
  },
  {
    name: 'the sample of types is bounded',
    file: 'server/enrichment/generators/offline/types/learn-types.ts',
    from: 'return place < sampleMax ? place : null;',
    to: 'return this.#sample.length;',
    tests: {
      'server/enrichment/generators/offline/types/learn-types.test.ts': [
        'a catalog of more than the sample is learned',
      ],
    },
  },
  {
    name: 'cues of one product are forgotten',
    file: 'server/enrichment/generators/offline/types/learn-types.ts',
    from: '    if (count < 2) continue;\n',
    to: '',
    tests: {
      'server/enrichment/generators/offline/types/learn-types.test.ts': [
        'a cue that only one product gives is forgotten',
      ],
    },
  },
  {
    name: 'what is joined to another thing is not the thing',
    file: 'server/enrichment/generators/offline/types/read-type-cues.ts',
    from: '(nounFirst || !isJoined(words, at))',
    to: '(nounFirst || words.length > 0)',
    tests: {
      'server/enrichment/generators/offline/types/read-type-cues.test.ts': [
        'a noun joined to another thing ends no phrase',
      ],
    },
  },
  {
    name: 'pieces are counted, not sold',
    file: 'server/enrichment/generators/offline/types/read-type-cues.ts',
    from: '    if ((marks & mark.counted) !== 0 && word.text.length === wordMinLetters) continue;\n',
    to: '',
    tests: {
      'server/enrichment/generators/offline/types/read-type-cues.test.ts': [
        'a counted noun is marked, or left out where short',
      ],
    },
  },
  {
    name: 'of a word said twice the better place counts',
    file: 'server/enrichment/generators/offline/types/read-type-cues.ts',
    from: 'if (known === undefined || namesBetter(marks, known.marks))',
    to: 'if (known === undefined)',
    tests: {
      'server/enrichment/generators/offline/types/read-type-cues.test.ts': [
        'the better place of a repeated word counts',
      ],
    },
  },
  {
    name: 'a shade is no thing',
    file: 'server/enrichment/generators/offline/types/read-type-cues.ts',
    from: 'return isShade(word.folded) || (at > 0',
    to: 'return (at > 0',
    tests: {
      'server/enrichment/generators/offline/types/read-type-cues.test.ts': [
        'techniques, vague words and shades are no candidates',
      ],
      'server/enrichment/generators/offline/compose-phrases.test.ts': [
        'a title that names a shade is known by its category',
      ],
    },
  },
  {
    name: 'sentences are no values',
    file: 'server/enrichment/generators/offline/types/read-type-cues.ts',
    from: "    if (value.length > valueMaxLength || traitKind(label) === 'kind') continue;",
    to: "    if (traitKind(label) === 'kind') continue;",
    tests: {
      'server/enrichment/generators/offline/types/read-type-cues.test.ts': [
        'values of attributes are no named types',
      ],
    },
  },
  {
    name: "the capital of a title's first word hides no thing",
    file: 'server/enrichment/generators/offline/types/read-type-cues.ts',
    from: 'const isBegin = nounFirst && places.size === 0;',
    to: 'const isBegin = false;',
    tests: {
      'server/enrichment/generators/offline/types/read-type-cues.test.ts': [
        'small letters tell a word from a name',
      ],
    },
  },
  {
    name: 'a name of one brand is no type',
    file: 'server/enrichment/generators/offline/types/name-type.ts',
    from: '  if (!both.isSpread && brandCount > fewBrands) return false;\n',
    to: '',
    tests: {
      'server/enrichment/generators/offline/types/name-type.test.ts': ['a line’s name is no part of a type'],
    },
  },
  {
    name: 'a name that stands nowhere else is no type',
    file: 'server/enrichment/generators/offline/types/name-type.ts',
    from: "return isOfBrands || (runs.get(words[beside]?.folded ?? '')?.count ?? 0) > both.count;",
    to: 'return isOfBrands || both.count > 0;',
    tests: {
      'server/enrichment/generators/offline/types/name-type.test.ts': ['a line’s name is no part of a type'],
    },
  },
  {
    name: 'a type says no word twice',
    file: 'server/enrichment/generators/offline/types/name-type.ts',
    from: 'return words.slice(start, last + 1).every(({ folded }) => stem(folded) !== stem(word.folded));',
    to: 'return start <= last && stem(word.folded) !== "";',
    tests: {
      'server/enrichment/generators/offline/types/name-type.test.ts': ['no type says a word twice'],
    },
  },
  {
    name: 'what a measure counts is no part of a type',
    file: 'server/enrichment/generators/offline/types/name-type.ts',
    from: '  if (isOfMeasure(words, beside)) return false;\n',
    to: '',
    tests: {
      'server/enrichment/generators/offline/types/name-type.test.ts': [
        'a noun that a measure counts is no type',
      ],
    },
  },
  {
    name: "other names are those that the category's titles say",
    file: 'server/enrichment/generators/offline/types/name-type.ts',
    from: ' && held?.has(stem(nounOf(other, language))) === true',
    to: '',
    tests: {
      'server/enrichment/generators/offline/types/name-type.test.ts': [
        'other names are those that its category says',
      ],
    },
  },
  {
    name: 'what is typed for several keeps its form',
    file: 'server/enrichment/generators/offline/types/name-type.ts',
    from: "  if (isTypedSo(said.split(' '))) return said;\n",
    to: '',
    tests: {
      'server/enrichment/generators/offline/types/name-type.test.ts': ['a type is spelled as in its source'],
    },
  },
  {
    name: 'a word that is hardly said alone is not typed alone',
    file: 'server/enrichment/generators/offline/compose-phrases.ts',
    from: 'attested(before === null ? folded : `${before} ${folded}`, subject)',
    to: 'attested(folded, subject)',
    tests: {
      'server/enrichment/generators/offline/weak-phrases.test.ts': [
        'a word behind the thing keeps its companion',
      ],
    },
  },
  {
    name: 'what a measure counts qualifies nothing',
    file: 'server/enrichment/generators/offline/compose-phrases.ts',
    from: ' || isOfMeasure(reading.words, at)) continue;',
    to: ') continue;',
    tests: {
      'server/enrichment/generators/offline/weak-phrases.test.ts': [
        'a product line and its number are a phrase, not a type',
      ],
    },
  },
  {
    name: 'hidden phrases are few',
    file: 'server/enrichment/generators/offline/model-code.ts',
    from: '.slice(0, hiddenMax)',
    to: '',
    tests: {
      'server/enrichment/generators/offline/model-code.test.ts': [
        'hidden phrases are few, those of the model first',
      ],
    },
  },
  {
    name: 'products need no word of a price',
    file: 'server/search/query/query.ts',
    from: 'if (index >= end || parsed.has(word.text)) return;',
    to: 'if (parsed.has(word.text)) return;',
    tests: {
      'test/search/matching.test.ts': ['a trailing price leaves the thing to search'],
    },
  },
  {
    name: 'a name that is always said with one more word is a half',
    file: 'server/enrichment/generators/offline/types/name-type.ts',
    from: 'wider[1] - wider[0] + 1 === runWordsMax && isHalf(',
    to: 'wider[1] < 0 && isHalf(',
    tests: {
      'server/enrichment/generators/offline/weak-phrases.test.ts': [
        'a dependent word is said with the one before',
      ],
    },
  },
  {
    name: 'a word of another script is no type',
    file: 'server/enrichment/generators/offline/types/read-type-cues.ts',
    from: 'if (isName(word)) continue;',
    to: '',
    tests: {
      'server/enrichment/generators/offline/types/read-type-cues.test.ts': [
        'foreign words beside native ones are names',
      ],
    },
  },
  {
    name: 'a measure is typed where others of the type have one',
    file: 'server/enrichment/generators/offline/compose-phrases.ts',
    from: 'if (measured >= likeMin || (heads.get(noun)?.typed ?? 0) < likeMin)',
    to: 'if (measured >= 0)',
    tests: {
      'server/enrichment/generators/offline/weak-phrases.test.ts': [
        'a measure unique among its kind is not typed',
      ],
    },
  },
  {
    name: 'a colour in a name is no colour of the thing',
    file: 'server/enrichment/generators/offline/compose-phrases.ts',
    from: '  return breaksBehind(words, at) || isShade(before.folded);',
    to: '  return true;',
    tests: {
      'server/enrichment/generators/offline/weak-phrases.test.ts': [
        'a colour within a name says nothing of the thing',
      ],
    },
  },
  {
    name: 'a word for an audience names no type',
    file: 'server/enrichment/generators/offline/types/read-type-cues.ts',
    from: ' || audienceOf(word) !== null;',
    to: ';',
    tests: {
      'server/enrichment/generators/offline/types/read-type-cues.test.ts': [
        'audiences, packages and shades name no type',
      ],
    },
  },
  {
    name: 'a shade or a package is no type',
    file: 'server/enrichment/generators/offline/types/read-type-cues.ts',
    from: 'if (isShadeOf(words, at) || isPackage(words, at) || isOfPart(words, at)) continue;',
    to: 'if (isOfPart(words, at)) continue;',
    tests: {
      'server/enrichment/generators/offline/types/read-type-cues.test.ts': [
        'audiences, packages and shades name no type',
      ],
    },
  },
  {
    name: 'what a part is made for is no type',
    file: 'server/enrichment/generators/offline/types/read-type-cues.ts',
    from: ' || isOfPart(words, at)) continue;',
    to: ') continue;',
    tests: {
      'server/enrichment/generators/offline/types/read-type-cues.test.ts': [
        'targets of parts and halves of pairs are no types',
      ],
    },
  },
  {
    name: 'half of a pair of compounds is no type',
    file: 'server/enrichment/generators/offline/types/read-type-cues.ts',
    from: "if (spelled[word.end] === '-' &&",
    to: "if (spelled[word.end] === '?' &&",
    tests: {
      'server/enrichment/generators/offline/types/read-type-cues.test.ts': [
        'targets of parts and halves of pairs are no types',
      ],
    },
  },
];
