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
  const taken = takenOf(run);
  const { title, next } = words[taken];
  const isGood = taken === 'all';
  return (
    <Alert
      color={isGood ? 'pine' : 'red'}
      variant="light"
      role={isGood ? 'status' : 'alert'}
      icon={<Icon name={isGood ? 'check' : 'problem'} />}
      title={title}
    >
      {run !== null && <Text size="sm">{describe(run)}</Text>}
      {run?.error != null && <Text size="sm">{run.error}</Text>}
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
          {next}
        </TextLink>
      </Group>
    </Alert>
  );
}

const words = {
  all: { title: 'Your products are in the store', next: 'Bring more' },
  part: { title: 'A part of your products is in the store', next: 'Bring the rest' },
  none: { title: 'No product came in', next: 'Try another file' },
} as const;

/** An import that was stopped or failed midway keeps the rows that it has taken. */
function takenOf(run: FileImportBody | null): keyof typeof words {
  if (run === null) return 'all';
  if (run.dry_run || run.valid_rows === 0) return 'none';
  return run.status === 'completed' ? 'all' : 'part';
}

function describe({ filename, valid_rows, failed_rows, skipped_rows }: FileImportBody): string {
  return [
    `${filename}: ${countOf(valid_rows, 'row')} taken`,
    ...(failed_rows > 0 ? [`${failed_rows} failed`] : []),
    ...(skipped_rows > 0 ? [`${skipped_rows} over the plan`] : []),
  ].join(', ');
}
