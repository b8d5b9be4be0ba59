// Tests: test/browser/dashboard.test.ts.
import { Text } from '@mantine/core';
import type { ExplainBody, ProductCard } from '../../../../contract/autocomplete.ts';
import type { PlaygroundAnswer } from '../../../../contract/playground.ts';
import { Panel } from '../../parts/panel.tsx';
import { ScrollRegion } from '../../parts/scroll-region.tsx';
import classes from './ranking-panel.module.css';
import { decidingTier, reasonsDown, type Tier, tiersOf } from './tiers.ts';

/** Explains the order of the products: a row of tiers for each, the deciding one outlined. Makes no call. */
export function RankingPanel({ answer }: Pick<PlaygroundAnswer, 'answer'>) {
  const ranked = answer.products.filter((card): card is ExplainedCard => card.explain !== undefined);
  if (answer.meta.mode === 'discovery' || ranked.length === 0) {
    return (
      <Panel title="Why this order">
        <Text size="sm" c="dimmed">
          {answer.meta.mode === 'discovery'
            ? 'An empty box shows the most popular products in stock, then the newest. Type something to see how a search is ranked.'
            : 'No product matches the query, even with corrected spelling or fewer words.'}
        </Text>
      </Panel>
    );
  }
  const reasons = reasonsDown(ranked);
  const tiers = tiersOf(ranked);
  return (
    <Panel
      title="Why this order"
      lead="Products are compared from left to right. The first difference decides and is outlined."
      flush
    >
      <ScrollRegion label="Ranking, tier by tier">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Product</th>
              {tiers.map(({ label, meaning }) => (
                <th key={label} scope="col" title={meaning}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ranked.map((card, index) => (
              <RankedRow
                key={card.id}
                card={card}
                tiers={tiers}
                place={index + 1}
                next={ranked[index + 1] ?? null}
                reason={reasons[index]}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Panel>
  );
}

type ExplainedCard = ProductCard & { readonly explain: ExplainBody };

interface RankedRowProps {
  readonly card: ExplainedCard;
  readonly tiers: readonly Tier[];
  readonly place: number;
  /** The next product in the answer; null for the last one. */
  readonly next: ExplainedCard | null;
  readonly reason: string | undefined;
}

function RankedRow({ card, tiers, place, next, reason }: RankedRowProps) {
  const deciding = next === null ? null : decidingTier(card.explain, next.explain);
  return (
    <tr>
      <th scope="row" className={classes.product}>
        <span className={classes.title} data-deciding={next !== null && deciding === null}>
          {place}. {card.title}
        </span>
        {reason !== undefined && <span className={classes.reason}>{reason}</span>}
      </th>
      {tiers.map((tier) => (
        <td key={tier.label} data-label={tier.label}>
          <span
            className={classes.cell}
            data-hit={tier.isHit(card.explain)}
            data-deciding={tier.label === deciding?.label}
          >
            {tier.cell(card.explain)}
          </span>
        </td>
      ))}
    </tr>
  );
}
