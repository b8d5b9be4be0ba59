import { Anchor, Stack } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useImport } from '../../api/imports.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useStore } from '../../shell/current-store.ts';
import { FileDrop } from './file-drop.tsx';
import { FilePreview } from './file-preview.tsx';
import type { ChosenFile } from './preview-file.ts';

const route = getRouteApi('/stores/$storeId/imports/new');

/** From a file to an import: choose it, look at it, map its columns, send it. After failed rows it maps as before. */
export function NewImportPage() {
  const { storeId, may } = useStore();
  const { like } = route.useSearch();
  const model = useImport(storeId, like ?? null).data?.layout ?? null;
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  return (
    <>
      <PageHeader
        title="Import a file"
        lead="A CSV file of your products, or an export of Shopify, WooCommerce or Google Merchant. You see what is in it before anything is sent."
        above={
          <Anchor
            size="sm"
            renderRoot={(props) => <Link to="/stores/$storeId/imports" params={{ storeId }} {...props} />}
          >
            ← Imports
          </Anchor>
        }
      />
      {may('editor') ? (
        <Stack gap="lg">
          <FileDrop chosen={chosen} onChoose={setChosen} />
          {chosen !== null && (
            <FilePreview key={`${keyOf(chosen.file)} ${model !== null}`} chosen={chosen} model={model} />
          )}
        </Stack>
      ) : (
        <EmptyNote icon="imports" title="Viewers import nothing">
          Ask an owner of the store to make you an editor.
        </EmptyNote>
      )}
    </>
  );
}

/** Another file starts its preview anew, as does the mapping that comes from an earlier import. */
function keyOf({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}
