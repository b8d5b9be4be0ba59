import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyField } from '../../parts/copy-field.tsx';

interface ShownSecretProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** A secret, this once. */
export function ShownSecret({ secret, onClose }: ShownSecretProps) {
  return (
    <Stack>
      <Text size="sm">
        This is the only time that it is shown. Your server checks the signature of every message with it; any
        library for Standard Webhooks takes it as it is.
      </Text>
      <CopyField label="Secret of the endpoint" value={secret} />
      <Group justify="flex-end">
        <Button onClick={onClose}>I have kept it</Button>
      </Group>
    </Stack>
  );
}
