// Tests: test/browser/dashboard.test.ts.
import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyField } from '../../parts/copy-field.tsx';

interface ShownSecretProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a secret that is never shown again, with what it is for. Makes no call. */
export function ShownSecret({ secret, onClose }: ShownSecretProps) {
  return (
    <Stack>
      <Text size="sm">
        The secret is shown only now. Your server needs it to check the signature of each message. Any library
        for Standard Webhooks accepts it as it is.
      </Text>
      <CopyField label="Secret of the webhook" value={secret} />
      <Group justify="flex-end">
        <Button onClick={onClose}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
