/** Synonyms of a store (Contract §10): which words a merchant's shoppers use for the same thing. */
import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';

const Term = Type.String({
  minLength: 1,
  maxLength: limits.synonymTermMaxLength,
  description: `One to ${limits.synonymTermMaxWords} words, such as \`cell phone\`. Case and accents do not count.`,
});
const Terms = (minItems: number, description: string) =>
  Type.Array(Term, { minItems, maxItems: limits.synonymTermsPerList, description });

/**
 * One rule. `terms`: each of them also finds the others. `from` and `to`: each of `from` also finds each of `to`, and
 * nothing the other way.
 */
export const SynonymRuleSchema = Type.Union(
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
/** A rule of {@link SynonymRuleSchema}. */
export type SynonymRule = TwoWayRule | OneWayRule;

const settings = {
  synonyms: Type.Array(Type.Ref('SynonymRule'), { maxItems: limits.synonymRules }),
  common: Type.Boolean({
    description: 'Whether the synonyms that come with the service for the language of the store count too.',
  }),
  updated_at: Type.Union([Type.String(), Type.Null()], { description: 'Null where they were never set.' }),
  next_cursor: Type.Null({ description: 'The list is complete.' }),
};

/** What a merchant sends: the whole set, which takes the place of the one before. */
export const SynonymsInputSchema = Type.Object(
  {
    synonyms: settings.synonyms,
    common: Type.Optional(
      Type.Boolean({ default: true, description: 'False switches the synonyms of the service off.' }),
    ),
    updated_at: Type.Optional(Type.Unknown({ description: 'Ignored, so that an answer can be sent back.' })),
    next_cursor: Type.Optional(Type.Unknown({ description: 'Ignored, so that an answer can be sent back.' })),
  },
  { $id: 'SynonymsInput', additionalProperties: false },
);

/** The synonyms of a store, complete. */
export const SynonymsSchema = Type.Object(settings, { $id: 'Synonyms' });
/** The synonyms of a store on the wire. */
export type SynonymsBody = Omit<Static<typeof SynonymsSchema>, 'synonyms'> & { synonyms: SynonymRule[] };

/** What a replacement answers. */
export const SynonymsAnswerSchema = Type.Object(
  { message: Type.String(), ...settings },
  { $id: 'SynonymsAnswer' },
);
