// Tests: test/browser/dashboard.test.ts.
import { Skeleton, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useImport, useImports } from '../../api/imports.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { LeavingDialog } from '../../parts/leaving-dialog.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { DocumentPreview } from './document-preview.tsx';
import { FileDrop } from './file-drop.tsx';
import { FilePreview } from './file-preview.tsx';
import { type ChosenFile, documentOf } from './preview-file.ts';
import { toRecalled } from './recall-mapping.ts';

const route = getRouteApi('/stores/$storeId/imports/new');

/**
 * Imports a file: a person drops it, looks at its rows, maps its columns and sends it. A mapping is remembered for the
 * next file with the same columns. Nothing is sent before the last step. Viewers see who can grant the role.
 */
export function NewImportPage() {
  const { storeId, may } = useStore();
  const { like } = route.useSearch();
  const model = useImport(storeId, like ?? null);
  const list = useImports(storeId);
  const isRecalling = list.isPending || (like !== undefined && model.isPending);
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const document = chosen === null ? null : documentOf(chosen.head);
  return (
    <>
      <PageHeader
        title="Import a file"
        lead="A CSV, JSON or XML file of your products, or an export of Shopify, WooCommerce or Google Merchant. You see what is in it before anything is sent."
        above={
          <TextLink to="/stores/$storeId/imports" params={{ storeId }}>
            ← Imports
          </TextLink>
        }
      />
      {may('editor') ? (
        <Stack gap="lg">
          <FileDrop chosen={chosen} onChoose={setChosen} />
          {chosen !== null && (
            <LeavingDialog title="Leave without importing?">
              The file was not imported, and your choices for it are lost.
            </LeavingDialog>
          )}
          {chosen !== null && document !== null && (
            <DocumentPreview key={keyOf(chosen.file)} chosen={chosen} document={document} />
          )}
          {chosen !== null && document === null && isRecalling && <Skeleton h={220} radius="lg" />}
          {chosen !== null && document === null && !isRecalling && (
            <FilePreview
              key={keyOf(chosen.file)}
              chosen={chosen}
              model={model.data === undefined ? null : toRecalled(model.data.import)}
              imports={list.data?.pages.flatMap((page) => page.imports) ?? []}
            />
          )}
        </Stack>
      ) : (
        <EmptyNote icon="imports" title="Viewers cannot import">
          Ask an owner of the store to make you an editor.
        </EmptyNote>
      )}
    </>
  );
}

/** The key of the preview: another file gets a new one. */
function keyOf({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}
