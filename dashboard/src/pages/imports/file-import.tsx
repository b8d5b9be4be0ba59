// Tests: test/browser/dashboard.test.ts, test/browser/dashboard-onboarding.test.ts.
import { Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { useImport, useImports } from '../../api/imports.ts';
import { LeavingDialog } from '../../parts/leaving-dialog.tsx';
import { useStore } from '../../shell/current-store.ts';
import { DocumentPreview } from './document-preview.tsx';
import { FileDrop } from './file-drop.tsx';
import { FilePreview } from './file-preview.tsx';
import { type ChosenFile, documentOf } from './preview-file.ts';
import { toRecalled } from './recall-mapping.ts';
import type { Begun } from './send-panel.tsx';

interface FileImportProps {
  /** The import whose failed rows the file corrects. */
  readonly like?: string | undefined;
  /** Called once the import of the file was queued. */
  readonly onBegun: (begun: Begun) => void;
}

/**
 * Everything between a file and its import: a person drops it, looks at its rows, maps its columns and sends it. A mapping is
 * remembered for the next file with the same columns. Nothing of the file is stored before the last step.
 */
export function FileImport({ like, onBegun }: FileImportProps) {
  const { storeId } = useStore();
  const model = useImport(storeId, like ?? null);
  const list = useImports(storeId);
  const isRecalling = list.isPending || (like !== undefined && model.isPending);
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const document = chosen === null ? null : documentOf(chosen.head);
  return (
    <Stack gap="lg">
      <FileDrop chosen={chosen} onChoose={setChosen} />
      {chosen !== null && (
        <LeavingDialog title="Leave without importing?">
          The file was not imported, and your choices for it are lost.
        </LeavingDialog>
      )}
      {chosen !== null && document !== null && (
        <DocumentPreview key={keyOf(chosen.file)} chosen={chosen} document={document} onBegun={onBegun} />
      )}
      {chosen !== null && document === null && isRecalling && <Skeleton h={220} radius="lg" />}
      {chosen !== null && document === null && !isRecalling && (
        <FilePreview
          key={keyOf(chosen.file)}
          chosen={chosen}
          model={model.data === undefined ? null : toRecalled(model.data.import)}
          imports={list.data?.pages.flatMap((page) => page.imports) ?? []}
          onBegun={onBegun}
        />
      )}
    </Stack>
  );
}

/** The key of the preview: another file gets a new one. */
function keyOf({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}
