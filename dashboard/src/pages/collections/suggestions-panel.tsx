// Tests: test/browser/dashboard-collections.test.ts.
import { Button, Skeleton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import {
  type SuggestedCollection,
  useCreateCollection,
  useSuggestedCollections,
} from '../../api/collections.ts';
import { noticeFailure } from '../../parts/notices.ts';
import { Panel } from '../../parts/panel.tsx';
import { ProductPicture } from '../../parts/product-picture.tsx';
import { useStore } from '../../shell/current-store.ts';
import { countOf } from '../../words/numbers.ts';
import classes from './collections.module.css';

/**
 * Lists collections that the catalog suggests (`GET /collections/suggested`); one click creates one (`POST
 * /collections`), for editors. Shows nothing where there is no suggestion or the read fails; a failed creation is a
 * notice.
 */
export function SuggestionsPanel() {
  const { storeId } = useStore();
  const { data: suggested, isPending } = useSuggestedCollections(storeId);
  if (isPending) return <Skeleton h={190} radius="lg" />;
  if (suggested === undefined || suggested.length === 0) return null;
  return (
    <Panel
      title="Suggested by your catalog"
      lead="What many of your products have in common. One click makes a collection; you can change its rules later."
    >
      <ul className={classes.suggestions}>
        {suggested.map((suggestion) => (
          <Suggestion key={suggestion.title} suggestion={suggestion} />
        ))}
      </ul>
    </Panel>
  );
}

function Suggestion({ suggestion }: { readonly suggestion: SuggestedCollection }) {
  const { storeId, may } = useStore();
  const navigate = useNavigate();
  const create = useCreateCollection(storeId);
  const { title, rules, sample, product_count: count, is_estimate: isEstimate } = suggestion;
  const make = () =>
    create.mutate(
      { title, rules },
      {
        onSuccess: ({ collection: { slug } }) =>
          void navigate({ to: '/stores/$storeId/collections/$slug', params: { storeId, slug } }),
        onError: noticeFailure,
      },
    );
  return (
    <li className={classes.suggestion}>
      <div className={classes.strip}>
        {sample.map(({ id, image_url: url }) => (
          <ProductPicture key={id} url={url} size="fill" />
        ))}
      </div>
      <div className={classes.foot}>
        <div>
          <div className={classes.suggested}>{title}</div>
          <span className={classes.detail}>
            {isEstimate ? 'About ' : ''}
            {countOf(count, 'product')}
          </span>
        </div>
        {may('editor') && (
          <Button
            variant="light"
            size="xs"
            aria-label={`Create the collection ${title}`}
            loading={create.isPending}
            onClick={make}
          >
            Create
          </Button>
        )}
      </div>
    </li>
  );
}
