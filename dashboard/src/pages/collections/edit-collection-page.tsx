// Tests: test/browser/dashboard-collections.test.ts.
import { Skeleton } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { CollectionBody } from '../../../../contract/collections.ts';
import { useChangeCollection, useCollection } from '../../api/collections.ts';
import { BackArrow } from '../../parts/back-arrow.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { draftOf, fieldsOf } from './collection-draft.ts';
import { CollectionEditor } from './collection-editor.tsx';
import { MissingCollection } from './missing-collection.tsx';

const route = getRouteApi('/stores/$storeId/collections/$slug/edit');

/**
 * Changes a collection (`PATCH /collections/:slug`). The old rules answer until the new ones are applied to the whole
 * catalog. Viewers see who can grant the role.
 */
export function EditCollectionPage() {
  const { storeId, may } = useStore();
  const { slug } = route.useParams();
  const answer = useCollection(storeId, slug);
  const { data: collection } = answer;
  return (
    <>
      <PageHeader
        title={`Edit ${collection?.title ?? 'the collection'}`}
        lead="Until new rules have been applied to the whole catalog, shoppers see the products of the old rules."
        above={
          <TextLink to="/stores/$storeId/collections/$slug" params={{ storeId, slug }}>
            <BackArrow />
            {collection?.title ?? 'The collection'}
          </TextLink>
        }
      />
      {answer.isError && <MissingCollection error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <Skeleton h={320} radius="lg" />}
      {collection !== undefined &&
        (may('editor') ? (
          <Editor key={collection.id} collection={collection} />
        ) : (
          <EmptyNote icon="collections" title="Viewers cannot change collections">
            Ask an owner of the store to make you an editor.
          </EmptyNote>
        ))}
    </>
  );
}

function Editor({ collection }: { readonly collection: CollectionBody }) {
  const { storeId } = useStore();
  const navigate = useNavigate();
  const change = useChangeCollection(storeId, collection.slug);
  return (
    <CollectionEditor
      initial={draftOf(collection)}
      saveLabel="Save"
      isSaving={change.isPending}
      error={change.error}
      onSave={(draft) =>
        change.mutate(fieldsOf(draft), {
          onSuccess: ({ collection: { slug } }) =>
            void navigate({ to: '/stores/$storeId/collections/$slug', params: { storeId, slug } }),
        })
      }
    />
  );
}
