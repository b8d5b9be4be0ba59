/** Guards of what is suggested. */
import type { Guard } from './guard.ts';

export const suggestionGuards: readonly Guard[] = [
  {
    name: 'a number counts no qualifier',
    file: 'server/search/phrases/typed-phrases.ts',
    from: "if (word === undefined || (before?.kind === 'number' && !word.apart)) return false;",
    to: 'if (word === undefined) return false;',
    tests: {
      'server/search/phrases/typed-phrases.test.ts': ['numbers and counted nouns qualify nothing'],
    },
  },
  {
    name: 'of what a thing goes with the name is typed',
    file: 'server/search/phrases/typed-phrases.ts',
    from: "    !(isUsed && words[end]?.kind === 'code') &&\n",
    to: '',
    tests: {
      'server/search/phrases/typed-phrases.test.ts': ['a companion is typed before its thing'],
    },
  },
  {
    name: 'a typed phrase says no word twice',
    file: 'server/search/phrases/typed-phrases.ts',
    from: '!hasTwice(text, singular)',
    to: 'text !== null',
    tests: {
      'server/search/phrases/typed-phrases.test.ts': ['brands and the type itself qualify nothing'],
    },
  },
  {
    name: 'a model is no qualifier',
    file: 'server/search/phrases/typed-phrases.ts',
    from: 'return word.text.length <= shortCodeLength;',
    to: 'return true;',
    tests: {
      'server/search/phrases/typed-phrases.test.ts': ['numbers and counted nouns qualify nothing'],
    },
  },
  {
    name: 'internal names of categories are no suggestions',
    file: 'server/search/phrases/suggestion-phrases.ts',
    from: 'if (type === null) for (const phrase of names.phrases) addPhrase(phrases, phrase);\n      else',
    to: 'for (const phrase of names.phrases) addPhrase(phrases, phrase);\n      if (type !== null)',
    tests: {
      'server/search/phrases/suggestion-phrases.test.ts': [
        'a typed product stands behind its type, brand and title',
      ],
    },
  },
  {
    name: 'a type whose name is begun is chosen first',
    file: 'server/search/suggestions/suggestion-choice.ts',
    from: 'if (context.isBegunType(candidate.suggestion)) picks.take(candidate);',
    to: 'if (context.isBegunType(candidate.suggestion)) continue;',
    tests: {
      'test/search/suggestions.test.ts': ['a type whose name is begun is suggested, however weak'],
      'server/search/suggestions/suggestion-choice.test.ts': [
        'types whose name is begun are chosen before all others',
      ],
    },
  },
  {
    name: 'types whose name is begun are met before all others',
    file: 'server/search/suggestions/suggestion-search.ts',
    from: 'readByStrength(begunTypes(matches, folded), budget, read, decide(isEnough));',
    to: '',
    tests: {
      'test/search/suggestions.test.ts': ['a begun type is found behind many phrases'],
    },
  },
  {
    name: 'begun types are met from the strongest on',
    file: 'server/search/segment/type-names.ts',
    from: '.sort((one, other) => one - other)',
    to: '',
    tests: {
      'test/search/suggestions.test.ts': ['the strongest begun types are found across any segments'],
    },
  },
  {
    name: 'what is never chosen hides nothing',
    file: 'server/search/suggestions/suggestion-choice.ts',
    from: 'isNear(candidate) && mayShow(candidate)',
    to: 'isNear(candidate)',
    tests: {
      'server/search/suggestions/suggestion-choice.test.ts': [
        'a suggestion that is never chosen hides no other',
      ],
    },
  },
  {
    name: 'two lines are about one type',
    file: 'server/search/suggestions/suggestion-choice.ts',
    from: 'const sameSubjectMax = 2;',
    to: 'const sameSubjectMax = 20;',
    tests: {
      'test/search/suggestions.test.ts': ['three lines of one type give way to another type'],
      'server/search/suggestions/suggestion-choice.test.ts': [
        'two lines are about one type while others say something',
      ],
    },
  },
  {
    name: 'a filled choice is final only below all that could vary it',
    file: 'server/search/suggestions/suggestion-choice.ts',
    from: 'finalBelow = Math.min(finalBelow, least, candidate.suggestion.count);',
    to: 'finalBelow = Math.min(finalBelow, candidate.suggestion.count);',
    tests: {
      'server/search/suggestions/suggestion-choice.test.ts': [
        'a choice is final when nothing unmet can change it',
      ],
    },
  },
  {
    name: 'a qualifier that goes on at its other side is no whole phrase',
    file: 'server/search/phrases/typed-phrases.ts',
    from: '!isOpenBefore(words, start - count)',
    to: 'true',
    tests: {
      'server/search/phrases/typed-phrases.test.ts': ['a phrase that continues on the other side is open'],
      'test/search/suggestions.test.ts': ['words that belong to a qualifier are suggested with it'],
    },
  },
  {
    name: 'several things that it goes with qualify nothing',
    file: 'server/search/phrases/typed-phrases.ts',
    from: "if ((isUse || span !== null) && isPlural(words[end - 1]?.text ?? '')) return;\n",
    to: '',
    tests: {
      'server/search/phrases/typed-phrases.test.ts': ['several things that it goes with qualify nothing'],
    },
  },
  {
    name: 'suggestions that do not go on with what is typed give way',
    file: 'server/search/suggestions/suggestion-choice.ts',
    from: '(!hasNear || context.isNear(candidate.suggestion)) && !isHalf(candidate)',
    to: '!isHalf(candidate)',
    tests: {
      'server/search/suggestions/suggestion-choice.test.ts': [
        'a suggestion that continues the typed text excludes others',
      ],
      'test/search/suggestions.test.ts': ['suggestions continue the typed text where any can'],
    },
  },
  {
    name: 'a choice of far suggestions is final only below all that could be near',
    file: 'server/search/suggestions/suggestion-choice.ts',
    from: 'let finalBelow = hasNear ? Number.POSITIVE_INFINITY : least;',
    to: 'let finalBelow = Number.POSITIVE_INFINITY;',
    tests: {
      'server/search/suggestions/suggestion-choice.test.ts': [
        'a suggestion that continues the typed text excludes others',
      ],
    },
  },
  {
    name: 'a possessive is no end of a phrase',
    file: 'server/search/phrases/title-words.ts',
    from: ' && !isPossessive(title, word.end, piece.end)',
    to: '',
    tests: {
      'server/search/phrases/typed-phrases.test.ts': ['a possessive continues with the next word'],
    },
  },
  {
    name: 'discovery names generic categories last',
    file: 'server/search/suggestions/category-search.ts',
    from: 'const last = new Set(groups.keys().filter(isLast));',
    to: 'const last = new Set(groups.keys().filter((key) => isLast(key) && key === null));',
    tests: { 'test/search/groups.test.ts': ['discovery leads with no category that says nothing'] },
  },
  {
    name: 'clicked phrases are looked up from the strongest on',
    file: 'server/autocomplete/answering/index-registry.ts',
    from: 'sort(([, left], [, right]) => right - left)',
    to: 'sort(([, left], [, right]) => left - right)',
    tests: {
      'server/autocomplete/answering/index-registry.live.test.ts': [
        'clicked phrases are kept with the strongest first',
      ],
    },
  },
];
