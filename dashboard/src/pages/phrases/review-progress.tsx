// Tests: test/browser/dashboard-phrase-groups.test.ts.
import { Progress, Text } from '@mantine/core';
import type { PhraseReviewBody } from '../../../../contract/phrase-review.ts';
import { wordsOfReview } from '../../words/patterns.ts';
import classes from './phrases.module.css';

/** How many products the decisions have reached. */
export function ReviewProgress({
  progress,
}: {
  readonly progress: NonNullable<PhraseReviewBody['progress']>;
}) {
  const { done, total } = progress;
  return (
    <div className={classes.progress}>
      <Text size="sm" mb={6} role="status">
        {wordsOfReview({ open_products: 0, decided_products: 0, unsorted_products: 0, progress })}
      </Text>
      <Progress
        value={total === 0 ? 0 : (100 * done) / total}
        aria-label="Products that the decisions have reached"
      />
    </div>
  );
}
