// Tests: test/browser/dashboard-collections.test.ts.
import { useNavigate } from '@tanstack/react-router';
import { useCreateCollection } from '../../api/collections.ts';
import { BackArrow } from '../../parts/back-arrow.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { blankDraft, fieldsOf } from './collection-draft.ts';
import { CollectionEditor } from './collection-editor.tsx';

/**
 * Creates a collection (`POST /collections`) and opens its page. Faults are shown in the form. Viewers see who can grant the role.
 */
export function NewCollectionPage() {
  const { storeId, may } = useStore();
  const navigate = useNavigate();
  const create = useCreateCollection(storeId);
  return (
    <>
      <PageHeader
        title="New collection"
        lead="Write the rules; the matching products are shown as you do."
        above={
          <TextLink to="/stores/$storeId/collections" params={{ storeId }}>
            <BackArrow />
            Collections
          </TextLink>
        }
      />
      {may('editor') ? (
        <CollectionEditor
          initial={blankDraft}
          saveLabel="Create the collection"
          isSaving={create.isPending}
          error={create.error}
          onSave={(draft) =>
            create.mutate(fieldsOf(draft), {
              onSuccess: ({ collection: { slug } }) =>
                void navigate({ to: '/stores/$storeId/collections/$slug', params: { storeId, slug } }),
            })
          }
        />
      ) : (
        <EmptyNote icon="collections" title="Viewers cannot create collections">
          Ask an owner of the store to make you an editor.
        </EmptyNote>
      )}
    </>
  );
}
