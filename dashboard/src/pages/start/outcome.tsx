// Tests: test/browser/dashboard-onboarding.test.ts.
import { Alert, Group, Text } from '@mantine/core';
import type { FileImportBody } from '../../../../contract/imports.ts';
import { Icon } from '../../parts/icon.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { wordsOfOutcome } from '../../words/imports.ts';

/** What came of bringing products: what was added, and where rows that need fixing are. Null: products came in some other way. */
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
      {run !== null && <Text size="sm">{`${run.filename}: ${wordsOfOutcome(run)}.`}</Text>}
      {run?.error != null && <Text size="sm">{run.error}</Text>}
      <Group gap="md" mt={6}>
        {run !== null && (
          <TextLink
            underline="always"
            to="/stores/$storeId/imports/$importId"
            params={{ storeId, importId: run.id }}
          >
            {run.failed_rows > 0 ? 'See the rows that need fixing' : 'See the import'}
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
  all: { title: 'Your products are in the store', next: 'Import more' },
  part: { title: 'Some of your products are in the store', next: 'Import the rest' },
  none: { title: 'No products were imported', next: 'Try another file' },
} as const;

/** An import that was stopped or failed midway keeps the rows that it has taken. */
function takenOf(run: FileImportBody | null): keyof typeof words {
  if (run === null) return 'all';
  if (run.dry_run || run.valid_rows === 0) return 'none';
  return run.status === 'completed' ? 'all' : 'part';
}
