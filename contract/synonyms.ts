/**
 * Declares the calls of a store’s synonyms (Contract §10): words that shoppers use for the same thing. Rules are read
 * and replaced as a whole, at most 2,000 with 5,000 terms in all. A wrong rule is 422, which names its place, and
 * nothing is stored.
 */
// Tests: test/api/synonyms.test.ts, server/resources/synonyms/parse-synonyms.test.ts.
import { Type } from 'typebox';
import { limits } from './limits.ts';
import { type Operations, orNull, type ValueOf, withDefault } from './operation.ts';

const Term = Type.String({
  minLength: 1,
  maxLength: limits.synonymTermMaxLength,
  description: `One to ${limits.synonymTermMaxWords} words, such as \`cell phone\`. Case and accents do not count.`,
});
const Terms = (minItems: number, description: string) =>
  Type.Array(Term, { minItems, maxItems: limits.synonymTermsPerList, description });

const SynonymRuleSchema = Type.Union(
  [
    Type.Object(
      { terms: Terms(2, 'Equals: each also finds the others.') },
      { additionalProperties: false, title: 'Two-way' },
    ),
    Type.Object(
      {
        from: Terms(1, 'What shoppers type.'),
        to: Terms(1, 'What is found as well; not the other way round.'),
      },
      { additionalProperties: false, title: 'One-way' },
    ),
  ],
  { $id: 'SynonymRule' },
);
/** Equals: each term also finds the others. */
export interface TwoWayRule {
  readonly terms: readonly string[];
}
/** Each of `from` also finds each of `to`, and nothing the other way. */
export interface OneWayRule {
  readonly from: readonly string[];
  readonly to: readonly string[];
}
/** One rule. */
export type SynonymRule = TwoWayRule | OneWayRule;

const common = () =>
  Type.Boolean({
    format: 'common-synonyms',
    description:
      'Whether the synonyms that come with the service for the language of the store apply as well.',
  });
const ignored = Type.Optional(
  Type.Unknown({ format: 'as-sent', description: 'Ignored, so that an answer can be sent back.' }),
);

/** A list of rules. Its default format checks them; `as-sent` takes rules as they were read. */
export function SynonymRulesSchema({
  format = 'synonym-rules',
  description,
}: {
  readonly format?: string;
  readonly description?: string;
} = {}) {
  return Type.Unsafe<readonly SynonymRule[]>(
    Type.Array(SynonymRuleSchema, {
      format,
      maxItems: limits.synonymRules,
      ...(description !== undefined && { description }),
    }),
  );
}

/** The whole set, which replaces the one before. */
const SynonymsInputSchema = Type.Object(
  {
    synonyms: SynonymRulesSchema(),
    common: withDefault(common(), true),
    updated_at: ignored,
    next_cursor: ignored,
  },
  { $id: 'SynonymsInput', additionalProperties: false },
);

const settings = {
  synonyms: Type.Unsafe<readonly SynonymRule[]>(
    Type.Array(SynonymRuleSchema, { maxItems: limits.synonymRules }),
  ),
  common: common(),
  updated_at: orNull(Type.String(), { description: 'Null if they were never set.' }),
  next_cursor: Type.Null({ description: 'The list is always complete.' }),
};
const SynonymsSchema = Type.Object(settings, { $id: 'Synonyms' });
/** The synonyms of a store on the wire. */
export type SynonymsBody = ValueOf<typeof SynonymsSchema>;

const SynonymsAnswerSchema = Type.Object({ message: Type.String(), ...settings }, { $id: 'SynonymsAnswer' });
const write = {
  tag: 'Synonyms',
  role: 'editor',
  thread: 'pipeline',
  follows: true,
  shows: 'showSynonyms',
} as const;

/** Every call about synonyms. Members of the store change some of them by `PATCH /searches`. */
export const synonymOperations = {
  showSynonyms: {
    route: 'GET /synonyms',
    summary: 'List all synonyms of the store',
    answer: SynonymsSchema,
    tag: 'Synonyms',
    key: 'secret',
    role: 'viewer',
    thread: 'reader',
  },
  /** Members of the store replace only synonyms that cannot be read. */
  replaceSynonyms: {
    route: 'PUT /synonyms',
    summary: 'Replace the synonyms of the store',
    description: 'The body is the whole set. If one value is wrong, nothing changes.',
    body: SynonymsInputSchema,
    maxBytes: limits.synonymsBodyMaxBytes,
    answer: SynonymsAnswerSchema,
    memberAnswer: SynonymsSchema,
    key: 'secret',
    ...write,
  },
} as const satisfies Operations;
