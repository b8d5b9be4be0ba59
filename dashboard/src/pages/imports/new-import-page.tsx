// Tests: test/browser/dashboard.test.ts.
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { BackArrow } from '../../parts/back-arrow.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { FileImport } from './file-import.tsx';

const route = getRouteApi('/stores/$storeId/imports/new');

/**
 * Imports a file and opens the page of its import. Nothing is sent before the last step. Viewers see who can grant the
 * role.
 */
export function NewImportPage() {
  const { storeId, may } = useStore();
  const { like } = route.useSearch();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title="Import a file"
        lead="A CSV, JSON or XML file of your products, or an export of Shopify, WooCommerce or Google Merchant. You see what is in it before anything is sent."
        above={
          <TextLink to="/stores/$storeId/imports" params={{ storeId }}>
            <BackArrow />
            Imports
          </TextLink>
        }
      />
      {may('editor') ? (
        <FileImport
          like={like}
          onBegun={({ importId }) =>
            void navigate({
              to: '/stores/$storeId/imports/$importId',
              params: { storeId, importId },
              ignoreBlocker: true,
            })
          }
        />
      ) : (
        <EmptyNote icon="imports" title="Viewers cannot import">
          Ask an owner of the store to make you an editor.
        </EmptyNote>
      )}
    </>
  );
}
