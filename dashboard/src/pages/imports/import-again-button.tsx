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
  const start = async () => {
    const settings = run.layout === null ? {} : settingsOfLayout(run.layout);
    // A short import is over, and its file gone, before this page was read again: the button may be gone by then.
    const begun = await begin
      .mutateAsync(toNewImport({ fileId: file.id, isDryRun, settings }))
      .catch(() => null);
    if (begun === null) return;
    const params = { storeId, importId: begun.import.id };
    await navigate({ to: '/stores/$storeId/imports/$importId', params });
  };
  return (
    <>
      <Button loading={begin.isPending} onClick={() => void start()}>
        {children}
      </Button>
      {begin.isError && <FormFault>{messageOf(begin.error)}</FormFault>}
    </>
  );
}
