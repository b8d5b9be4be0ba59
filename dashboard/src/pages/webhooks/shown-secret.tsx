import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyField } from '../../parts/copy-field.tsx';

interface ShownSecretProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** A secret that is shown only once. */
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
