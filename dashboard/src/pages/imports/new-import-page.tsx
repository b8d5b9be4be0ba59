import { Anchor, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { useStore } from '../../shell/current-store.ts';
import { FileDrop } from './file-drop.tsx';
import { FilePreview } from './file-preview.tsx';
import type { ChosenFile } from './preview-file.ts';

/** From a file to an import: choose it, look at it, map its columns, send it. */
export function NewImportPage() {
  const { storeId, may } = useStore();
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
          {chosen !== null && <FilePreview key={keyOf(chosen.file)} chosen={chosen} />}
        </Stack>
      ) : (
        <EmptyNote icon="imports" title="Viewers import nothing">
          Ask an owner of the store to make you an editor.
        </EmptyNote>
      )}
    </>
  );
}

/** Another file starts its preview anew. */
function keyOf({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}
