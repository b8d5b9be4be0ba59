// Tests: test/browser/dashboard-analytics.test.ts.
import type { ReactNode } from 'react';
import type { AnalyticsClicksBody, AnalyticsProductsBody } from '../../../../contract/analytics.ts';
import { limits } from '../../../../contract/limits.ts';
import { FigureStrip } from '../../parts/figure-strip.tsx';
import {
  wordsOfBand,
  wordsOfChange,
  wordsOfNeed,
  wordsOfShare,
  wordsOfShareBefore,
} from '../../words/analytics.ts';
import { countOf, formatCount } from '../../words/numbers.ts';
import classes from './searches.module.css';

interface FiguresStripProps {
  readonly clicks: AnalyticsClicksBody;
  readonly products: AnalyticsProductsBody;
}

/**
 * The main figures of the period, each with what it counts and its value in the period before. Makes no call. A share
 * of too few searches says how many it needs.
 */
export function FiguresStrip({ clicks, products }: FiguresStripProps) {
  const { totals, previous, average_letters: letters } = clicks;
  const days = clicks.days.length;
  const figures = [
    {
      name: 'Searches',
      value: formatCount(totals.searches),
      detail: detailOf(
        [wordsOfChange(totals.searches, previous.searches, days)],
        'Continued typing counts as one search. It ends after 30 seconds, a click or a different text.',
      ),
    },
    {
      name: 'Without a result',
      value: wordsOfShare(totals.no_result_rate),
      detail: detailOf(
        linesOf(totals.no_result_rate, previous.no_result_rate),
        'The share of searches that found no product and led to no page.',
      ),
    },
    {
      name: 'Click-through',
      value: wordsOfShare(totals.click_through),
      detail: detailOf(
        linesOf(totals.click_through, previous.click_through),
        'The share of searches with a click. Searches without a result count as not clicked.',
      ),
    },
    {
      name: 'Letters before the click',
      value: letters === null ? '–' : letters.toFixed(1),
      detail: detailOf(
        [letters === null ? 'Needs a click to show' : countOf(totals.clicked, 'search', 'searches')],
        'How many letters were in the box at the first click of a search, on average.',
      ),
    },
    {
      name: 'Clicks on products',
      value: formatCount(products.totals.clicks),
      detail: detailOf(
        [
          wordsOfChange(products.totals.clicks, products.previous.clicks, days),
          `${countOf(products.totals.purchases, 'purchase')} reported`,
        ],
        [
          `One click per session and product in ${limits.sessionMoveMinutes} minutes counts; of one network the first ${limits.countedClicksPerNetwork}, then as many a day.`,
          'Every purchase counts.',
        ].join(' '),
      ),
    },
  ];
  return <FigureStrip figures={figures} />;
}

type Share = AnalyticsClicksBody['totals']['click_through'];

function linesOf(share: Share, before: Share): readonly string[] {
  return share === null ? [wordsOfNeed] : [wordsOfBand(share), wordsOfShareBefore(before)];
}

function detailOf(lines: readonly string[], definition: string): ReactNode {
  return (
    <>
      {lines.map((line) => (
        <span key={line} className={classes.line}>
          {line}
        </span>
      ))}
      <span className={classes.definition}>{definition}</span>
    </>
  );
}
