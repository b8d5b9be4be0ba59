/** Compares SPEC and CONTRACT with the tests that prove their sentences: finds what is wrong with the data beside this file. */
import { quotedTitles } from '../tidy/test-titles.ts';

/** One sentence of a document, made by `npm run spec-coverage -- --update`; all but `text` and `hash` is ours to write. */
export interface Rule {
  /** Section and place in it: `§4.7.3`, `Contract §5.12`. */
  readonly id: string;
  /** The beginning of the sentence. */
  readonly text: string;
  /** The hash of the whole sentence. */
  readonly hash: string;
  /** The titles of the tests that prove the rule, by test file, as the file writes them. */
  readonly tests?: Readonly<Record<string, readonly string[]>>;
  /** The issue that brings the rule, or a part of it; what is there already has its tests. */
  readonly comesWith?: string;
  /** Why nothing can be tested: the sentence explains, advises or points elsewhere. */
  readonly statesNoRule?: string;
}

/** What the check found. */
export interface Coverage {
  /** Rules without a test, which hold now. */
  readonly missing: readonly string[];
  /** Tests that are named and do not exist. */
  readonly unknown: readonly string[];
  /** Rules that come with a later issue and have no test yet. */
  readonly later: readonly Rule[];
  readonly tested: number;
}

/** `read` gives a test file's text, or null where there is none. */
export function measureCoverage(rules: readonly Rule[], read: (path: string) => string | null): Coverage {
  const titles = new Map<string, ReadonlySet<string>>();
  const titlesIn = (path: string) => {
    const known = titles.get(path) ?? quotedTitles(read(path) ?? '');
    titles.set(path, known);
    return known;
  };
  const unknown = rules.flatMap(({ id, tests = {} }) =>
    Object.entries(tests).flatMap(([path, named]) =>
      named
        .filter((title) => !titlesIn(path).has(title))
        .map((title) => `${id}: ${path} has no test "${title}"`),
    ),
  );
  const untested = rules.filter(({ tests = {} }) =>
    Object.values(tests).every((named) => named.length === 0),
  );
  return {
    missing: untested
      .filter(({ comesWith, statesNoRule }) => comesWith === undefined && statesNoRule === undefined)
      .map(({ id, text }) => `${id}: ${text}`),
    unknown,
    later: untested.filter(({ comesWith }) => comesWith !== undefined),
    tested: rules.length - untested.length,
  };
}

/** How the rules differ from the sentences of the document as it is now, by the ids of both. */
export function findDrift(
  rules: readonly Rule[],
  sentences: readonly Pick<Rule, 'id' | 'text' | 'hash'>[],
): string[] {
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  const present = new Map(sentences.map((sentence) => [sentence.id, sentence]));
  const changed = sentences
    .filter(({ id, hash }) => known.get(id)?.hash !== hash)
    .map(({ id, text }) => `${id} is new or another sentence: ${text}`);
  const gone = rules.filter(({ id }) => !present.has(id)).map(({ id, text }) => `${id} is gone: ${text}`);
  return [...changed, ...gone];
}

/** The sentences with what is known of those that are still there, wherever they stand now. */
export function carryOver(
  rules: readonly Rule[],
  sentences: readonly Pick<Rule, 'id' | 'text' | 'hash'>[],
): Rule[] {
  const known = Map.groupBy(rules, ({ hash }) => hash);
  return sentences.map((sentence) => {
    const same = known.get(sentence.hash) ?? [];
    // Of sentences that occur twice the one with the same id, else any.
    return { ...(same.find(({ id }) => id === sentence.id) ?? same[0]), ...sentence };
  });
}
