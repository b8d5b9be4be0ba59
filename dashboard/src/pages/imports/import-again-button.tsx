import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DashboardImport, StoredFile } from '../../api/answers.ts';
import { settingsOfLayout, useBeginImport } from '../../api/imports.ts';
import { messageOf } from '../../api/request.ts';
import { FormFault } from '../../parts/form-fault.tsx';
import { useStore } from '../../shell/current-store.ts';

interface ImportAgainButtonProps {
  readonly run: DashboardImport;
  readonly file: StoredFile;
  /** Whether it is a trial run, which writes nothing. */
  readonly isDryRun?: boolean;
  readonly children: ReactNode;
}

/**
 * Imports a file that the service still holds with the same settings (`POST /imports`), without another upload, and
 * opens the new import. A refusal is shown below the button.
 */
export function ImportAgainButton({ run, file, isDryRun = false, children }: ImportAgainButtonProps) {
  const { storeId } = useStore();
  const begin = useBeginImport(storeId);
  const navigate = useNavigate();
  const start = () =>
    begin.mutate(
      {
        fileId: file.id,
        isDryRun,
        settings: run.layout === null ? {} : settingsOfLayout(run.layout),
      },
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
