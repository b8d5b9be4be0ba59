// Tests: test/browser/dashboard.test.ts.
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FileBody, FileImportBody } from '../../../../contract/imports.ts';
import { useChange } from '../../api/call.ts';
import { settingsOfLayout, toNewImport } from '../../api/imports.ts';
import { messageOf } from '../../api/request.ts';
import { FormFault } from '../../parts/form-fault.tsx';
import { useStore } from '../../shell/current-store.ts';

interface ImportAgainButtonProps {
  readonly run: FileImportBody;
  readonly file: FileBody;
  /** Whether it is a trial run, which writes nothing. */
  readonly isDryRun?: boolean;
  readonly children: ReactNode;
}

/**
 * Imports a file that the service still holds with the same settings (`POST /product-imports/files`), without another upload, and
 * opens the new import. A refusal is shown below the button.
 */
export function ImportAgainButton({ run, file, isDryRun = false, children }: ImportAgainButtonProps) {
  const { storeId } = useStore();
  const begin = useChange(storeId, 'POST /product-imports/files');
  const navigate = useNavigate();
  const start = () =>
    begin.mutate(
      toNewImport({
        fileId: file.id,
        isDryRun,
        settings: run.layout === null ? {} : settingsOfLayout(run.layout),
      }),
      {
        onSuccess: ({ import: { id } }) =>
          void navigate({ to: '/stores/$storeId/imports/$importId', params: { storeId, importId: id } }),
      },
    );
  return (
    <>
      <Button loading={begin.isPending} onClick={start}>
        {children}
      </Button>
      {begin.isError && <FormFault>{messageOf(begin.error)}</FormFault>}
    </>
  );
}
