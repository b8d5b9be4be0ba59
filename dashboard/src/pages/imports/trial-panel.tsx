// Tests: test/browser/dashboard.test.ts.
import { Alert, Group, Text } from '@mantine/core';
import type { FileImportBody } from '../../../../contract/imports.ts';
import { Icon } from '../../parts/icon.tsx';
import { useStore } from '../../shell/current-store.ts';
import { countOf } from '../../words/numbers.ts';
import { ImportAgainButton } from './import-again-button.tsx';

/**
 * Offers editors, after a trial run, to import the same file for real without another upload, while the service still
 * holds it. It sends nothing itself. The run is trusted as the API sent it, and the caller shows this only for trial runs.
 */
export function TrialPanel({ run }: { readonly run: FileImportBody }) {
  const { may } = useStore();
  const { file } = run;
  return (
    <Alert
      color="pine"
      variant="light"
      icon={<Icon name="info" />}
      title="This was a trial run: nothing was written"
    >
      {file === null ? (
        <Text size="sm">The file is no longer kept. Upload it again to import it.</Text>
      ) : (
        <Group gap="md">
          <Text size="sm" flex="1 1 260px">
            {run.failed_rows > 0
              ? 'Import the correct rows now and fix the others later, or fix the file first.'
              : 'Every row is correct. The file is still here, so you need not send it again.'}
          </Text>
          {may('editor') && run.valid_rows > 0 && (
            <ImportAgainButton run={run} file={file}>
              Import {countOf(run.valid_rows, 'row')}
            </ImportAgainButton>
          )}
        </Group>
      )}
    </Alert>
  );
}
