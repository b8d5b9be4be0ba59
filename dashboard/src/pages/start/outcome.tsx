// Tests: test/browser/dashboard-onboarding.test.ts.
import { Alert, Group, Text } from '@mantine/core';
import type { FileImportBody } from '../../../../contract/imports.ts';
import { Icon } from '../../parts/icon.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { countOf } from '../../words/numbers.ts';

/** What came of bringing products: how many rows were taken, and where the others are. Null: products came in some other way. */
export function Outcome({ run }: { readonly run: FileImportBody | null }) {
  const { storeId } = useStore();
  const isGood = run === null || (run.status === 'completed' && run.valid_rows > 0);
  return (
    <Alert
      color={isGood ? 'pine' : 'red'}
      variant="light"
      role={isGood ? 'status' : 'alert'}
      icon={<Icon name={isGood ? 'check' : 'problem'} />}
      title={isGood ? 'Your products are in the store' : 'No product came in'}
    >
      {run !== null && <Text size="sm">{run.error ?? describe(run)}</Text>}
      <Group gap="md" mt={6}>
        {run !== null && (
          <TextLink
            underline="always"
            to="/stores/$storeId/imports/$importId"
            params={{ storeId, importId: run.id }}
          >
            {run.failed_rows > 0 ? 'See the rows that failed' : 'See the import'}
          </TextLink>
        )}
        <TextLink underline="always" to="/stores/$storeId/imports/new" params={{ storeId }}>
          {isGood ? 'Bring more' : 'Try another file'}
        </TextLink>
      </Group>
    </Alert>
  );
}

function describe({ filename, valid_rows, failed_rows, skipped_rows }: FileImportBody): string {
  return [
    `${filename}: ${countOf(valid_rows, 'row')} taken`,
    ...(failed_rows > 0 ? [`${failed_rows} failed`] : []),
    ...(skipped_rows > 0 ? [`${skipped_rows} over the plan`] : []),
  ].join(', ');
}
