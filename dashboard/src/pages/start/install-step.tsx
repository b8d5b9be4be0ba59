// Tests: test/browser/dashboard-onboarding.test.ts.
import { Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRead } from '../../api/call.ts';
import { FailureNote } from '../../parts/failure-note.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { LinePanel } from '../install/line-panel.tsx';
import { NewKeyDialog } from '../install/new-key-dialog.tsx';

/** The whole line to copy, and the way to check that the shop has it. */
export function InstallStep() {
  const { storeId, may } = useStore();
  const [isOpen, dialog] = useDisclosure(false);
  const keys = useRead(storeId, 'GET /keys', {});
  if (keys.data === undefined) {
    if (keys.isError) return <FailureNote error={keys.error} onRetry={() => void keys.refetch()} />;
    return <Skeleton h={180} radius="lg" />;
  }
  return (
    <Stack gap="sm">
      <LinePanel keys={keys.data.keys} attributes={{}} onNew={may('owner') ? dialog.open : null} />
      <Text size="sm">
        Done?{' '}
        <TextLink
          underline="always"
          to="/stores/$storeId/install"
          params={{ storeId }}
          search={{ part: 'check' }}
        >
          Check your shop
        </TextLink>
        .
      </Text>
      <NewKeyDialog isOpen={isOpen} onClose={dialog.close} />
    </Stack>
  );
}
