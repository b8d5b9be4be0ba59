// Tests: test/browser/dashboard-ranking.test.ts.
import { Skeleton, Text, Title } from '@mantine/core';
import type { RankingPreviewBody } from '../../../../contract/ranking.ts';
import { visibleText } from '../../../../contract/visible-text.ts';
import { fieldMessages } from '../../api/request.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Settling } from '../../parts/settling.tsx';
import { countOf } from '../../words/numbers.ts';
import { moveTo } from '../../words/ranking.ts';
import { PreviewedRow } from '../rules/rule-preview.tsx';
import rules from '../rules/rules.module.css';
import classes from './ranking.module.css';
import type { PreviewState } from './use-ranking-preview.ts';

interface MovesPanelProps {
  readonly preview: PreviewState;
  /** Whether there is a draft. */
  readonly isChanged: boolean;
}

/**
 * Shows which products move in the most frequent searches by a draft. A failed preview is a note, unless the fault is shown at its
 * boost. Makes no call itself.
 */
export function MovesPanel({ preview, isChanged }: MovesPanelProps) {
  const { last, found, error, retry } = preview;
  const isPlaced = Object.keys(fieldMessages(error)).length > 0;
  return (
    <Panel title="What moves" lead={last === null ? 'In your most frequent searches.' : basisWords(last)}>
      {!isChanged && (
        <Text size="sm" c="dimmed">
          Change something on this page, and you see here which products rise and sink, before shoppers do.
        </Text>
      )}
      {isChanged && error !== null && !isPlaced && (
        <FailureNote error={error} title="No preview" onRetry={retry} />
      )}
      {isPlaced && (
        <Text size="sm" c="dimmed">
          No preview yet: see what is marked at the boosts.
        </Text>
      )}
      {isChanged && last === null && error === null && <Skeleton h={260} radius="md" />}
      {isChanged && last !== null && (
        <Settling isStale={found === null}>
          <Moves preview={last} />
        </Settling>
      )}
    </Panel>
  );
}

function basisWords({ basis, searches }: RankingPreviewBody): string {
  return basis === 'searches'
    ? `In the ${countOf(searches.length, 'most frequent search', 'most frequent searches')} of the last 30 days.`
    : 'Too few searches are known yet, so the titles of popular products are searched.';
}

type PreviewedSearch = RankingPreviewBody['searches'][number];

function Moves({ preview: { searches } }: { readonly preview: RankingPreviewBody }) {
  const changed = searches.filter(({ is_changed: isChanged }) => isChanged);
  const same = searches.filter(({ is_changed: isChanged }) => !isChanged);
  return (
    <>
      <p className={classes.summary} role="status">
        {changed.length === 0
          ? 'The first places stay as they are.'
          : `The first places change in ${changed.length} of ${countOf(searches.length, 'search', 'searches')}.`}
      </p>
      <ul className={classes.searches}>
        {changed.map((search) => (
          <li key={search.query}>
            <SearchMoves search={search} />
          </li>
        ))}
      </ul>
      {changed.length > 0 && same.length > 0 && (
        <Text size="sm" c="dimmed" mt="md" style={{ overflowWrap: 'anywhere' }}>
          As before: {same.map(({ query }) => `“${visibleText(query)}”`).join(', ')}
        </Text>
      )}
    </>
  );
}

/** The first places after a change, and the products that leave them. */
function SearchMoves({ search: { query, searches, before, after } }: { readonly search: PreviewedSearch }) {
  const stays = new Set(after.map(({ product }) => product.id));
  return (
    <>
      <Title order={3} size="sm" className={classes.query ?? ''}>
        “{visibleText(query)}” {searches !== null && <small>{countOf(searches, 'search', 'searches')}</small>}
      </Title>
      <ol className={`${classes.places} ${rules.found}`}>
        {after.map(({ product, place, place_before: from }) => {
          const { way, words } = moveTo(place, from);
          return (
            <li key={product.id} className={rules.product}>
              <span className={rules.place}>{place}</span>
              <PreviewedRow product={product} />
              <span className={classes.move} data-way={way}>
                {words}
              </span>
            </li>
          );
        })}
        {before
          .filter(({ product }) => !stays.has(product.id))
          .map(({ product, place_after: to }) => (
            <li key={product.id} className={`${rules.product} ${to === null ? rules.gone : ''}`}>
              <span className={rules.place} />
              <PreviewedRow product={product} />
              <span className={classes.move} data-way="down">
                {to === null ? 'Leaves' : `Down to ${to}`}
              </span>
            </li>
          ))}
      </ol>
    </>
  );
}
