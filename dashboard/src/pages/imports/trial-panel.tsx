import { Alert, Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { DashboardImport } from '../../api/answers.ts';
import { settingsOfLayout, useBeginImport } from '../../api/imports.ts';
import { messageOf } from '../../api/request.ts';
import { FormFault } from '../../parts/form-fault.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useStore } from '../../shell/current-store.ts';
import { countOf } from '../../words/numbers.ts';

/** After a trial run: the same file in earnest, without sending it again. */
export function TrialPanel({ run }: { readonly run: DashboardImport }) {
  const { storeId, may } = useStore();
  const begin = useBeginImport(storeId);
  const navigate = useNavigate();
  const { file } = run;
  const start = (fileId: string) =>
    begin.mutate(
      { fileId, isDryRun: false, settings: run.layout === null ? {} : settingsOfLayout(run.layout) },
      {
        onSuccess: ({ import: { id } }) =>
          void navigate({ to: '/stores/$storeId/imports/$importId', params: { storeId, importId: id } }),
      },
    );
  return (
    <Alert
      color="pine"
      variant="light"
      icon={<Icon name="info" />}
      title="This was a trial: nothing was written"
    >
      {file === null ? (
        <Text size="sm">The file is no longer kept. Upload it again to import it.</Text>
      ) : (
        <Group gap="md">
          <Text size="sm" flex="1 1 260px">
            {run.failed_rows > 0
              ? 'Import the rows that are right now and correct the others afterwards, or correct the file first.'
              : 'Every row is right. The file is still here and need not be sent again.'}
          </Text>
          {may('editor') && run.valid_rows > 0 && (
            <Button loading={begin.isPending} onClick={() => start(file.id)}>
              Import {countOf(run.valid_rows, 'row')}
            </Button>
          )}
        </Group>
      )}
      {begin.isError && <FormFault>{messageOf(begin.error)}</FormFault>}
    </Alert>
  );
}
