/**
 * Chooses what a merchant should do next: what keeps the store from working, then searches that find nothing or lead to no click, by
 * how many searches they are worth, then notes. Pure.
 */
// Tests: ./fix-next.test.ts.
import type { QueryFiguresBody } from '../../../../contract/analytics.ts';
import type { Attention } from '../../../../contract/overview.ts';

/** One thing to do: a finding of the service, or a query with the searches that it would help. */
export type Task =
  | { readonly kind: 'finding'; readonly finding: Attention }
  | { readonly kind: 'query'; readonly query: string; readonly fault: QueryFault; readonly worth: number };

/** What is wrong with a query: it finds no product, or products that no shopper clicks. */
export type QueryFault = 'nothing found' | 'no click';

/** The searches that a query must have had until it is worth looking at. Chosen: below it, chance decides. */
const worthMin = 5;
const queriesMost = 6;

/** `missed` and `unclicked` are queries without a result and without a click. */
export function tasksOf(
  findings: readonly Attention[],
  missed: readonly QueryFiguresBody[],
  unclicked: readonly QueryFiguresBody[],
): readonly Task[] {
  const toTask =
    (fault: QueryFault, worthOf: (figures: QueryFiguresBody) => number) => (figures: QueryFiguresBody) =>
      ({ kind: 'query', query: figures.query, fault, worth: worthOf(figures) }) as const;
  const queries = [
    ...missed.map(toTask('nothing found', (figures) => figures.no_results)),
    ...unclicked.map(toTask('no click', (figures) => figures.searches)),
  ]
    .filter(({ worth }) => worth >= worthMin)
    .sort((one, other) => other.worth - one.worth)
    .slice(0, queriesMost);
  const ofSeverity = (...severities: readonly Attention['severity'][]) =>
    findings
      .filter(({ severity }) => severities.includes(severity))
      .map((finding) => ({ kind: 'finding', finding }) as const);
  return [...ofSeverity('problem', 'warning'), ...queries, ...ofSeverity('info')];
}
