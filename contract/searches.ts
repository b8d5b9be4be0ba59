/**
 * Declares the calls of the page of one query: the rule and the synonyms that it has, what a change of them would do, and the change
 * itself, which can be undone by a change of the same form. Only members of a store may call them. A wrong rule or synonym is 422 with
 * its place, and nothing is stored. A query has at most 100 characters.
 */
// Tests: test/api/searches.test.ts, test/browser/dashboard-query.test.ts.
import { Type } from 'typebox';
import { ExplainSchema } from './autocomplete.ts';
import { limits } from './limits.ts';
import { MerchandisingRuleSchema, RuleInputSchema } from './merchandising.ts';
import { type Operations, orNull, type ValueOf, withDefault } from './operation.ts';
import { ProductRowSchema } from './products.ts';
import { SynonymRulesSchema } from './synonyms.ts';
import type { MerchandisingRule, RuleInput } from './words/merchandising.ts';

const Query = Type.String({ maxLength: limits.queryMaxLength, description: 'Blank: the empty box.' });

const SearchSettingsSchema = Type.Object({
  rule: orNull(MerchandisingRuleSchema, {
    description: 'The first active rule for exactly this query without a schedule; null if there is none.',
  }),
  other_rules: Type.Array(MerchandisingRuleSchema, { description: 'Other rules that apply to this query.' }),
  synonyms: SynonymRulesSchema({ description: 'One-way rules for this query alone.' }),
  other_synonyms: SynonymRulesSchema({ description: 'Further rules with words of this query.' }),
});
/** The rules and synonyms that a query has. */
export type SearchSettings = ValueOf<typeof SearchSettingsSchema>;

const place = () =>
  withDefault(
    orNull(Type.Integer({ minimum: 0 }), {
      description: 'Where new ones go if nothing is replaced, counted from 0; null: behind all others.',
    }),
    null,
  );

/** What a change replaces: a rule, a list of synonyms, or both. Each `before` is as it was read. */
const SearchChangeSchema = Type.Object(
  {
    rule: withDefault(
      orNull(
        Type.Object({
          before: withDefault(
            Type.Unsafe<MerchandisingRule | null>(
              orNull(Type.Object({}, { format: 'rule-as-read' }), { description: 'Null for a new rule.' }),
            ),
            null,
          ),
          after: withDefault(
            orNull(Type.Unsafe<RuleInput>({ ...RuleInputSchema, format: 'merchandising-rule' }), {
              description: 'Null deletes the rule.',
            }),
            null,
          ),
          place: place(),
        }),
      ),
      null,
    ),
    synonyms: withDefault(
      orNull(
        Type.Object({
          before: SynonymRulesSchema({ format: 'synonyms-as-read' }),
          after: SynonymRulesSchema(),
          place: place(),
        }),
      ),
      null,
    ),
  },
  { $id: 'SearchChange' },
);
/** A change of a rule, of synonyms, or of both; swapping each `before` and `after` gives the change that undoes it. */
export type SearchChange = ValueOf<typeof SearchChangeSchema>;

const FoundSchema = Type.Object({
  products: Type.Array(
    Type.Object({ product: ProductRowSchema, type: orNull(Type.String()), explain: ExplainSchema }),
    { description: 'At most ten.' },
  ),
  hidden: Type.Array(ProductRowSchema, { description: 'Products that a rule hides, and would be here.' }),
  suggestions: Type.Array(Type.String()),
  categories: Type.Array(Type.String()),
  redirect: orNull(Type.Object({ title: Type.String(), url: Type.String() })),
  corrected_query: orNull(Type.String(), {
    description: 'The query that was searched, if nothing met the typed one.',
  }),
});
/** An answer as the page of a query shows it. */
export type FoundAnswer = ValueOf<typeof FoundSchema>;

const tag = 'Searches';

/** Every call of the page of a query. */
export const searchOperations = {
  showSearch: {
    route: 'GET /searches',
    summary: 'The rules and synonyms of a query',
    query: Type.Object({ q: withDefault(Query, '') }),
    answer: SearchSettingsSchema,
    ...{ tag, role: 'viewer', thread: 'reader' },
  },
  changeSearch: {
    route: 'PATCH /searches',
    summary: 'Change a rule and synonyms at once, unless someone else has changed them',
    body: SearchChangeSchema,
    maxBytes: limits.formBodyMaxBytes,
    answer: Type.Object({
      message: Type.String(),
      undo: Type.Unsafe<SearchChange>(
        Type.Object({}, { description: 'The change that undoes this one, as `SearchChange`.' }),
      ),
    }),
    ...{ tag, role: 'editor', thread: 'pipeline', follows: true },
  },
  previewSearch: {
    route: 'POST /searches/preview',
    summary: 'The answer to a query now, and what a change would make of it',
    description:
      'Nothing is stored or counted. A rule of the change applies at once, also before or after its schedule.',
    body: Type.Object({
      query: withDefault(Query, ''),
      change: withDefault(orNull(SearchChangeSchema), null),
    }),
    maxBytes: limits.formBodyMaxBytes,
    answer: Type.Object({
      before: FoundSchema,
      after: orNull(FoundSchema, { description: 'Null if nothing was to be changed.' }),
    }),
    ...{ tag, role: 'viewer', thread: 'http' },
  },
} as const satisfies Operations;
